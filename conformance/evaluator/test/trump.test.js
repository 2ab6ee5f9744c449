import test from "node:test";
import assert from "node:assert/strict";
import { MIX, SUITS, events, kinds, play, rulesWith, start, verdict, words } from "./help.js";
import { view } from "../view.js";

const BID = "E:16, S:P, W:P, N:P";
const from = (changes, hands = MIX) => start(rulesWith(changes), "N", hands);
const choosing = (changes, hands) => play(from(changes, hands), BID);

test("a named trump may be a suit that is not held, and no card is laid", () => {
  const s = choosing();
  assert.equal(words(s, "E"), "trump C trump D trump H trump S");
  assert.equal(verdict(s, "E:trump SJ"), "no_card_to_lay choose_trump.form");
  assert.equal(verdict(s, "E:trump NT"), "choice_not_offered choose_trump.choices");
  assert.equal(verdict(s, "S:trump C"), "not_your_turn seats.turn");
  const after = play(s, "E:trump C");
  assert.deepEqual(events(after, "trump_set"), [{ seat: "E", choice: "C" }]);
  assert.deepEqual(events(after, "marker_set"), []);
  assert.deepEqual(["E", "S", "W", "N"].map((seat) => view(after, seat).trump), ["C", "?", "?", "?"]);
});

test("an own card is laid as the marker: not in the hand, seen by its owner", () => {
  const own = { "choose_trump.form": "own_card" };
  assert.equal(verdict(choosing(own), "E:trump S"), "must_lay_own_card choose_trump.form");
  assert.equal(verdict(choosing(own), "E:trump C7"), "must_lay_own_card choose_trump.form");
  const s = play(choosing(own), "E:trump SJ");
  assert.equal(kinds(s).split(" ").slice(0, 2).join(" "), "trump_set marker_set");
  assert.equal(verdict(s, "E:SJ"), "card_is_marker choose_trump.form");
  assert.equal(view(s, "E").marker, "SJ");
  assert.equal(view(s, "S").marker, "?");
  assert.deepEqual(view(s, "E").hand, ["H9", "HA", "HJ", "HT", "S9", "SA", "ST"]);
  assert.equal(view(s, "W").cards.E, 7);
});

test("open: the card is shown and stays in the hand", () => {
  const s = play(choosing({ "choose_trump.form": "own_card", "choose_trump.secrecy": "open" }), "E:trump SJ");
  assert.deepEqual(events(s, "marker_set"), [{ seat: "E", card: "SJ" }]);
  assert.equal(view(s, "S").trump, "S");
  assert.equal(view(s, "S").marker, null);
  assert.equal(verdict(s, "E:SJ"), "accepted");
});

const CALLED = { "choose_trump.choices": ["suit", "dealt_card"], "stakes.factors": [2] };

test("a called place is unknown to all until it is dealt, then the maker alone sees it", () => {
  const called = play(choosing(CALLED), "E:trump 7th");
  assert.equal(view(called, "E").trump, "?");
  assert.equal(view(called, "E").marker, null);
  assert.ok(view(called, "S").calls.includes("E:trump 7th"));
  const dealt = play(called, "S:P, N:P"); // East's seventh card is HA
  assert.equal(kinds(dealt), "call dealt dealt dealt dealt marker_set");
  assert.deepEqual(events(dealt, "dealt")[0], { seat: "E", count: 4, cards: "HJ H9 HA HT" });
  assert.equal(view(dealt, "E").trump, "H");
  assert.equal(view(dealt, "E").marker, "HA");
  assert.ok(!view(dealt, "E").hand.includes("HA"));
  assert.equal(view(dealt, "W").trump, "?");
  assert.equal(verdict(choosing(CALLED), "E:trump 6th"), "choice_not_offered choose_trump.choices");
});

test("a place dealt already is laid at once", () => {
  const s = play(choosing({ ...CALLED, "choose_trump.dealt_card": 2 }), "E:trump 2nd");
  assert.equal(kinds(s), "trump_set marker_set");
  assert.equal(view(s, "E").marker, "S9");
});

