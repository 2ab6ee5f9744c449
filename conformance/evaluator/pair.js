// King and queen of trumps (rules.md 5.4.8, clauses pair.held, pair.window, pair.none).
import { refusal } from "./reasons.js";
import { isDeclarers } from "./seats.js";
import { remember, tell } from "./table.js";

const holdsPair = (s, seat) => ["K", "Q"].every((rank) => s.hands[seat].includes(s.trump.suit + rank));

/** The window after a trick (`pair.after`). s.pairWindow: the side that won it, and whether with a trump on a plain lead. */
function isWindowOpen(s, seat) {
  if (s.pairWindow === null || s.pairShown || !s.known || s.trump.suit === null || s.contract === null) return false;
  const { after } = s.rules.doc.pair;
  if (after === "any_trick") return true;
  return s.pairWindow.side === s.sides.of[seat] && (after === "own_trick" || s.pairWindow.ruff);
}

const sideWord = (s, seat) => (isDeclarers(s, seat) ? "declarers" : "defenders");
const isTooLow = (s, seat) => s.contract.bid < (s.rules.fromBid[sideWord(s, seat)] ?? 0);

/** Why the seat may not have its pair counted now, or null. */
function obstacle(s, seat, suit) {
  if (!isWindowOpen(s, seat)) return refusal("pair_window_closed");
  if (suit !== s.trump.suit || !holdsPair(s, seat)) return refusal("pair_not_held");
  return isTooLow(s, seat) ? refusal("contract_too_low_for_pair", `pair.${sideWord(s, seat)}.from_bid`) : null;
}

export const refusePair = (s, seat, suit) =>
  (s.rules.doc.pair?.show !== "may" ? refusal("pair_not_in_use") : obstacle(s, seat, suit));

export const mayShowPair = (s, seat) => s.pairWindow !== null && refusePair(s, seat, s.trump?.suit) === null;

/** `pair.show: auto`: shown in the first open window. */
export function showByItself(s) {
  if (s.rules.doc.pair?.show !== "auto") return;
  const seat = s.rules.seats.find((each) => obstacle(s, each, s.trump?.suit) === null);
  if (seat !== undefined) showPair(s, seat);
}

/** → `pair_shown`, `target_moved`. */
export function showPair(s, seat) {
  s.pairShown = true;
  tell(s, { event: "pair_shown", seat, suit: s.trump.suit });
  remember(s, seat, `pair ${s.trump.suit}`);
  const from = s.contract.target;
  const to = movedTarget(s.rules, from, sideWord(s, seat));
  s.contract = { ...s.contract, target: to };
  tell(s, { event: "target_moved", from, to });
}

/** `pair.declarers.shift` lowers, `pair.defenders.shift` raises the target, as far as the limit allows. */
export function movedTarget(rules, target, side) {
  const { shift } = rules.doc.pair[side];
  const limit = rules.limit[side];
  const down = side === "declarers";
  const isBeyond = (value) => (down ? value < limit : value > limit);
  const moved = target + shift;
  if (!isBeyond(moved)) return moved;
  return rules.doc.pair.beyond_limit === "unchanged" || isBeyond(target) ? target : limit;
}
