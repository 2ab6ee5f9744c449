"""Rule sets changed in one place: which changes there are, what the checker makes of them, who notices."""

import json
import random
from collections import Counter

import pytest

from hakem import rules, wire
from hakem.cards import pack
from hakem.errors import HakemError
from hakem.rules import document
from hakem.rules.checker import asleep
from hakem.vocabulary import vocabulary
from hakem_cli.main import main
from hakem_conformance.claims import Claims
from hakem_conformance.examine import examine
from hakem_conformance.interpreter import Interpreter
from hakem_conformance.judge import Check
from hakem_conformance.mutants import houses, run
from hakem_conformance.mutants.aim import Search, look
from hakem_conformance.mutants.change import changes
from hakem_conformance.mutants.distil import distil
from hakem_conformance.mutants.kill import Crash, kills
from hakem_conformance.mutants.known import entries, known
from hakem_conformance.mutants.lists import no_hand
from hakem_conformance.mutants.mutant import mutants
from hakem_conformance.mutants.others import others
from hakem_conformance.mutants.script import apart, play, replay
from hakem_conformance.mutants.source import source
from hakem_conformance.mutants.source import vector as vector_of
from hakem_conformance.mutants.tidy import shrunk
from hakem_conformance.suite import Vector, load

TWENTY_NINE = rules.load("twenty-nine")


def _others(path, value, house="twenty-nine"):
    return list(others(vocabulary().setting(path), value, rules.load(house).settings))


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        ("auction.bids.from", 15, [14, 16, 1]),  # at least 1
        ("match.floor", -6, ["none", -7, -5, -1]),  # at most -1
        ("match.floor", "none", [-1]),
        ("pair.declarers.limit", "lowest_bid", [1, 14, 15, 16, 28]),  # a bound, and what decides at a bid
        ("reveal.ask", "must", ["may", "auto"]),
        ("choose_trump.choices", ("suit",), [  # at least one item
            ("suit", "dealt_card"), ("suit", "no_trump"), ("suit", "reversed"), ("suit", "reversed_suit"),
        ]),
        ("auction.over_partner", {"kind": "at_least", "bid": 20}, [
            "free", "never", {"kind": "at_least", "bid": 19}, {"kind": "at_least", "bid": 21},
            {"kind": "at_least", "bid": 1},
        ]),
        ("stakes.factors", (2, 4), [(4,), (2,), (4, 2), (3, 4), (2, 3), (2, 5), (2, 4, 5)]),
        ("pack.remove", (), []),
    ],
)  # fmt: skip
def test_other_values(path, value, expected):
    assert sorted(map(str, _others(path, value))) == sorted(map(str, expected))


def test_lists_lose_change_and_gain_items():
    lists = _others("play.follow", ("led_suit", "any"))
    assert {("led_suit",), ("any",), ("any", "led_suit")} <= set(lists)
    assert {("trump", "led_suit", "any"), ("led_suit", "trump", "any"), ("led_suit", "any", "trump")} <= set(lists)
    assert len(lists) == len(set(lists)) == 3 + 3 * 5  # five other classes in three places


def test_amounts_and_conditions():
    assert set(_others("score.made.declarers", (1,))) == {(0,), (2,), (1, "bid"), (1, "over")}
    assert set(_others("score.made.declarers", ("bid",))) == {(-1, "bid"), (1, "bid"), (0,), ("bid", "over")}
    assert _others("score.made.when", {"made": True}) == [{}, {"made": False}]


def test_points_change_with_their_sum():
    changed = [change for change in changes(TWENTY_NINE) if change.path == "pack.points"]
    assert {change.settings["pack.total"] for change in changed} == {24, 28, 32}
    exchanged = next(change for change in changed if change.settings["pack.points"]["J"] == 2
                     and change.settings["pack.total"] == 28)  # fmt: skip
    assert exchanged.settings["pack.points"]["9"] == 3


def test_rows_go_and_boundaries_move():
    house = rules.load("court-piece")
    told = {change.told for change in changes(house)}
    assert "score.sweep: there -> away" in told
    moved = {change.after: change for change in changes(house) if change.path == "score.*.when.winner_tricks"}
    assert set(moved) == {"from 12"}  # from 14 on, nothing would be left of the sweep
    rows = moved["from 12"].settings["score"]
    assert rows["sweep"]["when"]["winner_tricks"] == {"min": 12, "max": 13}
    assert rows["court"]["when"]["winner_tricks"] == rows["beaten_hakem"]["when"]["winner_tricks"] == {"max": 11}


