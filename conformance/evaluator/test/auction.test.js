import test from "node:test";
import assert from "node:assert/strict";
import { SUITS, events, kinds, play, rulesWith, start, verdict, words } from "./help.js";

const from = (changes, dealer = "N") => start(rulesWith(changes), dealer, SUITS);

test("eldest speaks first and may bid 15 to 28 or pass", () => {
  const s = from();
  assert.equal(s.turn, "E");
  assert.equal(words(s, "E"), "15 16 17 18 19 20 21 22 23 24 25 26 27 28 P");
  assert.equal(verdict(s, "S:16"), "not_your_turn seats.turn");
  assert.equal(verdict(s, "E:14"), "bid_too_low auction.bids.from");
  assert.equal(verdict(s, "E:29"), "bid_too_high auction.bids.to");
  assert.equal(verdict(s, "E:SJ"), "wrong_step sequence");
});

test("a pass that may return: the auction closes when all others passed since the last bid", () => {
  let s = play(from(), "E:P, S:16, W:P, N:17");
  assert.equal(s.turn, "E"); // who passed before, but not since 17
  assert.equal(verdict(s, "E:17"), "bid_not_higher auction.form");
  s = play(s, "E:18, S:P, W:P, N:P");
  assert.deepEqual(events(s, "contract"), [{ seat: "E", bid: 18, target: 18 }]);
  assert.equal(s.step, "choose_trump");
});

test("a final pass is final", () => {
  let s = play(from({ "auction.pass": "final" }), "E:P, S:16, W:P, N:17");
  assert.equal(s.turn, "S");
  assert.equal(verdict(s, "E:18"), "already_passed auction.pass");
  s = play(s, "S:P");
  assert.deepEqual(s.contract, { seat: "N", bid: 17, target: 17, raised: false });
});

test("the highest bid closes the auction at once", () => {
  const s = play(from(), "E:28");
  assert.equal(kinds(s), "call contract");
});

test("the dealer is forced, without a choice, when all others have passed", () => {
  const s = play(from(), "E:P, S:P, W:P");
  assert.deepEqual(s.events.slice(1), [
    { event: "forced_bid", seat: "N", bid: 15 }, { event: "contract", seat: "N", bid: 15, target: 15 },
  ]);
  assert.deepEqual([s.turn, s.step], ["N", "choose_trump"]);
});

test("void before the dealer, and void after him", () => {
  const before = play(from({ "auction.nobody_bids": "void_before_dealer" }), "E:P, S:P, W:P");
  assert.deepEqual(events(before, "deal_void"), [{ why: "nobody_bids" }]);
  const after = play(from({ "auction.nobody_bids": "void" }), "E:P, S:P, W:P");
  assert.equal(after.turn, "N");
  assert.equal(play(after, "N:P").result.why, "nobody_bids");
});

test("a dealer who spoke early is forced all the same", () => {
  // Dealing clockwise, calls anticlockwise: dealer N, eldest E, then N, W, S.
  const s = play(from({ "seats.auction_turn": "anticlockwise" }), "E:P, N:P, W:P, S:P");
  assert.deepEqual(events(s, "forced_bid"), [{ seat: "N", bid: 15 }]);
});

test("compulsory opening", () => {
  const s = from({ "auction.opening": "compulsory" });
  assert.equal(verdict(s, "E:P"), "may_not_pass auction.opening");
  assert.equal(verdict(play(s, "E:15"), "S:P"), "accepted");
});

test("equal bids take the standing bid over until they are used up", () => {
  let s = play(from({ "auction.equal_bids": 1 }), "E:16, S:16");
  assert.equal(verdict(s, "W:16"), "equal_bid_used auction.equal_bids");
  assert.equal(verdict(s, "W:15"), "bid_not_higher auction.form");
  s = play(s, "W:P, N:P, E:P");
  assert.equal(s.contract.seat, "S");
});

test("at the highest bid an equal bid keeps the auction open", () => {
  const s = play(from({ "auction.equal_bids": 1 }), "E:28");
  assert.equal(words(s, "S"), "28 P");
  assert.equal(play(s, "S:28").contract.seat, "S");
});

test("over the partner: never, or from a minimum on", () => {
  const never = play(from({ "auction.over_partner": "never" }), "E:16, S:P");
  assert.equal(words(never, "W"), "P");
  assert.equal(verdict(never, "W:17"), "may_not_outbid_partner auction.over_partner");
  const from20 = play(from({ "auction.over_partner": { kind: "at_least", bid: 20 } }), "E:16, S:P");
  assert.equal(verdict(from20, "W:19"), "below_partner_minimum auction.over_partner.bid");
  assert.equal(verdict(play(from20, "W:20, N:21"), "E:22"), "accepted"); // the partner's bid stands no more
});

test("the auction closes when only a partner who may not go over is left", () => {
  const s = play(from({ "auction.over_partner": "never", "auction.pass": "final" }), "E:16, S:P, W:P");
  assert.equal(s.turn, "N"); // N may still bid
  assert.equal(play(s, "N:P").contract.seat, "E");
  const last = play(from({ "auction.over_partner": "never", "auction.pass": "final" }), "E:P, S:16, W:P");
  assert.equal(last.contract.seat, "S"); // N, the partner, is not asked
});

test("one round: each speaks once, the highest bid stands", () => {
  const s = play(from({ "auction.form": "one_round" }), "E:16, S:18, W:P, N:20");
  assert.deepEqual(s.contract, { seat: "N", bid: 20, target: 20, raised: false });
});

