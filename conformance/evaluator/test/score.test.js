import test from "node:test";
import assert from "node:assert/strict";
import { MIX, SUITS, events, kinds, play, rulesWith, start, verdict, words } from "./help.js";
import { movedTarget } from "../pair.js";
import { fits, unbeatable } from "../cancel.js";

// East names his own suit and wins all eight tricks with it: 28 points.
const SWEEP = (bid) => `E:${bid}, S:P, W:P, N:P, E:trump S, ${[..."J9ATKQ87"].map((rank, at) =>
  `E:S${rank}, ${at === 0 ? "S:ask, " : ""}S:H${rank}, W:D${rank}, N:C${rank}`).join(", ")}`;
const sweep = (changes, game = {}, bid = 16) => play(start(rulesWith(changes), "N", SUITS, game), SWEEP(bid));

test("a made contract", () => {
  const s = sweep({});
  assert.deepEqual(s.result, {
    cause: "played", declarer: "E", bid: 16, target: 16, stakes: 1, made: true, points: { NS: 0, EW: 28 }, tricks: { NS: 0, EW: 8 },
    row: "made", change: { NS: 0, EW: 1 }, score: { NS: 0, EW: 1 }, next: { dealer: "E" }, winner: null,
  });
  assert.equal(kinds(s), "played trick_won captured deal_ended scored office");
  assert.equal(verdict(s, "E:P"), "deal_over sequence");
});

test("the last trick adds its point to the count", () => {
  assert.deepEqual(sweep({ "pack.last_trick": 1 }).result.points, { NS: 0, EW: 29 });
});

const table = (row) => ({ score: { only: { when: {}, times: "stakes", ...row } } });

test("amounts: integers, bid and over, times the stakes", () => {
  assert.deepEqual(sweep(table({ declarers: ["bid", 2], defenders: [-1] })).result.change, { NS: -1, EW: 18 });
  assert.deepEqual(sweep(table({ declarers: ["over"] })).result.change, { NS: 0, EW: 12 });
  const doubled = SWEEP(16).replace("trump S, ", "trump S, S:X, E:P, W:P, ");
  const s = play(start(rulesWith({ ...table({ declarers: ["bid", 1] }), "stakes.factors": [2, 4] }), "N", SUITS), doubled);
  assert.deepEqual([s.result.stakes, s.result.change], [2, { NS: 0, EW: 34 }]);
});

test("winners, losers and the facts of a sweep", () => {
  const row = { when: { winner: "declarers", winner_tricks: 8, opening_run: { min: 7 }, revealed: true, bid: [15, 16], raised: false }, winners: [5], losers: [-2] };
  assert.deepEqual(sweep(table(row)).result.change, { NS: -2, EW: 5 });
  assert.equal(sweep(table({ ...row, when: { winner_tricks: { max: 7 } } })).result.row, null);
});

test("a trump that stays hidden: void, failed, or scored as it lies", () => {
  const never = SWEEP(16).replace("S:ask, ", "");
  const s = (word) => play(start(rulesWith({ "reveal.ask": "may", "reveal.never": word }), "N", SUITS), never);
  const { cause, why, row, change, next } = s("void").result;
  assert.deepEqual({ cause, why, row, change, next },
    { cause: "void", why: "never_revealed", row: null, change: { NS: 0, EW: 0 }, next: { dealer: "N" } });
  assert.equal(kinds(s("void")), "played trick_won captured deal_void office");
  assert.equal(s("fail").result.row, "failed");
  assert.equal(s("score").result.row, "made");
});

test("limits of a match: target, floor, number of deals, ties", () => {
  const at = (score, changes = {}) => sweep(changes, { before: { score } }).result.winner;
  assert.equal(at({ NS: 0, EW: 5 }), "EW");
  assert.equal(at({ NS: 0, EW: 4 }), null);
  assert.equal(at({ NS: 6, EW: 5 }), null); // two over the target, equal: one more deal
  assert.equal(at({ NS: -6, EW: 0 }), "EW"); // NS at the floor: the other side has won whatever its score
  assert.equal(at({ NS: 2, EW: 0 }, { "match.deals": 1 }), "NS");
  const tie = sweep({ "match.deals": 1 }, { before: { score: { NS: 1, EW: 0 } } });
  assert.deepEqual([tie.result.winner, events(tie, "match_won")], [null, [{ side: null }]]);
  assert.equal(verdict(tie, "E:P"), "match_over match");
});