def test_the_checker_says_the_same_of_whole_documents():
    """A mutant is judged by its settings alone; the loader must take just the live ones as documents."""
    dice = random.Random(4)
    for name in ("twenty-nine/italian", "court-piece/double-sir"):
        found = list(mutants(rules.load(name)))
        for mutant in dice.sample([each for each in found if each.kind == "live"], 12):
            assert rules.from_document(document(mutant.rules)).digest == mutant.rules.digest
        for mutant in dice.sample([each for each in found if each.kind == "refused"], 12):
            made = rules.RuleSet("a", "1.0.0", "a", (), "", mutant.change.settings)
            with pytest.raises(HakemError):
                rules.from_document({key: value for key, value in document(made).items() if key != "digest"})


def test_dormant_are_what_the_checker_calls_so():
    found = list(mutants(TWENTY_NINE))
    dormant = {mutant.change.path: mutant.reason for mutant in found if mutant.kind == "dormant"}
    assert dormant["lone_hand.partner"] == "nobody may play alone (`lone_hand.who`)"
    assert dormant["score.lone_made.declarers"] == "it holds in no case"
    assert not {mutant.change.path for mutant in found if mutant.kind == "live"} & set(asleep(TWENTY_NINE))


def test_one_row_may_not_say_less_where_the_others_stay():
    """`over` in the row of failed contracts is 0 in every case, so no vector can tell."""
    kinds = {mutant.change.told: mutant.kind for mutant in mutants(TWENTY_NINE)}
    assert kinds['score.failed.declarers: [-1] -> [-1, "over"]'] == "equivalent"
    assert kinds['score.made.declarers: [1] -> [1, "over"]'] == "live"


@pytest.mark.parametrize(
    ("house", "path", "after", "same"),
    [
        # who asks is void, so that the led suit is never found; the maker who shows may get a marker of it
        ("twenty-nine", "reveal.after_ask", ["any"], True),
        ("twenty-nine/italian", "reveal.after_show", ["any"], False),
        ("twenty-nine", "reveal.after_show", ["any"], True),  # there is no marker
        ("twenty-nine", "reveal.after_ask", ["led_suit", "trump", "any"], False),
        # trumps count only after the reveal: an opponent's cannot be winning in the turn of the ask
        ("twenty-eight", "reveal.after_ask", ["led_suit", "trump_over_opponent", "trump", "any"], True),
        ("twenty-nine/nepal", "reveal.after_ask", ["led_suit", "trump", "any"], False),
        ("twenty-eight", "reveal.after_show", ["trump", "led_suit", "any"], False),  # refused for another reason
        ("twenty-nine", "play.lead", ["not_hidden_trump", "any"], False),
        ("court-piece", "play.lead", ["not_hidden_trump", "any"], True),  # nothing is hidden
        ("twenty-nine", "play.follow", ["led_suit", "not_hidden_trump", "any"], True),  # a void maker must show
        ("twenty-nine/italian", "play.follow", ["led_suit", "not_hidden_trump", "any"], False),
        ("court-piece", "play.follow", ["led_suit", "trump", "any"], False),
    ],
)
def test_lists_that_decide_the_same(house, path, after, same):
    told = {mutant.change.told: mutant.kind for mutant in mutants(rules.load(house))}
    before = json.dumps(list(rules.load(house)[path]))
    if f"{path}: {before} -> {json.dumps(after)}" in told:
        assert (told[f"{path}: {before} -> {json.dumps(after)}"] == "equivalent") == same
    else:
        settings = rules.load(house).settings
        assert no_hand(settings, {**settings, path: tuple(after)}, path) == same


