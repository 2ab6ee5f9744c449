"""Whole matches: boards in order, each under the rule set its header names, offices and score passed on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from hakem import rules as rule_sets
from hakem.cards import SEATS
from hakem.errors import Finding, HakemError
from hakem.game import Before, Game
from hakem.record import structure, tags
from hakem.record.load import Level, Reading
from hakem.record.nodes import Board, Header
from hakem.record.source import Source
from hakem.replay import claims
from hakem.replay.cards import NoCards, packets_told, rotation, uneven, wire_deal
from hakem.replay.line import Line
from hakem.rules import RuleSet

#: Structural faults from which on the rules would only say the same again.
_HOPELESS = {
    "trick_order", "wrong_leader", "trick_size", "card_twice", "card_not_held", "no_such_seat", "unknown_call",
    "unknown_word", "bad_arguments",
}  # fmt: skip
_PAIRS = re.compile(r"([A-FNSW]+) ([+-]?[0-9]+)")


@dataclass(frozen=True, slots=True)
class Replayed:
    """A header or board, and everything that is to be said about it.

    `node` is the board with what its record left out filled in where the rules can tell; `game` is the deal as far
    as it could be followed, None if it could not be begun.
    """

    source: Source
    node: Header | Board | None
    findings: tuple[Finding, ...]
    game: Game | None = None


def replay(readings: Iterable[Reading], level: Level = "lenient", rules: RuleSet | None = None) -> Iterator[Replayed]:
    """Check and play every board. `rules` stands in for the rule set the headers name."""
    session = _Session(level, rules)
    for reading in readings:
        yield session.header(reading) if isinstance(reading.node, Header) else session.board(reading)


class _Session:
    """The match so far."""

    def __init__(self, level: Level, rules: RuleSet | None) -> None:
        self.level = level
        self.repairable: Literal["error", "warning"] = "error" if level == "strict" else "warning"
        self.given = rules
        self.rules = rules
        self._header = Header()
        self.name = ""
        #: The deal before, if it was played to its end by the rules.
        self.last: Game | None = None
        self.won = False

    def header(self, reading: Reading) -> Replayed:
        """A match begins."""
        source, header = reading.source, reading.node
        assert isinstance(header, Header)
        self._header, self.name, self.last, self.won = header, "", None, False
        findings = [*reading.findings, *structure.check_header(source, header)]
        self.rules = self.given
        if self.given is None:
            findings += self._load(source, header)
        if self.rules is not None:
            findings += _header_against_rules(source, header, self.rules)
        return Replayed(source, header, tuple(findings))

    def _load(self, source: Source, header: Header) -> Iterator[Finding]:
        name = header.tag("Rules")
        if name is None:
            if header.tags:
                message = "no [Rules], so only the notation is checked"
                yield replace(source.finding("unknown_rules", message, "", severity="warning"), where="Rules")
            return
        if tags.fault_in("Rules", name):
            return
        try:
            self.rules = rule_sets.load(name, (header.tag("Options") or "").split())
        except HakemError as error:
            first = error.findings[0]
            yield source.finding("unknown_rules", first.message, "Rules", expected=first.expected, hint=first.hint)

    def board(self, reading: Reading) -> Replayed:
        """The next deal of the match."""
        source, board = reading.source, reading.node
        last, self.last = self.last, None
        if not isinstance(board, Board):
            return Replayed(source, None, _in_order(reading.findings))
        rules = self.rules
        order = structure.rotation(self._header, board) if rules is None else rotation(rules, "seats.play_turn")
        findings = [*reading.findings, *structure.check_board(source, board, order, self.level, self.name)]
        self.name = board.name
        game = None if rules is None else self._deal(source, board, rules, last, findings)
        if game is not None:
            board = self._play(source, board, game, findings)
            self.last = game if game.over else None
            self.won = self.won or game.match_over
        return Replayed(source, board, _in_order(findings), game)

    def _deal(
        self, source: Source, board: Board, rules: RuleSet, last: Game | None, findings: list[Finding]
    ) -> Game | None:
        """The deal of the board, with what it finds of the match."""
        dealer = board.tag("Dealer")
        if dealer is None:
            findings.append(source.finding("no_deal", "the board has no [Dealer]", "Board", severity="warning"))
            return None
        if tags.fault_in("Dealer", dealer):
            return None
        if dealer not in (seats := SEATS[rules["seats.count"]]):
            message = f"{dealer} is no seat of this table"
            findings.append(source.finding("deal_refused", message, "Dealer", expected=" ".join(seats)))
            return None
        try:
            deal = wire_deal(board, rules, dealer)
            return Game(rules, dealer, deal, self._before(source, board, dealer, last, findings))
        except NoCards as fault:
            severity: Literal["error", "warning"] = "error" if fault.code == "deal_refused" else "warning"
            if fault.code != "bad_value":
                findings.append(
                    source.finding(fault.code, fault.message, fault.tag, hint=fault.hint, severity=severity)
                )
        except HakemError as error:
            first = error.findings[0]
            tag = "Dealer" if first.where == "dealer" else "Pack" if board.tag("Pack") else "Deal"
            findings.append(source.finding("deal_refused", first.message, tag, expected=first.expected))
        return None

    def _before(
        self, source: Source, board: Board, dealer: str, last: Game | None, findings: list[Finding]
    ) -> Before | None:
        """What the deal finds: what the one before left, else the score that [Total] and [Score] imply."""
        if self.won:
            message = "the match is already won; this deal is no part of it"
            findings.append(source.finding("match_over", message, "Board", severity="warning"))
        elif last is not None and last.result is not None:
            expected = last.result["next"]["dealer"]
            if dealer != expected:
                message = f"after the board before {expected} deals, not {dealer}"
                findings.append(source.finding("wrong_dealer", message, "Dealer", expected=expected))
            return last.after
        total, change = (dict(_PAIRS.findall(board.tag(name) or "")) for name in ("Total", "Score"))
        return Before(score={side: int(number) - int(change.get(side, 0)) for side, number in total.items()})

    def _play(self, source: Source, board: Board, game: Game, findings: list[Finding]) -> Board:
        """Play the board; the board with what it left out filled in."""
        hopeless = [_place(finding) for finding in findings if finding.code in _HOPELESS]
        line = Line(source, game, self.repairable)
        auction, play = board.auction, board.play
        if auction is not None:
            line.expect_first(auction.first, "Auction")
            items = line.calls(auction.items)
            auction = auction if items == auction.items else replace(auction, items=items)
        if play is not None:
            line.expect_first(play.leader, "Play")
            tricks = line.tricks(play.tricks)
            play = play if tricks == play.tricks else replace(play, tricks=tricks)
        told = packets_told(board)
        if told is not None and sum(event[0] == "dealt" for event in game.log) > told:
            fault = uneven(game.rules)
            findings.append(source.finding(fault.code, fault.message, fault.tag, hint=fault.hint))
            return board
        findings += [found for found in line.findings if not hopeless or _place(found) < min(hopeless)]
        if goes_on := [_place(found) for found in findings if found.code == "record_goes_on"]:
            findings[:] = [found for found in findings if found.code not in _HOPELESS or _place(found) < min(goes_on)]
        if not line.known:
            message = "not everything is known; the rules were tried up to the first unknown card or trump"
            findings.append(source.finding("deal_incomplete", message, "Board", severity="warning"))
        if auction is not board.auction or play is not board.play:
            board = replace(board, auction=auction, play=play)
        if any(finding.code == "missing_end" for finding in findings):
            if not game.over or line.stopped:
                return board
            board = replace(board, end=claims.ends(game)[0])
        if line.stopped or hopeless:
            return board
        for code, message, tag, expected in (*claims.check_end(board, game), *claims.check_tags(board, game)):
            findings.append(source.finding(code, message, tag, expected=expected))
        return board


def _place(finding: Finding) -> tuple[int, int]:
    return finding.line, finding.column


def _in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings in the order of the text."""
    return tuple(sorted(findings, key=_place))


def _header_against_rules(source: Source, header: Header, rules: RuleSet) -> Iterator[Finding]:
    digest, told = header.tag("RulesDigest"), header.tag("Rotation")
    if digest is not None and digest != rules.digest and not tags.fault_in("RulesDigest", digest):
        message = f"the rule set {rules.name} has another digest"
        yield source.finding("digest_differs", message, "RulesDigest", expected=rules.digest)
    order = rotation(rules, "seats.play_turn")
    if told is not None and not tags.fault_in("Rotation", told) and not _same_round(told, order):
        yield source.finding("wrong_rotation", f"{rules.name} is played {order}", "Rotation", expected=order)


def _same_round(first: str, second: str) -> bool:
    """Whether two orders go round the same table the same way, wherever they begin."""
    return len(first) == len(second) and first in second * 2