test("open, a called card shows the trump only when it is dealt", () => {
  const open = { ...CALLED, "choose_trump.secrecy": "open" };
  const called = play(choosing(open), "E:trump 7th");
  assert.equal(view(called, "E").open, false);
  const dealt = play(called, "S:P, N:P");
  assert.deepEqual([view(dealt, "W").open, view(dealt, "W").trump, view(dealt, "W").cards.E], [true, "H", 8]);
});

test("must: the first void seat has nothing but ask, and then plays what it likes", () => {
  const s = play(choosing(), "E:trump C, E:SJ");
  assert.equal(words(s, "S"), "ask");
  assert.equal(verdict(s, "S:C7"), "must_ask reveal.ask");
  assert.equal(verdict(s, "S:SJ"), "must_ask reveal.ask");
  assert.equal(verdict(s, "S:show"), "ask_not_for_this_role reveal.asked_by");
  const asked = play(s, "S:ask");
  assert.deepEqual(asked.events, [{ event: "call", seat: "S", call: "ask" }, { event: "revealed", seat: "S", trump: "C" }]);
  assert.equal(words(asked, "S"), "C7 C8 CK CQ H7 H8 HK HQ");
  assert.equal(verdict(asked, "S:ask"), "trump_known choose_trump.secrecy");
});

test("the void maker must show; only he may", () => {
  // Dealer W: North leads clubs, of which East has none.
  const s = play(start(rulesWith(), "W", { N: MIX.N, E: MIX.E, S: MIX.S, W: MIX.W }), "N:P, E:16, S:P, W:P, N:P, E:trump C, N:CJ");
  assert.equal(words(s, "E"), "show");
  assert.equal(verdict(s, "E:SJ"), "must_show reveal.ask");
  assert.equal(verdict(s, "E:ask"), "ask_not_for_this_role reveal.asked_by");
  assert.equal(words(play(s, "E:show"), "E"), "H9 HA HJ HT S9 SA SJ ST");
});

test("nobody asks on lead or with a card of the led suit", () => {
  const s = play(choosing({ "reveal.ask": "may" }), "E:trump C");
  assert.equal(verdict(s, "E:show"), "may_not_ask_when_leading reveal.asked_by");
  const led = play(s, "E:HJ");
  assert.equal(verdict(led, "S:ask"), "may_not_ask_when_able_to_follow reveal.asked_by");
  assert.equal(verdict(led, "S:C7"), "must_follow_suit play.follow");
  assert.equal(verdict(led, "S:SA"), "card_not_in_hand deal");
});

test("may: a void seat may also play without asking", () => {
  const s = play(choosing({ "reveal.ask": "may" }), "E:trump C, E:SJ");
  assert.equal(words(s, "S"), "C7 C8 CK CQ H7 H8 HK HQ ask");
});

test("only the roles of asked_by may ask", () => {
  const s = play(choosing({ "reveal.ask": "must", "reveal.asked_by": ["defenders"] }), "E:trump S, E:HJ, S:HK");
  assert.equal(words(s, "W"), "D7 D8 D9 DA DJ DK DQ DT");
  assert.equal(verdict(s, "W:ask"), "ask_not_for_this_role reveal.asked_by");
  assert.equal(words(play(s, "W:D7"), "N"), "ask");
});

test("activation by trick: a club laid before the reveal is a trump; by card it is not", () => {
  const actions = "E:trump C, E:SJ, S:C7, W:ask, W:D7, N:S7";
  const trick = play(choosing({ "reveal.ask": "may" }), actions);
  assert.equal(trick.last.winner, "S");
  assert.deepEqual(trick.points, { NS: 3, EW: 0 });
  const card = play(choosing({ "reveal.ask": "may", "reveal.activation": "card" }), actions);
  assert.equal(card.last.winner, "E");
  // The next club after the reveal is a trump with either.
  assert.equal(play(card, "E:S9, S:C8, W:D8, N:S8").last.winner, "S");
});

test("while hidden, a card of the trump suit has no power", () => {
  const s = play(choosing({ "reveal.ask": "may" }), "E:trump C, E:SJ, S:C7, W:D7, N:S7");
  assert.equal(s.last.winner, "E");
});

