"""Records: read, replayed, written and scanned, beside python-chess and endplay on games made for it."""

from __future__ import annotations

import io
import random
import time
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import chess
import chess.pgn
from endplay.parsers import pbn
from endplay.types import Bid, Board, Card, Contract, Deal, Denom, Player

from hakem import rules
from hakem.cards import pack
from hakem.game.match import Match
from hakem.record import export_board, export_header, read
from hakem.record.cuts import pieces
from hakem.record.nodes import Board as Record
from hakem.replay import replay
from hakem.replay.recorder import board_of, header_of
from measure import Case, Group

NOTES = """Ours: whole matches of random play in TTN, read at the level `strict`. Reading gives nodes with their places;
replay also checks the structure, plays every action under the rules and checks every claim (winners, counts, result,
score, next dealer). A Twenty-Nine deal has some 40 actions, a Court Piece deal 53.
python-chess: random games of at most 80 plies, `read_game`, which checks that every move is legal.
endplay: boards with auction and 13 tricks, `pbn.loads`, which reads the cards and does not check the play.
All three are Python; deals, games and boards differ in length, so the table has actions (calls, cards, moves) as well.
The scan finds every deal and its name and reads nothing else, beside python-chess's `read_headers`."""
DEALS = 600
GAMES = 200
PLIES = 80
SUITS, RANKS = "SHDC", "AKQJT98765432"


def group() -> Group:
    """The cases."""
    cases = []
    for name in ("twenty-nine", "court-piece"):
        cases += [
            Case(f"{name}, read", "deals/s", partial(rate, ours, name, reading), 2000),
            Case(f"{name}, read and replay", "deals/s", partial(rate, ours, name, replaying), 2000),
            Case(f"{name}, written", "deals/s", partial(rate, nodes, name, writing)),
        ]
    games = [
        Case("python-chess, read_game", "deals/s", partial(rate, chess_games, "", reading_chess), peer=True),
        Case("endplay, pbn.loads", "deals/s", partial(rate, bridge_boards, "", reading_bridge), peer=True),
    ]
    per_action = [
        Case(f"{case.name}, by action", "actions/s", partial(_scaled, case.run, make, name), peer=case.peer)
        for case, make, name in ((cases[1], ours, "twenty-nine"), (cases[4], ours, "court-piece"),
                                 (games[0], chess_games, ""), (games[1], bridge_boards, ""))
    ]  # fmt: skip
    scans = [
        Case("scan, twenty-nine", "headers/s", partial(rate, ours, "twenty-nine", scanning), 200_000),
        Case("python-chess, read_headers", "headers/s", partial(rate, chess_games, "", scanning_chess), peer=True),
    ]
    return Group("Records", NOTES, [*cases, *games, *per_action, *scans])


Made = tuple[Any, int, int]  # the text or nodes, how many deals, how many actions


def rate(make: Callable[[str], Made], name: str, work: Callable[[Any], int]) -> float:
    """Deals a second of `work` on what `make` makes."""
    text, deals, _ = make(name)
    began = time.process_time()
    done = work(text)
    spent = time.process_time() - began
    assert done == deals, (done, deals)
    return deals / spent


def _scaled(run: Callable[[], float], make: Callable[[str], Made], name: str) -> float:
    _, deals, actions = make(name)
    return run() * actions / deals


@cache
def ours(name: str, least: int = DEALS) -> Made:
    """Whole matches of random play, at least `least` deals, as a TTN file."""
    rule_set = rules.load(name)
    cards = list(pack(rule_set["pack.order"], rule_set["pack.remove"]))
    dice = random.Random(29)
    parts: list[str] = []
    deals = actions = 0
    while deals < least:
        parts.append(export_header(header_of(rule_set, Event=f"Table {len(parts)}"), first=not parts))
        match = Match(rule_set)
        while not match.over:
            dice.shuffle(cards)
            game = match.next_deal({"pack": " ".join(cards)})
            while not game.over:
                legal = game.legal()
                choice = legal.get(game.turn or "") or next(iter(legal.values()))
                game.apply(choice[int(dice.random() * len(choice))])
                actions += 1
            parts.append(export_board(board_of(game, str(len(match.games)))))
            deals += 1
    return "".join(parts), deals, actions