@pytest.mark.parametrize("house", ["twenty-nine", "twenty-eight", "court-piece/hidden-trump"])
def test_plays_cannot_tell_what_is_found_equivalent(house):
    rule_set, dice = rules.load(house), random.Random(5)
    same = [mutant for mutant in mutants(rule_set) if mutant.kind == "equivalent" or (
        mutant.rules and known(rule_set, mutant.change))]  # fmt: skip
    assert len(same) >= 10
    for number in range(30):
        script = play(rule_set, rule_set, dice, deep=number % 3 == 0)
        assert [mutant.change.told for mutant in same if apart(script, mutant.rules)] == []


def test_kills_as_the_harness_judges():
    """The quick run of a vector says the same as the harness over the interpreter's server."""
    vectors = [vector for vector in load() if vector.rules == "twenty-nine@1" and not vector.overlays]
    dice = random.Random(7)
    verdicts = Counter()
    for mutant in dice.sample([each for each in mutants(TWENTY_NINE) if each.rules], 25):
        for vector in dice.sample(vectors, 6):
            ours, theirs = kills(vector, mutant.rules), _harness(vector, mutant.rules)
            verdicts[type(ours).__name__] += 1
            if isinstance(ours, Check):
                assert (ours.at, ours.kind) == (theirs.at, theirs.kind), (mutant.change.told, vector.id)
            else:
                assert theirs is ours is None or (isinstance(ours, Crash) and theirs == "crash")
    assert verdicts["Check"] > 10 and verdicts["NoneType"] > 10


def _harness(vector, changed):
    """The first mismatch by `examine`, with the changed rules under the name and digest of the original."""

    class Changed(Interpreter):
        def digest(self, name, overlays):
            self._server._defined["changed"] = changed
            return "changed"

    hello = wire.Server().handle(
        {"jsonrpc": "2.0", "id": 1, "method": "hello", "params": {"protocol": [wire.VERSION], "harness": "t"}}
    )["result"]
    try:
        return examine(Changed(), Claims.of(hello), vector).first
    except HakemError:
        return "crash"


def test_to_crash_is_no_answer():
    vector = next(vector for vector in load() if vector.id == "TN-014")
    steps = TWENTY_NINE["sequence"]
    at_once = ({"deal": {"cards": 8, "to": "all", "seen": "at_once"}}, *steps[1:4], *steps[5:])
    other = rules.RuleSet("twenty-nine", "1.0.0", "", (), "changed", {**TWENTY_NINE.settings, "sequence": at_once})
    assert isinstance(kills(vector, other), Crash)
    broken = Vector("X-1", {**vector.data, "dealer": "Q"})
    assert isinstance(kills(broken, TWENTY_NINE), Crash)


def test_the_original_survives_its_vectors():
    for house in (run.House("twenty-nine"), run.House("twenty-nine", ("overlay/may-ask",)), run.House("court-piece")):
        original = rules.load(house.name, house.overlays)
        mine = run.of_house(house, load())
        assert len(mine) >= 5
        assert [vector.id for vector in mine if kills(vector, original)] == []


def test_an_entry_speaks_only_where_its_reason_holds():
    told = {change.told: change for change in changes(rules.load("twenty-nine/bangladesh"))}
    change = told["pair.declarers.limit: lowest_bid -> 16"]
    assert known(rules.load("twenty-nine/bangladesh"), change).reason == "The lowest bid is 16."
    assert known(TWENTY_NINE, change) is None
    assert all(len(entry.reason) > 15 for entry in entries())


def test_what_is_aimed_kills(tmp_path):
    """What is found for a mutant is a vector that the original passes and the mutant does not, and it says so."""
    rule_set = rules.load("hokm")
    chosen = [
        mutant for mutant in mutants(rule_set)
        if mutant.change.told in ("play.first_lead: declarer -> dealer", "match.target: 7 -> 6",
                                  'play.follow: ["led_suit", "any"] -> ["any"]', "score.kot.winners: [2] -> [1]")
    ]  # fmt: skip
    found = look(rule_set, chosen, Search(60, 300))
    picked = distil(rule_set, chosen, found)
    assert {each.mutant.change.path for each in picked} == {mutant.change.path for mutant in chosen}
    for each in picked:
        made = vector_of(each.aim, rule_set, each.mutant.change)
        assert kills(made, rule_set) is None
        assert isinstance(kills(made, each.mutant.rules), Check)
        written = source(each.aim, rule_set, each.mutant.change, [])
        assert written["why"] == f"kills: {each.mutant.change.told}."
        assert len(written["title"]) <= 100
    kinds = {each.mutant.change.path: each.aim.kind for each in picked}
    assert kinds["play.first_lead"] in ("accept", "refuse", "events")
    assert kinds["match.target"] in ("events", "result")