test("auto: the trump is turned up when the turn of a void seat begins", () => {
  const s = play(choosing({ "reveal.ask": "auto" }), "E:trump C, E:SJ");
  assert.deepEqual(s.events, [{ event: "played", seat: "E", card: "SJ" }, { event: "revealed", seat: "S", trump: "C" }]);
  assert.equal(words(s, "S"), "C7 C8 CK CQ H7 H8 HK HQ");
});

test("after asking, the list after_ask holds for this turn only", () => {
  const s = play(choosing({ "reveal.after_ask": ["led_suit", "trump", "any"] }), "E:trump C, E:SJ, S:ask");
  assert.equal(words(s, "S"), "C7 C8 CK CQ");
  assert.equal(verdict(s, "S:HK"), "must_trump reveal.after_ask");
  assert.equal(words(play(s, "S:C7"), "W"), "D7 D8 D9 DA DJ DK DQ DT");
});

test("the marker returns at the reveal and can be demanded", () => {
  const changes = { "choose_trump.form": "own_card", "reveal.after_show": ["marker"] };
  const s = play(start(rulesWith(changes), "W", { N: MIX.N, E: MIX.E, S: MIX.S, W: MIX.W }), "N:P, E:16, S:P, W:P, N:P, E:trump S9, N:CJ, E:show");
  assert.deepEqual(events(s, "revealed"), [{ seat: "E", trump: "S", marker: "S9" }]);
  assert.equal(words(s, "E"), "S9");
  assert.equal(verdict(s, "E:SJ"), "must_play_marker reveal.after_show");
});

test("a maker whose only card is the marker must show it, even on lead", () => {
  // East leads seven tricks out of his own suits; nobody may ask.
  const changes = { "choose_trump.form": "own_card", "reveal.ask": "may" };
  const played = "E:trump HT, E:SJ, S:H7, W:D7, N:S7, E:S9, S:H8, W:D8, N:S8, E:SA, S:HQ, W:DQ, N:SQ, E:ST, S:C7, W:DK, N:SK,"
    + "E:HJ, S:HK, W:DT, N:CT, E:H9, S:C8, W:DA, N:CA, E:HA, S:CQ, W:D9, N:C9";
  const s = play(choosing(changes, { ...MIX, E: "SJ HT SA ST / HJ H9 HA S9" }), played);
  assert.equal(words(s, "E"), "show");
  assert.equal(verdict(s, "E:HT"), "must_show choose_trump.form");
  assert.equal(words(play(s, "E:show"), "E"), "HT");
});

test("a deadline lets the maker show in his turns and fails the contract when it is missed", () => {
  const s = play(choosing({ "reveal.ask": "may", "reveal.deadline": 1 }), "E:trump C");
  assert.match(words(s, "E"), /show/);
  const missed = play(s, "E:SJ, S:H7, W:D7, N:S7");
  assert.deepEqual([missed.result.cause, missed.result.made, missed.result.row], ["deadline", false, "failed"]);
  const shown = play(s, "E:show");
  assert.equal(words(shown, "E"), "H9 HA HJ HT S9 SA SJ ST");
  assert.equal(play(shown, "E:SJ, S:C7, W:D7, N:S7").last.winner, "S");
});

test("a hidden suit may be barred from the lead, and for a void maker from discards", () => {
  const barred = { "play.lead": ["not_hidden_trump"], "play.follow": ["led_suit", "not_hidden_trump"], "reveal.ask": "may" };
  const s = play(choosing(barred), "E:trump S");
  assert.equal(words(s, "E"), "H9 HA HJ HT");
  assert.equal(verdict(s, "E:SJ"), "hidden_trump_barred play.lead");
  const all = play(choosing(barred, SUITS), "E:trump S"); // East has nothing but spades
  assert.equal(words(all, "E"), "show");
  assert.equal(verdict(all, "E:SJ"), "must_show play.lead");
  assert.equal(words(play(all, "E:show"), "E"), "S7 S8 S9 SA SJ SK SQ ST");
});

