import test from "node:test";
import assert from "node:assert/strict";
import { MIX, SUITS, events, kinds, play, rulesWith, start, verdict, words } from "./help.js";
import { view } from "../view.js";

const from = (changes, actions, hands = MIX, dealer = "N") => play(start(rulesWith(changes), dealer, hands), actions);

// South declares hearts at 20; East leads the jack of spades, South shows and ruffs it: three points.
const RUFF = (bid) => `E:P, S:${bid}, W:P, N:P, E:P, S:trump H, E:SJ, S:show, S:H7, W:D7, N:S7`;

test("a pair after a trick of the own side lowers the target by four", () => {
  const s = from({}, RUFF(20));
  assert.deepEqual([s.turn, s.points.NS], ["S", 3]);
  assert.match(words(s, "S"), /pair H/);
  assert.equal(verdict(s, "S:pair C"), "pair_not_held pair.show");
  assert.equal(verdict(s, "E:pair H"), "pair_window_closed pair.after");
  assert.equal(verdict(s, "N:pair H"), "pair_not_held pair.show");
  const shown = play(s, "S:pair H");
  assert.deepEqual(shown.events, [{ event: "pair_shown", seat: "S", suit: "H" }, { event: "target_moved", from: 20, to: 16 }]);
  assert.equal(verdict(shown, "S:pair H"), "pair_window_closed pair.after");
  assert.deepEqual([view(shown, "W").bid, view(shown, "W").target], [20, 16]);
  const led = play(s, "S:C7");
  assert.equal(verdict(led, "S:pair H"), "pair_window_closed pair.after");
});

test("the limit of the declarers' pair: clamped, unchanged, or a number", () => {
  const target = (changes, bid) => play(from(changes, RUFF(bid)), "S:pair H").contract.target;
  assert.equal(target({}, 17), 15);
  assert.equal(target({}, 15), 15);
  assert.equal(target({ "pair.beyond_limit": "unchanged" }, 17), 17);
  assert.equal(target({ "pair.declarers.limit": 16 }, 19), 16);
  assert.equal(target({ "pair.declarers.limit": 16 }, 15), 15); // beyond the limit already: never raised
});

test("a contract may be too low for a pair", () => {
  const s = from({ "pair.declarers.from_bid": 19 }, RUFF(18));
  assert.equal(verdict(s, "S:pair H"), "contract_too_low_for_pair pair.declarers.from_bid");
  assert.equal(verdict(from({ "pair.declarers.from_bid": 19 }, RUFF(19)), "S:pair H"), "accepted");
});

test("the defenders' pair raises the target, at most to the highest bid", () => {
  // East declares hearts; South asks, ruffs with the pair in hand and shows it.
  const bid = (n) => `E:${n}, S:P, W:P, N:P, E:trump H, E:SJ, S:ask, S:H7, W:D7, N:S7`;
  assert.deepEqual(events(play(from({}, bid(20)), "S:pair H"), "target_moved"), [{ from: 20, to: 24 }]);
  assert.deepEqual(events(play(from({}, bid(26)), "S:pair H"), "target_moved"), [{ from: 26, to: 28 }]);
  assert.deepEqual(events(play(from({ "pair.beyond_limit": "unchanged" }, bid(26)), "S:pair H"), "target_moved"), [{ from: 26, to: 26 }]);
});

test("pair by itself, and no pair at all", () => {
  const auto = from({ "pair.show": "auto" }, RUFF(20));
  assert.equal(kinds(auto), "played trick_won captured pair_shown target_moved");
  assert.equal(verdict(auto, "S:pair H"), "pair_not_in_use pair.show");
  assert.equal(verdict(from({ "pair.show": "never" }, RUFF(20)), "S:pair H"), "pair_not_in_use pair.show");
});

test("windows after any trick, and only after an own ruff", () => {
  // Trick 1 is a ruff by South. In trick 2 East's HJ takes a heart lead: no trick of South's side.
  const lost = `${RUFF(20)}, S:H8, W:D8, N:CJ, E:HJ`;
  assert.equal(from({}, lost).last.winner, "E");
  assert.equal(verdict(from({}, lost), "S:pair H"), "pair_window_closed pair.after");
  assert.equal(verdict(from({ "pair.after": "any_trick" }, lost), "S:pair H"), "accepted");
  assert.equal(verdict(from({ "pair.after": "own_ruff" }, RUFF(20)), "S:pair H"), "accepted");
  const plain = `${RUFF(20)}, S:C7, W:D8, N:CJ, E:S9`; // North wins with the led suit
  assert.equal(verdict(from({ "pair.after": "own_ruff" }, plain), "S:pair H"), "pair_window_closed pair.after");
  assert.equal(verdict(from({}, plain), "S:pair H"), "accepted"); // a side right: North is to lead
});

