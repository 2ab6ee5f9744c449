// As much JSON as the protocol needs: integers only. Use a library instead if you like.
#pragma once

#include <cctype>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

struct Json {
    enum Kind { null, boolean, integer, string, array, object } kind = null;
    std::int64_t number = 0; // of a boolean too
    std::string text;
    std::vector<Json> items;
    std::map<std::string, Json> fields;

    Json() = default;
    Json(bool value) : kind(boolean), number(value) {}
    Json(int value) : kind(integer), number(value) {}
    Json(std::int64_t value) : kind(integer), number(value) {}
    Json(const char *value) : kind(string), text(value) {}
    Json(std::string value) : kind(string), text(std::move(value)) {}
    Json(std::vector<Json> value) : kind(array), items(std::move(value)) {}
    Json(std::map<std::string, Json> value) : kind(object), fields(std::move(value)) {}
    Json(const std::vector<std::string> &texts) : kind(array), items(texts.begin(), texts.end()) {}

    bool is_null() const { return kind == null; }

    // The value of a key; null where there is none.
    const Json &operator[](const std::string &key) const {
        static const Json nothing;
        auto found = fields.find(key);
        return found == fields.end() ? nothing : found->second;
    }

    std::vector<std::string> texts() const {
        std::vector<std::string> found;
        for (const Json &item : items) found.push_back(item.text);
        return found;
    }

    std::string write() const {
        switch (kind) {
        case boolean: return number ? "true" : "false";
        case integer: return std::to_string(number);
        case string: return quoted(text);
        case array: {
            std::string out;
            for (const Json &item : items) out += (out.empty() ? "" : ",") + item.write();
            return "[" + out + "]";
        }
        case object: {
            std::string out;
            for (const auto &[key, value] : fields) out += (out.empty() ? "" : ",") + quoted(key) + ":" + value.write();
            return "{" + out + "}";
        }
        default: return "null";
        }
    }

    // Throws std::invalid_argument.
    static Json parse(const std::string &text) {
        Reader reader{text};
        Json value = reader.value(0);
        if (reader.peek()) throw reader.fault("more than one value");
        return value;
    }

  private:
    static std::string quoted(const std::string &text) {
        static const char *digits = "0123456789abcdef";
        std::string out = "\"";
        for (char letter : text) {
            unsigned char byte = static_cast<unsigned char>(letter);
            if (byte < 0x20) out += std::string("\\u00") + digits[byte >> 4] + digits[byte & 15];
            else if (letter == '"' || letter == '\\') out += std::string("\\") + letter;
            else out += letter;
        }
        return out + "\"";
    }

    struct Reader {
        const std::string &text;
        std::size_t at = 0;
        static constexpr int deepest = 100;

        std::invalid_argument fault(const std::string &why) { return std::invalid_argument(why + " at " + std::to_string(at)); }

        // The next byte that is not space; 0 at the end.
        char peek() {
            while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at]))) at++;
            return at < text.size() ? text[at] : 0;
        }

        bool take(char wanted) { return peek() == wanted && ++at; }

        void expect(const std::string &token) {
            peek();
            if (text.compare(at, token.size(), token)) throw fault(token + " is expected");
            at += token.size();
        }

        Json value(int depth) {
            if (depth > deepest) throw fault("nested too deeply");
            switch (peek()) {
            case 'n': expect("null"); return {};
            case 't': expect("true"); return true;
            case 'f': expect("false"); return false;
            case '"': return read_text();
            case '[': {
                std::vector<Json> found;
                for (at++; !take(']'); found.push_back(value(depth + 1))) if (!found.empty()) expect(",");
                return found;
            }
            case '{': {
                std::map<std::string, Json> found;
                for (at++; !take('}');) {
                    if (!found.empty()) expect(",");
                    std::string key = read_text();
                    expect(":");
                    found[key] = value(depth + 1);
                }
                return found;
            }
            default: {
                std::size_t end = text.find_first_not_of("-0123456789", at);
                std::string digits = text.substr(at, end == std::string::npos ? end : end - at);
                if (digits.empty() || digits.size() > 17) throw fault("a value is expected");
                at += digits.size();
                return static_cast<std::int64_t>(std::stoll(digits));
            }
            }
        }

        std::string read_text() {
            static const std::string escapes = "ntrbf", meant = "\n\t\r\b\f";
            expect("\"");
            std::string out;
            while (at < text.size()) {
                char letter = text[at++];
                if (letter == '"') return out;
                if (letter != '\\' || at == text.size()) {
                    out += letter;
                    continue;
                }
                letter = text[at++];
                std::size_t place = escapes.find(letter);
                if (letter == 'u') add_utf8(out, code_point());
                else out += place == std::string::npos ? letter : meant[place];
            }
            throw fault("a text does not end");
        }

        unsigned hex() {
            std::string four = text.substr(at < text.size() ? at : text.size(), 4);
            if (four.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos || four.size() < 4)
                throw fault("four hexadecimal digits are expected");
            at += 4;
            return static_cast<unsigned>(std::stoul(four, nullptr, 16));
        }

        unsigned code_point() {
            unsigned high = hex();
            if (high < 0xd800 || high > 0xdbff || text.compare(at, 2, "\\u")) return high;
            at += 2;
            return 0x10000 + ((high - 0xd800) << 10) + ((hex() - 0xdc00) & 0x3ff);
        }

        static void add_utf8(std::string &out, unsigned code) {
            auto add = [&](unsigned byte) { out += static_cast<char>(byte); };
            if (code < 0x80) return add(code);
            if (code >= 0x10000) add(0xf0 | code >> 18), add(0x80 | (code >> 12 & 0x3f));
            else if (code >= 0x800) add(0xe0 | code >> 12);
            if (code >= 0x800) add(0x80 | (code >> 6 & 0x3f));
            else add(0xc0 | code >> 6);
            add(0x80 | (code & 0x3f));
        }
    };
};
