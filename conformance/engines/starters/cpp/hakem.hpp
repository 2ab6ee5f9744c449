// The protocol (spec/protocol.md). This file can stay as it is; what you claim stands in `claims`.
#pragma once

#include "json.hpp"

#include <algorithm>
#include <array>
#include <iostream>

using Object = std::map<std::string, Json>;

// An error of JSON-RPC: its code, its message, and what it is about.
struct Fault {
    int code;
    std::string message, what;
};

inline Json by_side(std::array<int, 2> two) { return Object{{"NS", two[0]}, {"EW", two[1]}}; }

template <class Deal> Json legal_map(const Deal &deal) {
    Object map;
    for (const auto &[seat, actions] : deal.legal()) map[seat] = actions;
    return map;
}

template <class Deal> bool is_legal(const Deal &deal, const std::string &action) {
    for (const auto &[seat, actions] : deal.legal())
        if (std::find(actions.begin(), actions.end(), action) != actions.end()) return true;
    return false;
}

template <class Deal> Json replay(const Json &params, const std::vector<std::pair<std::int64_t, std::string>> &attempts) {
    const Json &game = params["game"];
    if (game["rules"].text != Deal::rules || !game["with"].items.empty())
        throw Fault{-32000, "not played here", game["rules"].text};
    Deal deal(game);
    std::vector<std::string> actions = params["actions"].texts();
    std::vector<Json> steps, verdicts(attempts.size());
    Json refused;
    for (std::size_t at = 0; at <= actions.size() && refused.is_null(); at++) {
        Object step{{"legal", legal_map(deal)}, {"points", by_side(deal.points)}, {"tricks", by_side(deal.tricks)}};
        steps.push_back(step);
        for (std::size_t i = 0; i < attempts.size(); i++)
            if (attempts[i].first == static_cast<std::int64_t>(at))
                verdicts[i] = Object{{"accepted", is_legal(deal, attempts[i].second)}};
        if (at == actions.size()) break;
        if (is_legal(deal, actions[at])) deal.apply(actions[at]);
        else refused = Object{{"at", static_cast<int>(at)}, {"do", actions[at]}};
    }
    Json result = deal.result();
    return Object{{"accepted", static_cast<int>(steps.size()) - 1}, {"refused", refused}, {"result", result},
                  {"turn", result.is_null() ? Json(deal.turn_name()) : Json()}, {"steps", steps}, {"attempts", verdicts}};
}

template <class Deal> Json call(const std::string &method, const Json &params) {
    if (method == "hello") return Deal::claims();
    if (method != "replay" && method != "legal" && method != "probe") throw Fault{-32601, "no such method", method};
    std::vector<std::pair<std::int64_t, std::string>> attempts;
    for (const Json &one : params["attempts"].items) attempts.emplace_back(one["at"].number, one["do"].text);
    for (const std::string &one : params["try"].texts()) attempts.emplace_back(params["actions"].items.size(), one);
    Json reply = replay<Deal>(params, attempts);
    if (method == "replay") return reply;
    if (!reply["refused"].is_null()) return Object{{"refused", reply["refused"]}};
    if (method == "probe") return Object{{"verdicts", reply["attempts"]}};
    return Object{{"legal", reply["steps"].items.back()["legal"]}};
}

template <class Deal> Json answer(const std::string &line) {
    Object reply{{"jsonrpc", "2.0"}, {"id", Json()}};
    auto error = [&](int code, const std::string &message, const std::string &what) {
        reply["error"] = Object{{"code", code}, {"message", message}, {"data", Object{{"what", what}}}};
    };
    try {
        Json request = Json::parse(line);
        reply["id"] = request["id"];
        reply["result"] = call<Deal>(request["method"].text, request["params"]);
    } catch (const Fault &fault) {
        error(fault.code, fault.message, fault.what);
    } catch (const std::invalid_argument &fault) {
        error(-32700, fault.what(), "");
    } catch (const std::exception &fault) {
        error(-32602, fault.what(), "");
    }
    return reply;
}

// One reply a request, until the end of input.
template <class Deal> int serve() {
    for (std::string line; std::getline(std::cin, line);) std::cout << answer<Deal>(line).write() << std::endl;
    return 0;
}