test("the window is closed while the trump is hidden", () => {
  const s = from({ "reveal.ask": "may" }, "E:P, S:20, W:P, N:P, E:P, S:trump H, E:SJ, S:H7, W:D7, N:S7");
  assert.equal(verdict(s, "S:pair H"), "pair_window_closed pair.after");
});

const LONE = { "lone_hand.who": "any_seat" };
const TO_LONE = "E:16, S:P, W:P, N:P, E:trump C";

test("a lone hand replaces the contract; the partner sits out; every trick won", () => {
  const s = from(LONE, `${TO_LONE}, E:lone`, SUITS);
  assert.equal(kinds(s), "call lone_contract");
  assert.deepEqual([view(s, "E").trump, view(s, "E").bid, view(s, "E").declarer, view(s, "E").open], [null, null, "E", false]);
  assert.deepEqual(view(s, "W").hand, []);
  assert.equal(view(s, "S").cards.W, 0);
  const trick = (at) => `E:S${"J9ATKQ87"[at]}, S:H${"J9ATKQ87"[at]}, N:C${"J9ATKQ87"[at]}`;
  const end = play(s, [0, 1, 2, 3, 4, 5, 6, 7].map(trick).join(", "));
  const { cause, declarer, bid, made, row, change } = end.result;
  assert.deepEqual({ cause, declarer, bid, made, row, change },
    { cause: "played", declarer: "E", bid: null, made: true, row: "lone_made", change: { NS: 0, EW: 3 } });
});

test("a lone hand ends at the first trick lost", () => {
  const s = from(LONE, `${TO_LONE}, E:P, S:lone, S:C7, W:D7, E:SJ, S:HK, W:D8, E:HJ`);
  assert.deepEqual([s.result.cause, s.result.made, s.result.change], ["lone_lost", false, { NS: -3, EW: 0 }]);
});

test("with a partner who plays on, his tricks count", () => {
  const s = from({ ...LONE, "lone_hand.partner": "plays" }, `${TO_LONE}, E:P, S:lone, S:C7, W:D7, N:CJ, E:SJ`);
  assert.deepEqual([s.over, s.turn], [false, "N"]);
});

test("an unbeatable hand may be barred from the lone hand", () => {
  const barred = { ...LONE, "lone_hand.not_with": { unbeatable: true } };
  const s = from(barred, TO_LONE, SUITS);
  assert.equal(words(s, "E"), "P");
  assert.equal(verdict(s, "E:lone"), "lone_hand_barred lone_hand.not_with");
  // East of MIX: J 9 A T in two suits, four cards missing below each: unbeatable. South is not.
  assert.equal(words(from(barred, TO_LONE), "E"), "P");
  assert.equal(words(from(barred, `${TO_LONE}, E:P`), "S"), "P lone");
  assert.equal(verdict(from({ "lone_hand.who": "declarer" }, TO_LONE), "W:lone"), "lone_not_offered lone_hand.who");
});

test("the marker of a lapsed contract returns to its owner", () => {
  const s = from({ ...LONE, "choose_trump.form": "own_card" }, "E:16, S:P, W:P, N:P, E:trump SJ, E:P, S:lone");
  assert.equal(kinds(s), "call marker_back lone_contract");
  assert.ok(view(s, "E").hand.includes("SJ"));
});

test("must trump, and must beat an opponent's trump", () => {
  const changes = { "choose_trump.secrecy": "open", "play.follow": ["led_suit", "trump_over_opponent", "any"] };
  const hands = { E: "SJ S9 SA ST / HJ H9 HA HT", S: "C9 C8 CQ CK / HK HQ H8 H7", W: "DJ D9 DA DT / DK DQ CA C7", N: "CJ CT D8 D7 / SK SQ S8 S7" };
  const s = from(changes, `${TO_LONE}, E:SJ`, hands);
  assert.equal(words(s, "S"), "C8 C9 CK CQ");
  assert.equal(verdict(s, "S:HK"), "must_trump play.follow");
  const eight = play(s, "S:C8");
  assert.equal(words(eight, "W"), "CA"); // of CA and C7 only the ace beats the eight
  assert.equal(verdict(eight, "W:C7"), "must_beat_trump play.follow");
  const nine = play(s, "S:C9"); // nothing beats the nine but the jack: the next class is any
  assert.equal(words(nine, "W"), "C7 CA D9 DA DJ DK DQ DT");
});

