// The table: the whole state of one deal, and the few things that every step does to it.
//
// A state is one flat record. Its parts (arrays, objects) are never changed in place, so a shallow copy of it is a
// state of its own; `apply` in deal.js makes that copy, the steps then set fields on it.
import { arePartners, round, sidesFor } from "./seats.js";

/** The state before anything has happened. `start` is what the deal finds: score, deal, run, term, voided. */
export function newTable(rules, { dealer, packets, rest, start, given }) {
  const eldest = rules.next[dealer];
  const each = (value) => Object.fromEntries(rules.seats.map((seat) => [seat, value]));
  const s = {
    rules, dealer, eldest, hakem: rules.hasHakem ? eldest : null, start, given,
    events: [], calls: [], legalMap: null,
    at: -1, step: null, turn: null, over: false, matchOver: false, result: null, after: null, score: start.score,
    packets, pack: rest, served: 0,
    hands: each([]), dealt: each([]), heldBack: each([]), away: each([]),
    sides: null, points: null, tricks: null,
    contract: null, lone: null, stakes: 1, auction: null, asking: null, drawing: null, rights: {},
    trump: null, known: false, marker: null, markerCard: null, chosen: false, bidSinceChoice: false,
    revealTrick: 0, revealPlace: 0,
    total: 0, trickNo: 0, leader: null, trick: [], order: [], asked: null, last: null, winners: [], led: {},
    centre: [], run: { key: null, length: 0 }, ruffed: false, deciding: false, goneOn: null,
    pairWindow: null, pairShown: false,
  };
  formSides(s);
  return s;
}

/** Sides as the present declarer makes them; nothing has been captured yet. */
export function formSides(s) {
  s.sides = sidesFor(s.rules, s.lone ?? s.contract?.seat ?? s.hakem);
  s.points = Object.fromEntries(s.sides.names.map((name) => [name, 0]));
  s.tricks = s.points;
}

export const tell = (s, event) => s.events.push(event);

/** A word said aloud: an event, and part of what every view remembers. */
export function say(s, seat, word) {
  tell(s, { event: "call", seat, call: word });
  remember(s, seat, word);
}

export function remember(s, seat, word) {
  s.calls = [...s.calls, `${seat}:${word}`];
}

/** `map` with one entry changed. */
export const changed = (map, key, value) => ({ ...map, [key]: value });

/** → `contract` (clause auction.contract). The target is the bid until a pair moves it. */
export function setContract(s, seat, bid, raised) {
  s.contract = { seat, bid, target: bid, raised };
  s.bidSinceChoice = true;
  formSides(s);
  tell(s, { event: "contract", seat, bid, target: bid });
}

/** The claimant's partners lay their cards down and take no part (`lone_hand.partner: sits_out`). */
export const sitsOut = (s, seat) =>
  s.lone !== null && arePartners(s, s.lone, seat) && s.rules.doc.lone_hand.partner === "sits_out";

export function layDownSitting(s) {
  for (const seat of s.rules.seats) {
    if (!sitsOut(s, seat)) continue;
    s.away = changed(s.away, seat, [...s.away[seat], ...s.hands[seat]]);
    s.hands = changed(s.hands, seat, []);
  }
}

/** Seats from eldest on, in `seats.turn` and in `seats.auction_turn`. */
export const fromEldest = (s) => round(s.rules.next, s.eldest);
export const windowOrder = (s) => round(s.rules.auctionNext, s.eldest);
