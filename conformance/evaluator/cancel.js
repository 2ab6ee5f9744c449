// `cancel_deal`: rows that void a deal, by rule or on demand (rules.md 5.1.3, 6.2), and hand patterns.
import { SUITS, ofSuit, rankOf } from "./cards.js";
import { declarerOf, isDeclarers, isDefenders } from "./seats.js";
import { changed } from "./table.js";
import { voidDeal, whenHolds } from "./score.js";

/** Does a pattern fit these cards? `trump` is the trump suit or null, `marker` the card laid or null. */
export function fits(rules, hand, cards, trump = null, marker = null) {
  let counted = cards;
  if (hand.ranks !== undefined) counted = counted.filter((card) => hand.ranks.includes(rankOf(card)));
  if (hand.worth === "points") counted = counted.filter((card) => (rules.points[rankOf(card)] ?? 0) > 0);
  if (hand.suit === "trump" || hand.suit === "other_trump") counted = trump === null ? [] : ofSuit(counted, trump);
  if (hand.suit === "other_trump") counted = counted.filter((card) => card !== marker);
  const longest = () => Math.max(...[...SUITS].map((suit) => ofSuit(counted, suit).length));
  const count = hand.suit === "longest" ? longest() : counted.length;
  if (count < (hand.min ?? 0) || count > (hand.max ?? cards.length)) return false;
  return hand.unbeatable !== true || unbeatable(rules, cards);
}

/** `hand.unbeatable`: no other cards can win a trick from this hand when it leads without trump. */
export function unbeatable(rules, cards) {
  for (const suit of SUITS) {
    let held = 0;
    let missingAbove = 0;
    const all = ofSuit(rules.pack, suit); // in rank order, highest first
    const missing = all.length - ofSuit(cards, suit).length;
    for (const card of all) {
      if (!cards.includes(card)) missingAbove += 1;
      else if (missingAbove > 0 && missing > held) return false;
      else held += 1;
    }
  }
  return true;
}

/** Whose cards a row judges: groups of seats, each group judged as one (`cancel_deal.*.whose`). */
function groups(s, whose) {
  const { seats, next } = s.rules;
  if (whose === "eldest") return [[s.eldest]];
  if (whose === "first_two") return [[s.eldest], [next[s.eldest]]];
  if (whose === "any_seat") return seats.map((seat) => [seat]);
  if (declarerOf(s) === null) return [];
  if (whose === "declarer") return [[declarerOf(s)]];
  return [seats.filter((seat) => (whose === "declarers" ? isDeclarers : isDefenders)(s, seat))];
}

/** The seats for which a row holds: all cards dealt to them in this deal, wherever they lie. */
function seatsFor(s, row) {
  if (!whenHolds(row.when, s.trump === null ? {} : { trump_from: s.trump.from })) return [];
  return groups(s, row.whose).filter((group) => {
    const cards = group.flatMap((seat) => s.dealt[seat]);
    return cards.length > 0 && fits(s.rules, row.hand, cards, s.trump?.suit ?? null, s.markerCard);
  }).flat();
}

const usedUp = (s, row) => row.at_most !== null && (s.start.voided[row.name] ?? 0) >= row.at_most;

/** Looks at the rows of one moment. True if the deal is void. */
export function lookAtRows(s, at) {
  const holding = s.rules.cancelRows.filter((row) => row.at === at)
    .map((row) => ({ row, seats: seatsFor(s, row) })).filter(({ seats }) => seats.length > 0);
  const voiding = holding.find(({ row }) => row.by !== "demand" && !usedUp(s, row));
  if (voiding !== undefined) return voidDeal(s, voiding.row.name, true);
  for (const { row, seats } of holding) {
    const right = { name: row.name, usedUp: usedUp(s, row) };
    for (const seat of row.by === "demand" ? seats : []) s.rights = changed(s.rights, seat, [...(s.rights[seat] ?? []), right]);
  }
  return false;
}

/** The side right `redeal` of a seat: its rows, none while it has not looked at its cards. */
export function rightsOf(s, seat) {
  return s.heldBack[seat].length > 0 ? [] : [...(s.rights[seat] ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1));
}

export const mayRedeal = (s, seat) => rightsOf(s, seat).some((right) => !right.usedUp);

/** `redeal`: the first row by name that gave the right voids the deal. */
export const redeal = (s, seat) => voidDeal(s, rightsOf(s, seat).find((right) => !right.usedUp).name, true);

/** A seat's own next action ends its right. */
export function endRight(s, seat) {
  if (s.rights[seat] !== undefined) s.rights = changed(s.rights, seat, undefined);
}

export const noRights = (s) => { s.rights = {}; };