test("concede while both outcomes are possible", () => {
  const s = from({ "play.concede": "declarer" }, `${TO_LONE}, E:SJ, S:ask`);
  assert.equal(verdict(s, "S:concede"), "may_not_concede play.concede");
  const given = play(s, "E:concede");
  assert.deepEqual([given.result.cause, given.result.made, given.result.change], ["conceded", false, { NS: 0, EW: -1 }]);
  assert.equal(verdict(s, "E:pair C"), "pair_window_closed pair.after");
  assert.equal(verdict(from({}, `${TO_LONE}`), "E:concede"), "may_not_concede play.concede");
});

test("a contract that can no longer be made is decided", () => {
  // East bid 26; South's ruff takes three points, and 25 are left.
  const s = from({ "play.concede": "declarer" }, "E:26, S:P, W:P, N:P, E:trump H, E:SJ, S:ask, S:H7, W:D7, N:S7");
  assert.equal(verdict(s, "E:concede"), "may_not_concede play.concede");
});

// Four cards a seat, A K Q J, no trump; East and West win one trick after the other.
const PLAIN = {
  sequence: [{ deal: { cards: 4, to: "all", seen: "at_once" } }, "choose_trump", "play", "score"],
  "pack.order": "A K Q J", "pack.points": {}, "choose_trump.by": "hakem", "choose_trump.secrecy": "open", "choose_trump.choices": ["no_trump"],
  score: { won: { when: { winner: ["declarers", "defenders"] }, winners: [1], losers: [0], times: "one" } },
  next_dealer: {}, next_hakem: { won: { when: { winner: "declarers" }, hakem: "same" }, lost: { when: { winner: ["defenders", "tied"] }, hakem: "next" } },
};
const FOUR = { E: "SA HK DA CK", S: "SQ HQ DQ CQ", W: "SK HA DK CA", N: "SJ HJ DJ CJ" };
const TRICKS = ["E:trump NT, E:SA, S:SQ, W:SK, N:SJ", "E:HK, S:HQ, W:HA, N:HJ", "W:DK, N:DJ, E:DA, S:DQ", "E:CK, S:CQ, W:CA, N:CJ"];
const tricks = (n) => TRICKS.slice(0, n).join(", ");
const running = (rest) => ({ ...PLAIN, "play.take": { kind: "two_running", by: "side", not_after: [], run: "restarts", counted_from: "first_trick", ...rest } });
/** Number of tricks captured with the last card of each trick. */
const captures = (changes) => [1, 2, 3, 4].map((n) => events(from(changes, tricks(n), FOUR), "captured")[0]?.tricks ?? 0);

test("two running by side: captured after the second trick of a run", () => {
  assert.deepEqual(captures(running({})), [0, 2, 0, 2]);
  assert.deepEqual(captures(running({ run: "continues" })), [0, 2, 1, 1]);
});

test("two running by seat: partners who alternate leave all for the last trick", () => {
  assert.deepEqual(captures(running({ by: "seat" })), [0, 0, 0, 4]);
});

test("a trick in not_after captures nothing, but the run goes on", () => {
  assert.deepEqual(captures(running({ not_after: [2] })), [0, 0, 3, 1]);
});

test("play ends when a side has its tricks, unless it has all and goes on", () => {
  const ends = { ...PLAIN, "play.ends": { kind: "side_tricks", tricks: 3 } };
  assert.equal(from(ends, tricks(3), FOUR).result.cause, "side_tricks");
  const may = from({ ...ends, "play.go_on": "may" }, tricks(3), FOUR);
  assert.deepEqual([may.turn, words(may, "E")], ["E", "go stop"]);
  assert.equal(verdict(may, "E:CK"), "must_decide play.go_on");
  assert.equal(play(may, "E:stop").result.cause, "stopped");
  const gone = play(may, "E:go");
  assert.equal(verdict(gone, "E:go"), "may_not_go_on play.go_on");
  assert.equal(play(gone, TRICKS[3]).result.cause, "played");
  assert.equal(from({ ...ends, "play.go_on": "must" }, tricks(3), FOUR).turn, "E");
});

