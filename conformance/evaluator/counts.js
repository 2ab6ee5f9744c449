// What a side has so far, and whether a contract is decided.
import { declarerOf } from "./seats.js";

/** How many of the first tricks of the deal a side won without a break. */
export function firstTricks(s, side) {
  const broken = s.winners.findIndex((seat) => s.sides.of[seat] !== side);
  return broken < 0 ? s.winners.length : broken;
}

/** Card points with the last-trick point, captured tricks, or first tricks without a break (`auction.counts`). */
export function countOf(s, side) {
  const { counts } = s.rules.doc.auction;
  if (counts === "points") return s.points[side];
  return counts === "tricks" ? s.tricks[side] : firstTricks(s, side);
}

const sumOf = (bySide) => Object.values(bySide).reduce((sum, n) => sum + n, 0);
export const tricksLeft = (s) => s.total - sumOf(s.tricks);

/** What the side's count can still become. */
function reachable(s, side) {
  const { counts } = s.rules.doc.auction;
  if (counts === "points") return s.points[side] + s.rules.allPoints - sumOf(s.points);
  if (counts === "tricks") return s.tricks[side] + tricksLeft(s);
  return firstTricks(s, side) === s.winners.length ? s.total : firstTricks(s, side);
}

/** Are both outcomes of the contract possible (`play.concede`)? */
export function isUndecided(s) {
  if (s.lone !== null) return true;
  if (s.contract === null) return false;
  const side = s.sides.of[declarerOf(s)];
  return countOf(s, side) < s.contract.target && reachable(s, side) >= s.contract.target;
}
