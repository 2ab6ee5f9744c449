// The winner of a trick (clause play.trick.winner).
import { ranksAbove, suitOf } from "./cards.js";
import { activeFrom } from "./trump.js";

/** Is the card in this place of the trick an active trump? */
export const isActiveTrump = (s, place) => place >= activeFrom(s) && suitOf(s.trick[place]) === s.trump.suit;

/** Does the card in place `a` take the trick from the card in the earlier place `b`? */
export function takes(s, a, b) {
  const trump = isActiveTrump(s, a);
  if (trump !== isActiveTrump(s, b)) return trump;
  if (suitOf(s.trick[a]) !== suitOf(s.trick[b])) return false;
  const reversed = a >= activeFrom(s) && s.trump.reversed;
  return ranksAbove(s.rules, s.trick[a], s.trick[b], reversed);
}

/** The place of the card that wins the trick so far. */
export function winningPlace(s) {
  let best = 0;
  for (let place = 1; place < s.trick.length; place += 1) if (takes(s, place, best)) best = place;
  return best;
}
