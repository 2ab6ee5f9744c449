"""The reference interpreter behind the stdio protocol (spec/protocol.md): one request in, one reply out.

`handle` answers a request object in-process; `serve` does it line by line. Equal requests get equal bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, BinaryIO

from hakem import rules as rule_sets
from hakem.cards import SEATS
from hakem.errors import Finding, HakemError
from hakem.game import Game, IllegalAction
from hakem.game.actions import parse
from hakem.game.events import all_as_json
from hakem.game.match import Match
from hakem.game.perft import divide, perft
from hakem.rules import library
from hakem.rules.ruleset import RuleSet
from hakem.version import __version__

VERSION = "1.0"
#: The longest line, in bytes.
MAX_LINE = 4 * 1024 * 1024

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
UNSUPPORTED = -32000

#: What `want` may list.
WANTED = frozenset({"points", "legal", "events"})

Params = Mapping[str, Any]


class WireError(Exception):
    """A message that could not be dealt with. `code` is one of the table in protocol.md section 1."""

    def __init__(self, code: int, message: str, what: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.data = None if what is None else {"what": what}


class Server:
    """Answers requests. It keeps the rule sets that `define` gave it, and nothing else."""

    def __init__(self) -> None:
        self._defined: dict[str, RuleSet] = {}
        self._methods: dict[str, Callable[[Params], dict[str, Any]]] = {
            "hello": self._hello,
            "replay": self._replay,
            "legal": self._legal,
            "probe": self._probe,
            "view": self._view,
            "perft": self._perft,
            "define": self._define,
        }

    def handle(self, request: Any) -> dict[str, Any]:
        """The reply to a request object; an error reply if it cannot be dealt with, never an exception."""
        reply: dict[str, Any] = {"jsonrpc": "2.0", "id": _id(request)}
        try:
            method, params = _envelope(request)
            if method not in self._methods:
                raise WireError(METHOD_NOT_FOUND, f"no method {method!r}", method)
            reply["result"] = self._methods[method](params)
        except WireError as error:
            reply["error"] = _error(error.code, str(error), error.data)
        except HakemError as error:
            reply["error"] = _error(INVALID_PARAMS, error.findings[0].message, _data(error.findings[0]))
        except Exception as error:  # the engine failed; the harness must hear of it
            reply["error"] = _error(INTERNAL_ERROR, f"{type(error).__name__}: {error}", None)
        return reply

    def answer(self, line: bytes) -> bytes:
        """The reply line to a request line, without its end."""
        try:
            request = json.loads(line.decode(), parse_int=_number, parse_float=_number, parse_constant=_no_number)
        except (ValueError, RecursionError):
            return _broken(PARSE_ERROR, "the line is no JSON")
        return _encode(self.handle(request))

    def _hello(self, params: Params) -> dict[str, Any]:
        offered = _listed(params, "protocol")
        if VERSION not in offered:
            raise WireError(UNSUPPORTED, f"only protocol {VERSION} is spoken here", "protocol")
        return {
            "protocol": VERSION,
            "engine": {"name": "hakem", "version": __version__, "language": "Python"},
            "rules": ["*"],
            "methods": list(self._methods),
            "features": ["points", "legal", "attempts", "reasons", "paths", "events", "match", "from"],
            "limits": {"maxLine": MAX_LINE},
        }

    def _define(self, params: Params) -> dict[str, Any]:
        document = _object(params, "document")
        rules = RuleSet.from_document(document)
        self._defined[rules.digest] = rules
        return {"digest": rules.digest}

    def _rules(self, game: Params) -> RuleSet:
        """The rule set a game names: by the digest of a definition, else by id and overlays."""
        if "digest" in game:
            digest = _text(game, "digest")
            if digest not in self._defined:
                raise WireError(UNSUPPORTED, f"no rule set with the digest {digest} was defined", digest)
            return self._defined[digest]
        name, overlays = _text(game, "rules"), _listed(game, "with") if "with" in game else []
        base = name.partition("@")[0]
        # The peer names rule sets, never files.
        known_here = library.is_shipped(base) or library.own(base)
        if not known_here or not re.fullmatch(r"(@[0-9]{1,9})?", name.removeprefix(base)):
            raise WireError(UNSUPPORTED, f"no rule set {name!r} comes with this engine", name)
        for overlay in overlays:
            if not any(known in library.shipped("overlay") for known in (overlay, f"overlay/{overlay}")):
                raise WireError(UNSUPPORTED, f"no overlay {overlay!r} comes with this engine", overlay)
        try:
            return rule_sets.load(name, overlays=overlays)
        except HakemError as error:
            raise WireError(UNSUPPORTED, error.findings[0].message, name) from error

    def _game(self, game: Params) -> Game:
        contract = None
        if "from" in game:
            if game["from"] != "play":
                raise WireError(INVALID_PARAMS, f"a deal cannot begin at {game['from']!r}", "from")
            contract = _object(game, "contract") if "contract" in game else {}
        return Game(self._rules(game), _text(game, "dealer"), _deal(game), _before(game), contract)

    def _position(self, params: Params) -> tuple[Game, dict[str, Any] | None]:
        """The game after the actions, and the refusal of the first one that is not legal."""
        game = self._game(_object(params, "game"))
        _, refused = _run(game, _actions(game, params))
        return game, refused

    def _replay(self, params: Params) -> dict[str, Any]:
        if "match" in params:
            return self._match(params)
        game = self._game(_object(params, "game"))
        actions = _actions(game, params)
        want = _listed(params, "want") if "want" in params else None
        if not WANTED.issuperset(want or ()):
            raise WireError(INVALID_PARAMS, f"only {', '.join(sorted(WANTED))} can be wanted", "want")
        attempts = _attempts(game, params) if "attempts" in params else None
        verdicts: dict[int, list[dict[str, Any]]] = {}
        steps = []
        refused = None
        seen = 0
        for position in range(len(actions) + 1):
            if want is not None:
                steps.append(_step(game, want, seen))
                seen = len(game.log)
            if attempts is not None:
                verdicts[position] = [_attempt(game, action) for at, action in attempts if at == position]
            if position == len(actions):
                break
            refused = applied(game, position, actions[position])
            if refused is not None:
                break
        result: dict[str, Any] = {"accepted": position, "refused": refused, "turn": game.turn}
        if attempts is not None:
            result["attempts"] = [verdicts[at].pop(0) if at in verdicts else None for at, _ in attempts]
        if want is not None:
            result["steps"] = steps
        result["result"] = game.result
        return result

    def _match(self, params: Params) -> dict[str, Any]:
        setting = _object(params, "match")
        match = Match(self._rules(setting), _text(setting, "dealer"), _before(setting))
        listed = _objects(params, "deals")
        seats = SEATS[match.rules.settings["seats.count"]]
        if match.dealer not in seats:
            raise WireError(INVALID_PARAMS, f"{match.dealer!r} is no seat", "dealer")
        for action in (action for entry in listed for action in _listed(entry, "actions")):
            if (parsed := parse(action)) is None or parsed.seat not in seats:
                raise WireError(INVALID_PARAMS, f"{action!r} is no action", "actions")

        def begun(entry: Params) -> tuple[Game, Sequence[str]]:
            game = match.next_deal(_deal(entry))
            return game, _actions(game, entry)

        return match_played(match, listed, begun)

    def _legal(self, params: Params) -> dict[str, Any]:
        game, refused = self._position(params)
        return {"refused": refused} if refused else {"legal": game.legal()}

    def _probe(self, params: Params) -> dict[str, Any]:
        game, refused = self._position(params)
        tried = _texts(game, _listed(params, "try"))
        return {"refused": refused} if refused else {"verdicts": [_attempt(game, action) for action in tried]}

    def _view(self, params: Params) -> dict[str, Any]:
        game, refused = self._position(params)
        seat = _text(params, "seat")
        if seat not in game.seats:
            raise WireError(INVALID_PARAMS, f"{seat!r} is no seat", "seat")
        return {"refused": refused} if refused else {"view": game.view(seat)}

    def _perft(self, params: Params) -> dict[str, Any]:
        game, refused = self._position(params)
        depth = params.get("depth")
        if not isinstance(depth, int) or isinstance(depth, bool) or depth < 0:
            raise WireError(INVALID_PARAMS, "depth is a whole number, 0 or more", "depth")
        if refused:
            return {"refused": refused}
        if params.get("divide") is True:
            parts = divide(game, depth)
            return {"count": sum(parts.values()) or 1, "divide": parts}
        return {"count": perft(game, depth)}


def _id(request: Any) -> int | str | None:
    """The id with which a reply goes back: the request's own if it is one."""
    number = request.get("id") if isinstance(request, dict) else None
    return number if isinstance(number, int | str) and not isinstance(number, bool) else None


