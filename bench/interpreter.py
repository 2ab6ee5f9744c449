"""The interpreter: decisions a second of random play, beside OpenSpiel's compiled games driven from Python."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial

import pyspiel

from hakem import rules
from hakem.cards import pack
from hakem.game import Game
from measure import Case, Group

NOTES = """Ours: the whole legal map as text, the choice, the action, its events, and the deal itself, in plain Python.
OpenSpiel: a list of integers, the choice, the action, in C++ behind pybind11; it makes no events and gives no reasons.
Its deal is one chance node a card; the second row of each game leaves the deal out of the time.
A view is what one seat may know, asked for at every decision: its time over that of a decision without it."""
SECONDS = 1.0


def group() -> Group:
    """The cases."""
    return Group(
        "Interpreter, random play on one core",
        NOTES,
        [
            Case("twenty-nine", "decisions/s", partial(play, "twenty-nine"), 150_000),
            Case("court-piece", "decisions/s", partial(play, "court-piece"), 150_000),
            *(
                Case(f"OpenSpiel {name}{'' if deal else ' without its deal'}", "decisions/s",
                     partial(open_spiel, name, deal), peer=True)
                for name in ("euchre", "spades") for deal in (True, False)
            ),
            Case("view of one seat, twenty-nine", "of a decision", partial(view, "twenty-nine"), 2, small=True),
            Case("view of one seat, court-piece", "of a decision", partial(view, "court-piece"), 2, small=True),
        ],
    )  # fmt: skip


def play(name: str, look: Callable[[Game], object] | None = None, seconds: float = SECONDS) -> float:
    """Decisions a second of one rule set, with `look` called before each of them."""
    rule_set = rules.load(name)
    cards = list(pack(rule_set["pack.order"], rule_set["pack.remove"]))
    dice = random.Random(29)
    decisions = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        dice.shuffle(cards)
        game = Game(rule_set, "N", {"pack": " ".join(cards)})
        while not game.over:
            if look is not None:
                look(game)
            legal = game.legal()
            choice = legal.get(game.turn or "") or next(iter(legal.values()))
            game.apply(choice[int(dice.random() * len(choice))])
            decisions += 1
    return decisions / spent


def view(name: str) -> float:
    """The time of one seat's view at every decision, in times of a decision."""
    plain, looking = play(name, None, SECONDS / 2), play(name, lambda game: game.view("W"), SECONDS / 2)
    return plain / looking - 1


def open_spiel(name: str, deal_timed: bool) -> float:
    """Decisions a second of one of OpenSpiel's games; chance nodes are played and not counted."""
    game = pyspiel.load_game(name)
    dice = random.Random(29)
    decisions, spent = 0, 0.0
    while spent < SECONDS:
        began = time.process_time()
        state = game.new_initial_state()
        while state.is_chance_node():
            legal = state.legal_actions()
            state.apply_action(legal[int(dice.random() * len(legal))])
        if not deal_timed:
            began = time.process_time()
        while not state.is_terminal():
            legal = state.legal_actions()
            decisions += not state.is_chance_node()
            state.apply_action(legal[int(dice.random() * len(legal))])
        spent += time.process_time() - began
    return decisions / spent
