import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The protocol (spec/protocol.md). This file can stay as it is; what you claim stands in Engine.claims. */
final class Hakem {
    /** An error of JSON-RPC: its code, its message, and what it is about. */
    static final class Fault extends RuntimeException {
        private static final long serialVersionUID = 1;
        final int code;
        final String what;

        Fault(int code, String message, String what) {
            super(message);
            this.code = code;
            this.what = what;
        }
    }

    private record Attempt(long at, String action) {}

    static Map<String, Object> bySide(int[] two) {
        return Json.object("NS", (long) two[0], "EW", (long) two[1]);
    }

    private static boolean isLegal(Engine deal, String action) {
        return deal.legal().values().stream().anyMatch(actions -> actions.contains(action));
    }

    private static Map<String, Object> replay(Object params, List<Attempt> attempts) {
        Object game = Json.get(params, "game");
        if (!Engine.RULES.equals(Json.get(game, "rules")) || !Json.list(Json.get(game, "with")).isEmpty()) {
            throw new Fault(-32000, "not played here", String.valueOf(Json.get(game, "rules")));
        }
        Engine deal = new Engine(game);
        List<String> actions = Json.texts(Json.get(params, "actions"));
        List<Object> steps = new ArrayList<>();
        List<Object> verdicts = new ArrayList<>(Collections.nCopies(attempts.size(), null));
        Object refused = null;
        for (int at = 0; at <= actions.size() && refused == null; at++) {
            steps.add(Json.object("legal", deal.legal(), "points", bySide(deal.points), "tricks", bySide(deal.tricks)));
            for (int i = 0; i < attempts.size(); i++) {
                if (attempts.get(i).at == at) {
                    verdicts.set(i, Json.object("accepted", isLegal(deal, attempts.get(i).action)));
                }
            }
            if (at == actions.size()) break;
            if (isLegal(deal, actions.get(at))) deal.apply(actions.get(at));
            else refused = Json.object("at", (long) at, "do", actions.get(at));
        }
        Object turn = deal.result() == null ? deal.turnName() : null;
        return Json.object("accepted", (long) steps.size() - 1, "refused", refused, "turn", turn, "steps", steps,
            "attempts", verdicts, "result", deal.result());
    }

    private static Map<String, Object> call(String method, Object params) {
        List<Attempt> attempts = new ArrayList<>();
        for (Object one : Json.list(Json.get(params, "attempts"))) {
            attempts.add(new Attempt((Long) Json.get(one, "at"), (String) Json.get(one, "do")));
        }
        long here = Json.list(Json.get(params, "actions")).size();
        for (String action : Json.texts(Json.get(params, "try"))) attempts.add(new Attempt(here, action));
        if ("hello".equals(method)) return Engine.claims();
        if (!List.of("replay", "legal", "probe").contains(String.valueOf(method))) {
            throw new Fault(-32601, "no such method", String.valueOf(method));
        }
        Map<String, Object> reply = replay(params, attempts);
        if (method.equals("replay")) return reply;
        if (reply.get("refused") != null) return Json.object("refused", reply.get("refused"));
        if (method.equals("probe")) return Json.object("verdicts", reply.get("attempts"));
        List<?> steps = Json.list(reply.get("steps"));
        return Json.object("legal", Json.get(steps.get(steps.size() - 1), "legal"));
    }

    private static Object parsed(String line) {
        try {
            return Json.parse(line);
        } catch (RuntimeException fault) {
            throw new Fault(-32700, String.valueOf(fault.getMessage()), "");
        }
    }

    private static Map<String, Object> answer(String line) {
        Map<String, Object> reply = Json.object("jsonrpc", "2.0", "id", null);
        try {
            Object request = parsed(line);
            reply.put("id", Json.get(request, "id"));
            reply.put("result", call((String) Json.get(request, "method"), Json.get(request, "params")));
        } catch (Fault fault) {
            Object data = Json.object("what", fault.what);
            reply.put("error", Json.object("code", (long) fault.code, "message", fault.getMessage(), "data", data));
        } catch (RuntimeException fault) {
            reply.put("error", Json.object("code", -32602L, "message", String.valueOf(fault.getMessage())));
        }
        return reply;
    }

    /** One reply a request, until the end of input. */
    static void serve() throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        PrintStream out = new PrintStream(System.out, true, UTF_8);
        for (String line = in.readLine(); line != null; line = in.readLine()) out.print(Json.write(answer(line)) + "\n");
        out.flush();
    }
}