def test_the_smallest_game_is_kept():
    """An aim is shrunk: nothing that stood before, hands for the pack, cards in order."""
    rule_set = rules.load("court-piece")
    mutant = next(each for each in mutants(rule_set) if each.change.told == "seats.turn: anticlockwise -> clockwise")
    cards = list(pack(rule_set["pack.order"]))
    random.Random(3).shuffle(cards)
    game = {"dealer": "N", "deal": {"pack": " ".join(cards)}, "before": {"score": {"NS": 3, "EW": 2}}}
    aim = replay(rule_set, game, [], "accept", "W:trump C")

    def good(each):
        return isinstance(kills(vector_of(each, rule_set, mutant.change), mutant.rules), Check)

    small = shrunk(rule_set, aim, good)
    assert "before" not in small.script.game
    assert small.script.game["deal"]["packets"][0] == {
        "W": "SA SK SQ SJ ST", "S": "HA HK HQ HJ HT", "E": "DA DK DQ DJ DT", "N": "CA CK CQ CJ CT",
    }  # fmt: skip


def test_no_entry_is_stale():
    """Every entry speaks of a mutant that the checker lets through and that goes through all cases unseen."""
    left = list(entries())
    for house in houses.every():
        rule_set = rules.load(house.name, house.overlays)
        told = {change.told for change in changes(rule_set) for entry in left if entry.covers(rule_set, change)}
        for mutant in run.mutants_of(house, rule_set) if told else ():
            if mutant.kind == "live" and mutant.change.told in told:
                left = [entry for entry in left if not entry.covers(rule_set, mutant.change)]
    assert left == []


@pytest.mark.parametrize("name", rules.shipped())
def test_no_mutant_of_a_rule_set_survives(name):
    _all_killed([run.House(name)])


@pytest.mark.parametrize("part", range(8))
def test_no_mutant_of_an_overlay_survives(part):
    _all_killed([house for house in houses.every() if house.overlays][part::8])


#: Mutants that no vector kills yet, by rule set.
ALIVE = {
    "twenty-eight/second-auction": ["lone_hand.not_with"],
    "twenty-eight/three-players": ["next_dealer.void.dealer"],
    "twenty-eight+pair-above-18": ["pair.defenders.from_bid"],
}


def _all_killed(chosen):
    for report in run.run(chosen, 1):
        assert report.count("killed") > 0, report.house
        survivors = [fate.path for fate in report.fates if fate.status == "survivor"]
        assert survivors == ALIVE.get(str(report.house), []), report.house
        assert report.listed_in_vain == ()


def test_every_overlay_has_a_home():
    assert {overlay for house in houses.every() for overlay in house.overlays} == set(rules.shipped("overlay"))


def test_the_command(capsys):
    assert main(["suite", "mutants", "--rules", "twenty-nine+may-ask", "--jobs", "1", "--all"]) == 0
    out = capsys.readouterr().out
    assert "killed     reveal.ask: may -> must  [" in out
    assert "1 rule sets, 3 mutants killed, 0 survive" in out
    assert main(["suite", "mutants", "--rules", "twenty-nine+may-ask", "--jobs", "1", "--json"]) == 0
    (report,) = json.loads(capsys.readouterr().out)
    assert report["with"] == ["overlay/may-ask"]
    assert {mutant["after"] for mutant in report["mutants"]} == {"must", "auto", "left out"}
    assert main(["suite", "mutants", "--rules", "twenty-nin"]) == 2
    assert "did you mean `twenty-nine`" in capsys.readouterr().err


def test_survivors_are_red(capsys, tmp_path):
    for vector in load():
        if vector.id == "TN-014":
            (tmp_path / "TN-014.json").write_text(json.dumps(vector.data))
    assert main(["suite", "mutants", "--rules", "twenty-nine", "--jobs", "1", "--vectors", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert "survivor   match.target: 6 -> 7" in out
    assert "auction.bids.to: 28 -> 27" not in out  # TN-014 lists the bids