def _envelope(request: Any) -> tuple[str, Params]:
    """Method and params of a request object."""
    if not isinstance(request, dict):
        raise WireError(INVALID_REQUEST, "a request is an object")
    if request.get("jsonrpc") != "2.0" or _id(request) is None:
        raise WireError(INVALID_REQUEST, 'a request has "jsonrpc": "2.0" and an id that is an integer or a string')
    method, params = request.get("method"), request.get("params", {})
    if not isinstance(method, str):
        raise WireError(INVALID_REQUEST, "a request names its method", "method")
    if not isinstance(params, dict):
        raise WireError(INVALID_PARAMS, "params are an object", "params")
    return method, params


def _number(text: str) -> int | float:
    """A number as JSON Schema has it: 17.0 is an integer, and one beyond ±(2^53 − 1) is none."""
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no JSON")


def _data(finding: Finding) -> dict[str, str]:
    """What an error reply says beside the message: the place of the fault, and what was expected there."""
    data = {"what": finding.where or finding.code}
    return data | ({"expected": finding.expected} if finding.expected else {})


def _error(code: int, message: str, data: dict[str, str] | None) -> dict[str, Any]:
    return {"code": code, "message": message} | ({"data": data} if data else {})


def _encode(reply: dict[str, Any]) -> bytes:
    return json.dumps(reply, separators=(",", ":")).encode()