test("streak: once in a run, or restarting both runs", () => {
  const changed = (rest, run) => sweep({ ...table({ declarers: [1] }), streak: { deals: 3, amount: 4, after: "once", ...rest } }, { before: { run } });
  assert.deepEqual(changed({}, { EW: 2 }).result.change, { NS: 0, EW: 5 });
  assert.deepEqual(changed({}, { EW: 3 }).result.change, { NS: 0, EW: 1 });
  assert.deepEqual(changed({}, { NS: 2 }).after.start.run, { EW: 1 });
  assert.equal(kinds(changed({}, { EW: 2 })), "played trick_won captured deal_ended scored streak office");
  // The row gave the winners something: the runs begin anew.
  assert.deepEqual(changed({ after: "restart" }, { EW: 1 }).after.start.run, {});
  assert.deepEqual(changed({ after: "restart" }, { EW: 2 }).result.change, { NS: 0, EW: 5 });
});

test("offices: dealer same, next, previous, partner, winner of the last trick", () => {
  const next = (dealer) => sweep({ next_dealer: { any: { when: {}, dealer } } }).result.next.dealer;
  assert.deepEqual(["same", "next", "previous", "partner", "last_trick_winner"].map(next), ["N", "E", "W", "S", "E"]);
});

const HAKEM = {
  sequence: [{ deal: { cards: 4, to: "all", seen: "at_once" } }, "choose_trump", { deal: { cards: 4, to: "all", seen: "at_once" } }, "play", "score"],
  "choose_trump.by": "hakem", "choose_trump.secrecy": "open", "match.hakem_term": 2, next_dealer: {},
  next_hakem: { over: { when: { term_over: true }, hakem: "next" }, on: { when: { term_over: false }, hakem: "same" } },
  score: { won: { when: { contract: false }, winners: [1], losers: [0], times: "one" } },
};
const HAKEM_SWEEP = SWEEP(16).replace("E:16, S:P, W:P, N:P, ", "").replace("S:ask, ", "");
const hakem = (changes, term) => play(start(rulesWith({ ...HAKEM, ...changes }), "N", SUITS, { before: { term } }), HAKEM_SWEEP);

test("a Hakem's term: the dealer is the seat before the Hakem", () => {
  const first = hakem({}, { served: 0, won: true });
  assert.deepEqual([first.result.next, first.after.start.term], [{ dealer: "N", hakem: "E" }, { served: 1, won: true }]);
  const last = hakem({}, { served: 1, won: true });
  assert.deepEqual([last.result.next, last.after.start.term], [{ dealer: "E", hakem: "S" }, { served: 0, won: true }]);
  assert.equal(first.result.declarer, "E");
});

test("facts court and term_won", () => {
  const rows = { next_hakem: { yes: { when: { court: true, term_won: true }, hakem: "partner" }, no: { when: { court: [true, false], term_won: false }, hakem: "previous" } } };
  assert.equal(hakem(rows, { served: 1, won: true }).result.next.hakem, "W");
  assert.equal(hakem(rows, { served: 1, won: false }).result.next.hakem, "N");
});

const ROW = { at: "first_packet", whose: "eldest", hand: { worth: "points", max: 0 }, when: {}, by: "rule", at_most: "none" };
const WEAK = { ...SUITS, E: "SK SQ S8 S7 / SJ S9 SA ST" };
const dealt = (row, hands = WEAK, game = {}) => start(rulesWith({ cancel_deal: { weak: { ...ROW, ...row } } }), "N", hands, game);

test("a hand without points voids the deal by rule", () => {
  const s = dealt({});
  assert.equal(kinds(s), "deal_begins dealt dealt dealt dealt deal_void office");
  assert.deepEqual([s.result.cause, s.result.why, s.after.start.voided], ["void", "weak", { weak: 1 }]);
  assert.equal(dealt({}, SUITS).over, false);
  assert.equal(dealt({ at_most: 1 }, WEAK, { before: { voided: { weak: 1 } } }).over, false);
});