test("duel: the standing bidder holds the number or is out", () => {
  let s = play(from({ "auction.form": "duel" }), "E:16, S:18");
  assert.equal(words(s, "E"), "18 P");
  assert.equal(verdict(s, "E:19"), "must_hold_same_number auction.form");
  assert.equal(verdict(s, "E:17"), "must_hold_same_number auction.form");
  s = play(s, "E:18");
  assert.equal(s.turn, "S");
  assert.equal(verdict(s, "S:18"), "bid_not_higher auction.form");
  s = play(s, "S:19, E:P");
  assert.equal(verdict(s, "E:20"), "already_passed auction.pass");
  assert.equal(words(s, "W"), "20 21 22 23 24 25 26 27 28 P");
  s = play(s, "W:P, N:P");
  assert.deepEqual(s.contract, { seat: "S", bid: 19, target: 19, raised: false });
});

test("duel: whoever holds the highest bid has won", () => {
  const s = play(from({ "auction.form": "duel" }), "E:16, S:28, E:28");
  assert.equal(s.contract.seat, "E");
});

test("duel: a seat that passes before any bid leaves the next to open; the dealer is forced", () => {
  assert.equal(play(from({ "auction.form": "duel" }), "E:P, S:P, W:16, N:P").contract.seat, "W");
  assert.equal(play(from({ "auction.form": "duel" }), "E:P, S:P, W:P").contract.bid, 15);
});

const SECOND = {
  sequence: [{ deal: { cards: 4, to: "all", seen: "at_once" } }, "auction", "choose_trump",
    { deal: { cards: 4, to: "all", seen: "at_once" } }, "second_auction", "choose_trump", "play", "score"],
  "second_auction.who": "every_seat", "second_auction.from": 20,
};

test("a second auction that nobody enters leaves all as it was", () => {
  const s = play(from(SECOND), "E:16, S:P, W:P, N:P, E:trump C, E:P, S:P, W:P, N:P");
  assert.deepEqual([s.step, s.contract.seat, s.contract.raised], ["play", "E", false]);
});

test("limits of the second auction, and its declarer chooses anew or keeps", () => {
  const after = play(from(SECOND), "E:21, S:P, W:P, N:P, E:trump C");
  assert.equal(verdict(after, "E:19"), "bid_too_low second_auction.from");
  assert.equal(verdict(after, "E:21"), "bid_not_higher auction.form"); // as low as the contract it replaces
  const own = play(after, "E:22, S:P, W:P, N:P");
  assert.equal(words(own, "E"), "keep trump C trump D trump H trump S");
  assert.equal(play(own, "E:keep").trump.suit, "C");
  const other = play(after, "E:P, S:22, W:P, N:P, E:P");
  assert.equal(words(other, "S"), "trump C trump D trump H trump S");
  assert.equal(verdict(other, "S:keep"), "may_not_keep choose_trump.by");
  assert.equal(play(other, "S:trump H").contract.raised, true);
});

test("only defenders, or only declarers, in the second auction", () => {
  const s = play(from({ ...SECOND, "second_auction.who": "defenders" }), "E:16, S:P, W:P, N:P, E:trump C");
  assert.equal(s.turn, "S");
  assert.equal(verdict(s, "E:20"), "not_entitled second_auction.who");
  const d = play(from({ ...SECOND, "second_auction.who": "declarers", "second_auction.first": "declarer" }, "E"), "S:P, W:16, N:P, E:P, S:P, W:trump C");
  assert.equal(d.turn, "W");
  assert.equal(play(d, "W:P").turn, "E");
});

test("stakes: defenders, declarers, defenders; the first that speaks closes a window", () => {
  let s = play(from({ "stakes.factors": [2, 3, 4] }), "E:16, S:P, W:P, N:P, E:trump C");
  assert.equal(words(s, "S"), "P X");
  assert.equal(verdict(s, "E:X"), "not_entitled stakes.redouble_by");
  assert.equal(verdict(s, "N:P"), "not_your_turn seats.turn");
  assert.equal(verdict(s, "S:XX"), "no_such_double stakes.factors");
  s = play(s, "S:P, N:X");
  assert.deepEqual(events(s, "stakes"), [{ multiplier: 2 }]);
  assert.equal(words(s, "E"), "P XX");
  assert.equal(verdict(s, "S:P"), "not_entitled stakes.redouble_by");
  s = play(s, "E:P, W:XX, S:XXX");
  assert.deepEqual([s.stakes, s.step], [4, "play"]);
});

test("only the declarer may redouble", () => {
  const s = play(from({ "stakes.factors": [2, 4], "stakes.redouble_by": "declarer" }), "E:16, S:P, W:P, N:P, E:trump C, S:X");
  assert.equal(verdict(s, "W:XX"), "not_entitled stakes.redouble_by");
  assert.equal(play(s, "E:P").stakes, 2);
});

test("an automatic double leaves the defenders one answer", () => {
  const changes = { "stakes.factors": [2, 4, 8], "stakes.automatic": { kind: "from_bid", bid: 20, factor: 2 } };
  const s = play(from(changes), "E:20, S:P, W:P, N:P, E:trump C");
  assert.deepEqual(events(s, "stakes"), [{ multiplier: 2 }]);
  assert.equal(words(s, "S"), "P XX");
  assert.equal(verdict(s, "S:X"), "no_such_double stakes.factors");
  assert.equal(verdict(s, "S:XXX"), "automatic_limit stakes.automatic");
  const answered = play(s, "S:XX");
  assert.deepEqual([answered.stakes, answered.step], [4, "play"]);
  const low = play(from(changes), "E:19, S:P, W:P, N:P, E:trump C");
  assert.equal(words(low, "S"), "P X");
});
