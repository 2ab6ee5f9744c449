import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** As much JSON as the protocol needs: Map, List, String, Long, Boolean and null. */
final class Json {
    private static final int DEEPEST = 100;

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** @throws IllegalArgumentException if the text is no JSON */
    static Object parse(String text) {
        Json reader = new Json(text);
        Object value = reader.value(0);
        if (reader.peek() != 0) throw reader.fault("more than one value");
        return value;
    }

    /** A map of keys and values in turn. */
    static Map<String, Object> object(Object... fields) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < fields.length; i += 2) map.put((String) fields[i], fields[i + 1]);
        return map;
    }

    /** The value of a key of what is a map; null where there is none. */
    static Object get(Object map, String key) {
        return map instanceof Map<?, ?> found ? found.get(key) : null;
    }

    /** The items of a list; none for anything else. */
    static List<?> list(Object value) {
        return value instanceof List<?> found ? found : List.of();
    }

    static List<String> texts(Object value) {
        return list(value).stream().map(String.class::cast).toList();
    }

    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof Map<?, ?> map) {
            String between = "{";
            for (Map.Entry<?, ?> field : map.entrySet()) {
                out.append(between);
                quote((String) field.getKey(), out);
                write(field.getValue(), out.append(':'));
                between = ",";
            }
            out.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> items) {
            String between = "[";
            for (Object item : items) {
                write(item, out.append(between));
                between = ",";
            }
            out.append(items.isEmpty() ? "[]" : "]");
        } else if (value instanceof String string) {
            quote(string, out);
        } else {
            out.append(value);
        }
    }

    private static void quote(String string, StringBuilder out) {
        out.append('"');
        for (char letter : string.toCharArray()) {
            if (letter == '"' || letter == '\\') out.append('\\').append(letter);
            else if (letter < ' ') out.append(String.format("\\u%04x", (int) letter));
            else out.append(letter);
        }
        out.append('"');
    }

    private IllegalArgumentException fault(String why) {
        return new IllegalArgumentException(why + " at " + at);
    }

    /** The next character that is not space; 0 at the end. */
    private char peek() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
        return at < text.length() ? text.charAt(at) : 0;
    }

    private <T> T expect(String token, T value) {
        peek();
        if (!text.startsWith(token, at)) throw fault(token + " is expected");
        at += token.length();
        return value;
    }

    private Object value(int depth) {
        if (depth > DEEPEST) throw fault("nested too deeply");
        switch (peek()) {
            case 'n': return expect("null", null);
            case 't': return expect("true", true);
            case 'f': return expect("false", false);
            case '"': return string();
            case '[':
                List<Object> items = new ArrayList<>();
                for (at++; peek() != ']'; items.add(value(depth + 1))) if (!items.isEmpty()) expect(",", null);
                return expect("]", items);
            case '{':
                Map<String, Object> map = new LinkedHashMap<>();
                for (at++; peek() != '}';) {
                    if (!map.isEmpty()) expect(",", null);
                    String key = string();
                    expect(":", null);
                    map.put(key, value(depth + 1));
                }
                return expect("}", map);
            default:
                int from = at;
                while (at < text.length() && "-0123456789".indexOf(text.charAt(at)) >= 0) at++;
                if (from == at) throw fault("a value is expected");
                return Long.parseLong(text.substring(from, at));
        }
    }

    private String string() {
        expect("\"", null);
        StringBuilder found = new StringBuilder();
        while (at < text.length()) {
            char letter = text.charAt(at++);
            if (letter == '"') return found.toString();
            if (letter == '\\' && at < text.length()) {
                letter = text.charAt(at++);
                int place = "nrtbf".indexOf(letter);
                if (place >= 0) letter = "\n\r\t\b\f".charAt(place);
                if (letter == 'u' && at + 4 <= text.length()) {
                    letter = (char) Integer.parseInt(text.substring(at, at += 4), 16);
                }
            }
            found.append(letter);
        }
        throw fault("a text does not end");
    }
}