def _broken(code: int, message: str) -> bytes:
    return _encode({"jsonrpc": "2.0", "id": None, "error": _error(code, message, None)})


def _object(params: Params, name: str) -> dict[str, Any]:
    value = params.get(name)
    if not isinstance(value, dict):
        raise WireError(INVALID_PARAMS, f"{name} is an object", name)
    return value


def _text(params: Params, name: str) -> str:
    value = params.get(name)
    if not isinstance(value, str):
        raise WireError(INVALID_PARAMS, f"{name} is a text", name)
    return value


def _deal(params: Params) -> dict[str, Any]:
    """The deal of a game in one of its two forms on the wire, every list of cards one text."""
    deal = _object(params, "deal")
    if ("pack" in deal) == ("packets" in deal):
        raise WireError(INVALID_PARAMS, "a deal has either a pack or packets", "deal")
    packets = _objects(deal, "packets") if "packets" in deal else []
    own: dict[str, Any] = {"pack": deal["pack"]} if "pack" in deal else {"rest": deal.get("rest", "")}
    for name, text in (pair for cards in [own, *packets] for pair in cards.items()):
        if not isinstance(text, str) or text.split() != (text.split(" ") if text else []):
            raise WireError(INVALID_PARAMS, "cards are one text, separated by single spaces", f"deal.{name}")
    return deal


def _before(params: Params) -> dict[str, Any] | None:
    return _object(params, "before") if "before" in params else None


def _listed(params: Params, name: str) -> list[str]:
    value = params.get(name)
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        raise WireError(INVALID_PARAMS, f"{name} is a list of texts", name)
    return value


