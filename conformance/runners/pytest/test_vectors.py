"""The vectors as cases of pytest, on an engine in the same process: no harness, no protocol, a debugger at hand."""

import copy
import json
import sys
from pathlib import Path

import pytest

CONFORMANCE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(CONFORMANCE / "engines/python"))
from game29 import Card, Game, IllegalMove  # noqa: E402  (the engine under test)

# -- my engine: how it is begun, and what an action is to it -------------------------------------------------------

SEATS = "NESW"
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANKS = {letter: rank for rank, letter in enumerate("789TJQKA", 7)}


def card(text):
    return Card(SUITS[text[0]], RANKS[text[1]])


def begin(vector):
    dealer, deal = SEATS.index(vector["dealer"]), vector["deal"]
    if "pack" in deal:  # card by card from the dealer's next seat on
        texts = [deal["pack"].split()[(seat - dealer - 1) % 4 :: 4] for seat in range(4)]
    else:
        texts = [" ".join(packet[seat] for packet in deal["packets"]).split() for seat in SEATS]
    score = vector.get("before", {}).get("score", {"NS": 0, "EW": 0})
    return Game(dealer, [list(map(card, hand)) for hand in texts], (score["NS"], score["EW"]))


def act(game, action):
    """Raises IllegalMove."""
    seat, (word, _, rest) = SEATS.index(action[0]), action[2:].partition(" ")
    if word == "P":
        game.pass_bid(seat)
    elif word.isdigit():
        game.bid(seat, int(word))
    elif word == "trump" and rest in SUITS:
        game.choose(seat, SUITS[rest])
    elif word in ("ask", "show"):
        getattr(game, word)(seat)
    elif word == "pair":
        game.royals(seat, SUITS[rest])
    elif word[0] in SUITS and word[1:] in RANKS:
        game.play(seat, card(word))
    else:
        raise IllegalMove("nothing of this game")


# -- the vectors: spec/vectors.md ----------------------------------------------------------------------------------


def mine(vector):
    """Single deals of the game that the engine plays."""
    return vector["rules"] == "twenty-nine@1" and not {"with", "match", "from"} & vector.keys()


def load():
    vectors = (json.loads(path.read_bytes()) for path in sorted(CONFORMANCE.glob("vectors/twenty-nine/*.json")))
    return [pytest.param(vector, id=vector["id"]) for vector in vectors if mine(vector)]


@pytest.mark.parametrize("vector", load())
def test_vector(vector):
    game = begin(vector)
    for at, step in enumerate(vector["steps"]):
        step = {"do": step} if isinstance(step, str) else step
        where = f"{vector['title']}, after {at} actions"
        if "points" in step:
            assert game.points == [step["points"]["NS"], step["points"]["EW"]], where
        for refusal in step.get("refuse", []):
            before = copy.deepcopy(vars(game))
            with pytest.raises(IllegalMove):
                act(game, refusal["do"])
            assert vars(game) == before, f"{where}: the refused {refusal['do']} changed something"
        if "do" in step:
            act(game, step["do"])
        if step.get("result"):
            score = step["result"]["score"]
            assert game.scores == [score["NS"], score["EW"]], where
            assert game.made == step["result"]["made"], where