test("unless led: another seat's lead of the suit lifts the bar", () => {
  const changes = { "play.lead": ["not_hidden_trump_unless_led"], "reveal.ask": "may", "reveal.asked_by": ["defenders"] };
  const unled = play(choosing(changes), "E:trump S, E:HJ, S:HK, W:D7, N:CJ");
  assert.equal(words(unled, "E"), "H9 HA HT");
  const s = play(choosing(changes, { E: "SJ S9 SA HT / H8 H9 HA C7", S: "HJ C8 CQ CK / HK HQ ST H7", W: MIX.W, N: MIX.N }),
    "E:trump S, E:H8, S:HJ, W:D7, N:CJ, S:ST, W:D8, N:SK, E:SA");
  assert.equal(words(s, "E"), "C7 H9 HA HT S9 SJ"); // South led the hidden suit
});

test("no trump and reversed order work only from the reveal on", () => {
  const changes = { "choose_trump.choices": ["suit", "no_trump", "reversed", "reversed_suit"], "reveal.ask": "may" };
  const s = play(choosing(changes), "E:trump NT rev, E:HT, S:HQ, W:D7, N:CJ");
  assert.equal(s.last.winner, "E"); // T above Q
  const shown = play(choosing({ ...changes, "reveal.deadline": 8 }), "E:trump NT rev, E:show, E:HT, S:HQ, W:D7, N:CJ");
  assert.deepEqual(view(shown, "N").trump, "NT rev");
  assert.equal(shown.last.winner, "S");
  const reversed = play(choosing({ ...changes, "reveal.deadline": 8 }), "E:trump C rev, E:show, E:SJ, S:CQ, W:D7, N:S7");
  assert.equal(reversed.last.winner, "S");
});

test("a card played after the reveal is compared in the new order, one before it in the old", () => {
  // Reversed, activation by card: hearts led; the order turns upside down before West and North play.
  const hands = { E: "HT SJ S9 SA / ST C7 C8 CQ", S: "HQ HK DJ D9 / DA DT CK CJ", W: "DK DQ D8 D7 / C9 CA CT SK", N: "H7 H8 H9 HJ / HA SQ S8 S7" };
  const changes = { "choose_trump.choices": ["reversed"], "reveal.ask": "may", "reveal.activation": "card" };
  const s = play(choosing(changes, hands), "E:trump NT rev, E:HT, S:HQ, W:ask, W:D7, N:H8");
  assert.equal(s.last.winner, "N"); // T beats Q in the old order, 8 beats T in the new one
  const nine = play(choosing(changes, hands), "E:trump NT rev, E:HT, S:HQ, W:ask, W:D7, N:H9");
  assert.equal(nine.last.winner, "E");
});

const SECOND = {
  sequence: [{ deal: { cards: 4, to: "all", seen: "at_once" } }, "auction", "choose_trump",
    { deal: { cards: 4, to: "all", seen: "at_once" } }, "second_auction", "choose_trump", "play", "score"],
  "second_auction.who": "every_seat", "second_auction.from": 20, "choose_trump.form": "own_card",
};

test("a new maker's choice sends the old marker back", () => {
  const s = play(choosing(SECOND), "E:trump SJ, E:P, S:20, W:P, N:P, E:P");
  assert.equal(view(s, "E").marker, "SJ");
  const chosen = play(s, "S:trump C7");
  assert.equal(kinds(chosen), "trump_set marker_back marker_set");
  assert.deepEqual(events(chosen, "marker_back"), [{ seat: "E", card: "SJ" }]);
  assert.ok(view(chosen, "E").hand.includes("SJ"));
  assert.deepEqual([view(chosen, "E").trump, view(chosen, "S").trump], ["?", "C"]);
});

test("the old marker cannot be laid again: that is what keep says", () => {
  const s = play(choosing(SECOND), "E:trump SJ, E:20, S:P, W:P, N:P");
  assert.equal(verdict(s, "E:trump SJ"), "must_lay_own_card choose_trump.form");
  assert.equal(view(play(s, "E:keep"), "E").marker, "SJ");
});