test("once gone on, the first loss ends the deal", () => {
  const ends = { ...PLAIN, "play.ends": { kind: "side_tricks", tricks: 2 }, "play.go_on": "must" };
  const hands = { E: "SA HK DQ CK", S: "SQ HQ DA CQ", W: "SK HA DK CA", N: "SJ HJ DJ CJ" };
  const s = from(ends, `${tricks(2)}, W:DK, N:DJ, E:DQ, S:DA`, hands);
  assert.deepEqual([s.result.cause, s.result.tricks], ["run_broken", { NS: 1, EW: 2 }]);
});

test("uncatchable: no other side can reach the leader any more", () => {
  const s = (n) => from({ ...PLAIN, "play.ends": "uncatchable" }, tricks(n), FOUR);
  assert.equal(s(2).over, false); // two tricks left, NS could tie
  assert.equal(s(3).result.cause, "uncatchable");
});

test("reversed order holds from the first card of an open game", () => {
  const s = from({ ...PLAIN, "choose_trump.choices": ["reversed"] }, tricks(1).replace("NT", "NT rev"), FOUR);
  assert.equal(s.last.winner, "N");
});

test("three seats: the declarer alone against the others", () => {
  const changes = {
    "seats.count": 3, "seats.sides": "declarer_alone", "pack.order": "A K Q", "pack.points": {}, "auction.bids.from": 1, "auction.bids.to": 3,
    "auction.counts": "tricks", sequence: [{ deal: { cards: 4, to: "all", seen: "at_once" } }, "auction", "choose_trump", "play", "score"],
    "choose_trump.secrecy": "open", score: { made: { when: { made: true }, declarers: ["bid", "over"], defenders: [-1], times: "one" } },
  };
  const s = from(changes, "E:1, S:2, N:P, E:P", { E: "SA SK SQ CA", S: "HA HK HQ CK", N: "DA DK DQ CQ" });
  assert.deepEqual(s.points, { S: 0, NE: 0 });
  const end = play(s, "S:trump H, E:SA, S:HA, N:DA, S:HK, N:DK, E:SK, S:HQ, N:DQ, E:SQ, S:CK, N:CQ, E:CA");
  assert.deepEqual(end.result.tricks, { S: 3, NE: 1 });
  assert.deepEqual(end.result.change, { N: -1, E: -1, S: 3 }); // bid 2 and one over
});

test("directions: dealing anticlockwise, play clockwise", () => {
  const anti = { "seats.turn": "anticlockwise", "seats.play_turn": "clockwise" };
  const s = start(rulesWith(anti), "E", MIX);
  assert.equal(s.turn, "N"); // eldest
  assert.deepEqual(events(s, "dealt").map(({ seat }) => seat), ["N", "W", "S", "E"]);
  const led = play(s, "N:16, W:P, S:P, E:P, N:trump H, N:CJ");
  assert.equal(led.turn, "E");
});

test("draw: lay away, then take or leave the top card", () => {
  const changes = {
    ...PLAIN, "seats.count": 2, "seats.sides": "singles", "draw.discards": [1, 2], "draw.hand": 4,
    sequence: [{ deal: { cards: 4, to: "all", seen: "at_once" } }, "choose_trump", "draw", "play", "score"],
  };
  const hands = { N: "SA HK DA CK", S: "SQ HQ DQ CQ" };
  const s = play(start(rulesWith(changes), "S", hands, { rest: "SK HA DK CA SJ HJ DJ CJ" }), "N:trump NT");
  assert.equal(words(s, "N"), "away CK away DA away HK away SA");
  assert.equal(verdict(s, "N:take"), "discard_count draw.discards");
  const laid = play(s, "N:away CK, S:away CQ, S:away DQ"); // North is one short, South two
  assert.deepEqual(laid.events, [{ event: "laid_away", seat: "S", card: "DQ" }, { event: "drawn", seat: "N", card: "SK" }]);
  assert.deepEqual(view(laid, "N").hand, ["DA", "HK", "SA", "SK"]);
  assert.equal(verdict(laid, "N:away SA"), "discard_count draw.discards");
  const taken = play(laid, "N:take");
  assert.equal(kinds(taken), "call drawn laid_away drawn"); // HA goes away; South looks at DK
  const left = play(taken, "S:leave");
  assert.deepEqual(left.events.slice(1), [{ event: "laid_away", seat: "S", card: "DK" }, { event: "drawn", seat: "S", card: "CA" },
    { event: "drawn", seat: "S", card: "SJ" }]);
  const s2 = play(left, "S:take"); // HJ goes away
  assert.deepEqual([s2.step, s2.turn, view(s2, "S").hand.join(" "), s2.pack.join(" ")], ["play", "N", "CA HQ SJ SQ", "DJ CJ"]);
});