def _objects(params: Params, name: str) -> list[dict[str, Any]]:
    value = params.get(name)
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise WireError(INVALID_PARAMS, f"{name} is a list of objects", name)
    return value


def _texts(game: Game, actions: Sequence[str]) -> Sequence[str]:
    """The actions, each of which is one; whether it is legal is another question."""
    for action in actions:
        game.check(action)
    return actions


def _actions(game: Game, params: Params) -> Sequence[str]:
    return _texts(game, _listed(params, "actions"))


def _attempts(game: Game, params: Params) -> list[tuple[int, str]]:
    attempts = []
    for entry in _objects(params, "attempts"):
        at, action = entry.get("at"), _text(entry, "do")
        if not isinstance(at, int) or isinstance(at, bool) or at < 0:
            raise WireError(INVALID_PARAMS, "at is a whole number, 0 or more", "attempts")
        attempts.append((at, action))
    _texts(game, [action for _, action in attempts])
    return attempts


def match_played(
    match: Match, deals: Sequence[Params], begun: Callable[[Params], tuple[Game, Sequence[str]]]
) -> dict[str, Any]:
    """Play deal after deal; what `replay` replies about a match (protocol.md section 4).

    `begun` deals an entry of `deals` as the next of the match, and says which actions it has.
    """
    played: list[dict[str, Any]] = []
    status = "unfinished"
    for entry in deals:
        game, actions = begun(entry)
        accepted, refused = _run(game, actions)
        played.append({**game.offices, "accepted": accepted, "refused": refused, "result": game.result})
        if refused is not None or not game.over:
            status = "stopped"
            break
        if match.over:
            status = "won"
            break
    return {
        "deals": played,
        "status": status,
        "winner": match.winner if status == "won" else None,
        "score": match.score,
        "unused": len(deals) - len(played),
    }


def applied(game: Game, position: int, action: str) -> dict[str, Any] | None:
    """Apply an action; what a refusal says if it is not legal."""
    try:
        game.apply(action)
    except IllegalAction as error:
        return {"at": position, "do": action, "reason": error.reason, "path": error.path}
    return None


def _run(game: Game, actions: Sequence[str]) -> tuple[int, dict[str, Any] | None]:
    """Apply actions up to the first that is refused: how many were accepted, and the refusal."""
    for position, action in enumerate(actions):
        if refused := applied(game, position, action):
            return position, refused
    return len(actions), None


def _attempt(game: Game, action: str) -> dict[str, Any]:
    """What would become of an action. Only one that is refused is really tried."""
    if game.refusal(action) is None:
        return {"accepted": True}
    refused = applied(game, 0, action)
    assert refused is not None
    return {"accepted": False, "reason": refused["reason"], "path": refused["path"]}


def _step(game: Game, want: Sequence[str], seen: int) -> dict[str, Any]:
    """What is wanted of a position; events are those after the first `seen`."""
    step: dict[str, Any] = {}
    if "legal" in want:
        step["legal"] = game.legal()
    if "events" in want:
        step["events"] = all_as_json(game.log[seen:])
    if "points" in want:
        step["points"], step["tricks"] = game.points(), game.tricks()
    return step


def serve(lines: BinaryIO, replies: BinaryIO) -> None:
    """Answer every line of `lines` until its end, flushing after each reply."""
    server = Server()
    while line := lines.readline(MAX_LINE + 2):
        content = line.removesuffix(b"\n")
        if content != line:
            content = content.removesuffix(b"\r")
        if len(content) > MAX_LINE:
            while not line.endswith(b"\n") and (line := lines.readline(MAX_LINE)):
                pass
            reply = _broken(INVALID_REQUEST, f"a line is at most {MAX_LINE} bytes")
        else:
            reply = server.answer(content)
        replies.write(reply + b"\n")
        replies.flush()


def handle(request: Any) -> dict[str, Any]:
    """The reply to one request object, with no memory of earlier ones."""
    return Server().handle(request)