test("on demand: a side right until the seat's own next action", () => {
  const hands = { ...SUITS, S: "HK HQ H8 H7 / HJ H9 HA HT" };
  const s = dealt({ whose: "any_seat", by: "demand" }, hands);
  assert.equal(words(s, "S"), "redeal"); // although East is to bid
  assert.equal(verdict(s, "E:redeal"), "no_redeal_right cancel_deal");
  assert.deepEqual(events(play(s, "S:redeal"), "deal_void"), [{ why: "weak" }]);
  assert.equal(words(play(s, "E:16"), "S").includes("redeal"), true);
  assert.equal(verdict(play(s, "E:16, S:P"), "S:redeal"), "no_redeal_right cancel_deal");
  const used = dealt({ whose: "any_seat", by: "demand", at_most: 2 }, hands, { before: { voided: { weak: 2 } } });
  assert.equal(verdict(used, "S:redeal"), "redeal_used_up cancel_deal.weak.at_most");
});

test("a demand on the full hand lasts to the first lead", () => {
  const row = { at: "full_hand", whose: "any_seat", by: "demand", hand: { suit: "longest", min: 8 } };
  const s = play(dealt(row, SUITS), "E:16, S:P, W:P, N:P, E:trump C");
  assert.equal(words(s, "W"), "redeal");
  assert.equal(words(play(s, "E:SJ"), "W"), "");
});

test("a row at the reveal: the defenders have no trump", () => {
  const row = { at: "reveal", whose: "defenders", hand: { suit: "trump", max: 0 }, when: { trump_from: "suit" } };
  const s = play(dealt(row, SUITS), "E:16, S:P, W:P, N:P, E:trump S, E:SJ, S:ask");
  assert.equal(kinds(s), "call revealed deal_void office");
  assert.equal(play(dealt(row, SUITS), "E:16, S:P, W:P, N:P, E:trump H, E:SJ, S:ask").over, false);
  const demand = play(dealt({ ...row, by: "demand" }, SUITS), "E:16, S:P, W:P, N:P, E:trump S, E:SJ, S:ask");
  assert.equal(demand.result.why, "weak"); // at the reveal whatever its `by`
});

test("unlooked cards give no right", () => {
  const packet = { cards: 4, to: "all", seen: "maker_first" };
  const changes = {
    ...HAKEM, sequence: [{ deal: packet }, "choose_trump", "play", "score"], "pack.order": "J 9 A T", "choose_trump.choices": ["suit"],
    cancel_deal: { all: { ...ROW, whose: "any_seat", hand: {}, by: "demand" } },
  };
  const hands = { E: "SJ S9 SA ST", S: "HJ H9 HA HT", W: "DJ D9 DA DT", N: "CJ C9 CA CT" };
  const s = start(rulesWith(changes), "N", hands);
  assert.equal(verdict(s, "S:redeal"), "no_redeal_right cancel_deal");
  assert.equal(verdict(s, "E:redeal"), "accepted");
  const looked = play(s, "E:trump S");
  assert.deepEqual(events(looked, "looked").map(({ seat }) => seat), ["S", "W", "N"]);
  assert.equal(words(looked, "S"), "redeal");
});

test("patterns", () => {
  const rules = rulesWith();
  assert.ok(fits(rules, { ranks: "J 9", min: 2, max: 2 }, ["SJ", "H9", "CA"]));
  assert.ok(!fits(rules, { suit: "longest", min: 3 }, ["SJ", "S9", "CA"]));
  assert.ok(fits(rules, { suit: "other_trump", max: 0 }, ["SJ", "H9"], "S", "SJ"));
  assert.ok(unbeatable(rules, ["SJ", "S9", "SA", "ST", "SK", "SQ", "S8"]));
  assert.ok(unbeatable(rules, ["SJ", "S9", "SA", "ST", "S7"])); // K Q 8 fall under the first three
  assert.ok(!unbeatable(rules, ["SJ", "SA"]));
  assert.ok(!unbeatable(rules, ["SJ", "S9", "SA", "SK"])); // T Q 8 7 are missing: one may be left over
});

test("moved targets", () => {
  assert.equal(movedTarget(rulesWith(), 24, "declarers"), 20);
  assert.equal(movedTarget(rulesWith({ "pair.declarers.limit": 18 }), 17, "declarers"), 17);
  assert.equal(movedTarget(rulesWith({ "pair.defenders.limit": 20 }), 18, "defenders"), 20);
});
