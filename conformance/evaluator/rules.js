// A resolved rule set (`hakem rules resolve ID --json`) with the few tables that play looks up often.
import { SUITS, cardsOf, pointsIn } from "./cards.js";
import { nextIn, seatsFor } from "./seats.js";

/** A number, or null for `none`. */
const number = (value) => (typeof value === "number" ? value : null);
/** A policy is a word, or a mapping with `kind` and the keys of that kind. */
const policy = (value) => (typeof value === "string" ? { kind: value } : value ?? { kind: "none" });
const list = (value) => (typeof value === "string" ? cardsOf(value) : value ?? []);
const rows = (table) => Object.entries(table ?? {}).map(([name, row]) => ({ name, ...row, when: row.when ?? {} }));
/** At the reveal a row voids the deal whatever its `by` (rules.md 5.3.4). */
const cancelRow = (row) => ({ ...row, by: row.at === "reveal" ? "rule" : row.by, at_most: number(row.at_most) });
const byName = (a, b) => (a.name < b.name ? -1 : 1);

/** Throws an error (of whatever kind) on a document that is no resolved rule set. */
export function compile(doc) {
  if (doc.spec !== 1 || typeof doc.id !== "string") throw new Error("not a resolved rule set of spec 1");
  const seats = seatsFor(doc.seats.count);
  const turn = doc.seats.turn;
  const direction = (own) => nextIn(seats, own === undefined || own === "same" ? turn : own);
  const order = list(doc.pack.order);
  const removed = list(doc.pack.remove);
  const pack = [...SUITS].flatMap((suit) => order.map((rank) => suit + rank)).filter((card) => !removed.includes(card));
  const points = doc.pack.points ?? {};
  const step = (each) => (typeof each === "string" ? { word: each } : { word: "deal", ...each.deal });
  const sequence = doc.sequence.map(step);
  return {
    doc,
    seats,
    next: nextIn(seats, turn),
    auctionNext: direction(doc.seats.auction_turn),
    playNext: direction(doc.seats.play_turn),
    place: Object.fromEntries(order.map((rank, at) => [rank, at])),
    points,
    pack,
    allPoints: pointsIn({ points }, pack) + (doc.pack.last_trick ?? 0),
    sequence,
    deals: sequence.filter(({ word }) => word === "deal"),
    hasHakem: doc.choose_trump?.by === "hakem",
    overPartner: policy(doc.auction?.over_partner),
    automatic: policy(doc.stakes?.automatic),
    ends: policy(doc.play.ends),
    take: policy(doc.play.take),
    deadline: number(doc.reveal?.deadline),
    notWith: typeof doc.lone_hand?.not_with === "object" ? doc.lone_hand.not_with : null,
    fromBid: { declarers: number(doc.pair?.declarers?.from_bid), defenders: number(doc.pair?.defenders?.from_bid) },
    limit: {
      declarers: number(doc.pair?.declarers?.limit) ?? doc.auction?.bids?.from,
      defenders: number(doc.pair?.defenders?.limit) ?? doc.auction?.bids?.to,
    },
    cancelRows: rows(doc.cancel_deal).map(cancelRow).sort(byName),
    scoreRows: rows(doc.score),
    dealerRows: rows(doc.next_dealer),
    hakemRows: rows(doc.next_hakem),
    streak: { ...doc.streak, deals: number(doc.streak?.deals) },
    match: {
      target: number(doc.match?.target),
      floor: number(doc.match?.floor),
      deals: number(doc.match?.deals),
      term: doc.match?.hakem_term ?? 1,
    },
  };
}
