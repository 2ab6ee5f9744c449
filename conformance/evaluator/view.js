// What a seat may know (protocol.md 7). Every value is read through a permission: nothing here depends on what the
// seat may not see.
import { legal } from "./deal.js";
import { declarerOf } from "./seats.js";
import { trumpText } from "./trump.js";

export function view(s, seat) {
  const { seats } = s.rules;
  return {
    seat,
    step: s.over ? "over" : s.step,
    turn: s.turn,
    legal: legal(s)[seat] ?? [],
    dealer: s.dealer,
    score: s.score,
    hand: s.hands[seat].filter((card) => !s.heldBack[seat].includes(card)).sort(),
    marker: markerFor(s, seat),
    cards: Object.fromEntries(seats.map((each) => [each, s.hands[each].length])),
    calls: s.calls,
    declarer: declarerOf(s),
    bid: s.contract?.bid ?? null,
    target: s.contract?.target ?? null,
    stakes: s.stakes,
    trump: trumpFor(s, seat),
    open: s.trump !== null && s.known,
    trick: s.trick,
    leader: s.over && s.last === null && s.trick.length === 0 ? null : s.leader, // null if no card was played
    last: s.last,
    points: s.points,
    tricks: s.tricks,
  };
}

/** A marker on the table: its card for the owner, a back for the others. */
function markerFor(s, seat) {
  if (s.marker === null) return null;
  return s.marker.seat === seat ? s.marker.card : "?";
}

/** The choice: known to all, or to its maker (clause reveal.secret). A called place not dealt yet is known to nobody. */
function trumpFor(s, seat) {
  if (s.trump === null) return null;
  const isPending = s.trump.from === "dealt_card" && s.trump.suit === null;
  return !isPending && (s.known || s.trump.maker === seat) ? trumpText(s.trump) : "?";
}