def reading(text: str) -> int:
    found = list(read(io.BytesIO(text.encode()), "strict"))
    assert not any(each.findings for each in found)
    return sum(isinstance(each.node, Record) for each in found)


def replaying(text: str) -> int:
    deals = 0
    for each in replay(read(io.BytesIO(text.encode()), "strict"), "strict"):
        assert not each.findings, each.findings
        deals += each.game is not None and each.game.over
    return deals


@cache
def nodes(name: str) -> Made:
    """The boards of `ours`, read."""
    text, deals, actions = ours(name)
    found = [each.node for each in read(io.BytesIO(text.encode()), "strict")]
    return [node for node in found if isinstance(node, Record)], deals, actions


def writing(boards: list[Record]) -> int:
    return len([export_board(board) for board in boards])


def scanning(text: str) -> int:
    return sum(piece.name != "" for piece in pieces(io.BytesIO(text.encode())))


@cache
def chess_games(_: str) -> Made:
    """Random games of chess as PGN."""
    dice = random.Random(29)
    parts: list[str] = []
    moves = 0
    for _number in range(GAMES):
        board = chess.Board()
        while len(board.move_stack) < PLIES and not board.is_game_over():
            board.push(dice.choice(list(board.legal_moves)))
        moves += len(board.move_stack)
        parts.append(f"{chess.pgn.Game.from_board(board)}\n\n")
    return "".join(parts), GAMES, moves


def reading_chess(text: str) -> int:
    stream, games = io.StringIO(text), 0
    while (game := chess.pgn.read_game(stream)) is not None:
        assert not game.errors
        games += 1
    return games


def scanning_chess(text: str) -> int:
    stream, games = io.StringIO(text), 0
    while chess.pgn.read_headers(stream) is not None:
        games += 1
    return games


@cache
def bridge_boards(_: str) -> Made:
    """Random boards of bridge as PBN."""
    dice = random.Random(29)
    boards = [_bridge_board(dice, number + 1) for number in range(DEALS)]
    return pbn.dumps(boards), DEALS, sum(len(board.auction) + len(board.play) for board in boards)


def _bridge_board(dice: random.Random, number: int) -> Board:
    calls = sorted(dice.sample([f"{level}{suit}" for level in range(1, 8) for suit in "CDHSN"], 4))
    calls = sorted(calls, key=lambda call: (call[0], "CDHSN".index(call[1])))
    words = [word for call in calls for word in (call.replace("N", "NT"), "P")]
    words += ["P", "P"]  # three passes in all after the last call
    cards = [suit + rank for suit in SUITS for rank in RANKS]
    dice.shuffle(cards)
    hands = [cards[seat * 13 : seat * 13 + 13] for seat in range(4)]
    text = " ".join(
        ".".join("".join(sorted((c[1] for c in hand if c[0] == suit), key=RANKS.index)) for suit in SUITS)
        for hand in hands
    )
    trump, declarer = calls[-1][1], 6 % 4  # the last of four calls by the dealer's side, North dealing
    leader = (declarer + 1) % 4
    play = []
    for _ in range(13):
        trick: list[str] = []
        for step in range(4):
            hand = hands[(leader + step) % 4]
            held = [card for card in hand if trick and card[0] == trick[0][0]] or hand
            trick.append(hand.pop(hand.index(dice.choice(held))))
        play += trick
        worth = [(card[0] == trump, card[0] == trick[0][0], -RANKS.index(card[1])) for card in trick]
        leader = (leader + worth.index(max(worth))) % 4
    contract = Contract(level=int(calls[-1][0]), denom=Denom.find(trump), declarer=Player(declarer))
    return Board(Deal(f"N:{text}"), [Bid(word) for word in words], [Card(card) for card in play], number,
                 dealer=Player.north, contract=contract)  # fmt: skip


def reading_bridge(text: str) -> int:
    boards = pbn.loads(text)
    assert all(len(board.play) == 52 for board in boards)
    return len(boards)
