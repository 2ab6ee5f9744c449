"""What can be wrong with an adapter, by name, and what to do about it (`hakem doctor`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

#: Name -> the fix, in words that fit any language.
FIXES: Mapping[str, str] = {
    "ended": "run the command by hand, type a line, and read what it says: it reads lines until the end of its input",
    "one_request_only": "read lines in a loop until the end of the input: a process answers thousands of requests",
    "no_flush": "flush after every reply (print(…, flush=True), fflush), and read line by line, not to the end",
    "no_newline": "end every reply with a newline, and flush",
    "no_reply": "answer every line that comes in with one line, errors too; look whether it waits for something else",
    "reply_on_stderr": "replies go to standard output, only logs to standard error",
    "header_framing": "one JSON object a line, without Content-Length or other headers",
    "batch": "a reply is one object, not an array of them",
    "echo": "it sends back what it was sent: parse the line, and answer with `result`",
    "bom": "write UTF-8 without a byte-order mark (in .NET: new UTF8Encoding(false))",
    "crlf": "nothing has to be done: \\r\\n is tolerated; \\n is simpler",
    "pretty_json": "write the object on one line: no indentation, no line breaks inside",
    "two_on_a_line": "a newline after every object",
    "not_json": "build the reply with a JSON library, not by hand",
    "not_utf8": "write UTF-8, or escape everything beyond ASCII as \\uXXXX",
    "nan": "JSON has no NaN and no Infinity",
    "float_numbers": "write whole numbers without a decimal point: 16, not 16.0",
    "no_reply_object": 'a reply is {"jsonrpc": "2.0", "id": …, "result": {…}}, or `error` instead of `result`',
    "id_changed": "send the id back unchanged, of the same type: integers stay integers, texts stay texts",
    "late_reply": "answer the request that was read, at once; do not send the reply to the one before",
    "double_reply": "reply once to each request",
    "huge_line": "a line is at most 4 MiB: leave out what was not asked for",
    "stray_print": "print logs and greetings to standard error; standard output is for replies only",
    "schema": "compare the reply with spec/protocol.md; names and types are as in its examples",
    "protocol_version": 'answer `hello` with one of the offered versions: "protocol": "1.0"',
    "unknown_claim": "names are as in spec/protocol.md section 4; what is not known there is never asked",
    "nothing_claimed": 'name the rule sets that it plays: "rules": [{"id": "twenty-nine@1.0.0"}]',
    "unknown_method": "answer an unknown method with the error -32601, and go on",
    "broken_line": "answer a line that is no JSON with the error -32700 and the id null, and go on",
    "unknown_field": "ignore fields that it does not know",
    "long_line": "read whole lines of up to 4 MiB: a fixed buffer cuts them off",
    "claimed_unsupported": "take it out of `hello`, or do it",
    "internal_error": "the engine failed while it answered: read its log",
    "params_refused": "the request is valid (it fits the schema): look how the adapter reads its parts",
    "illegal_is_error": "an illegal action is a result, not an error: `accepted` and `refused`",
    "wrong_digest": "answer `define` with the `digest` of the document, as it stands there",
    "not_deterministic": "no random numbers, times or addresses in replies; do not shuffle given cards",
    "unstable_bytes": "write the keys of objects in a fixed order: equal requests get equal bytes",
    "state_kept": "begin a new game for every request: nothing may be left of the one before",
    "slow": "5 seconds is the limit of a request; a deal should take milliseconds",
    "slow_start": "30 seconds is the limit of the start; every restart of the process takes it again",
    "no_exit": "end when standard input ends, with exit code 0",
    "exit_code": "end with exit code 0 when standard input ends",
    "child_left": "end its own children when standard input ends",
}
#: What does no harm.
NOTES = frozenset({"crlf", "slow", "slow_start", "unstable_bytes", "unknown_claim", "stray_print"})


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One thing that is wrong, or worth a note. `name` is a key of `FIXES`; `told`: what was seen."""

    name: str
    told: str

    @property
    def fix(self) -> str:
        return FIXES[self.name]

    @property
    def is_fault(self) -> bool:
        return self.name not in NOTES

    def to_json(self) -> dict[str, object]:
        return {"name": self.name, "fault": self.is_fault, "told": self.told, "fix": self.fix}
