// Step `play`: tricks (rules.md 5.2 to 5.4).
import { isCard, pointsIn, suitOf, without } from "./cards.js";
import { classReason, playable } from "./classes.js";
import { isUndecided, tricksLeft } from "./counts.js";
import { mayShowPair, refusePair, showByItself, showPair } from "./pair.js";
import { refusal } from "./reasons.js";
import { declarerOf, isDeclarers } from "./seats.js";
import { endDeal } from "./score.js";
import { changed, say, sitsOut, tell } from "./table.js";
import { isActiveTrump, winningPlace } from "./trick.js";
import { hidden, look, reveal } from "./trump.js";
import { noRights } from "./cancel.js";

export function enter(s) {
  look(s);
  const seats = { eldest: s.eldest, dealer: s.dealer, declarer: declarerOf(s) ?? s.eldest };
  const leader = s.lone ?? seats[s.rules.doc.play.first_lead];
  s.total = s.hands[leader].length + (s.marker?.seat === leader ? 1 : 0);
  lead(s, leader);
}

/** The winner of a trick leads to the next (clause play.trick.next_lead). */
function lead(s, seat) {
  s.trickNo += 1;
  s.leader = seat;
  s.trick = [];
  s.order = [];
  beginTurn(s, seat);
}

/** The seat's turn begins; with `reveal.ask: auto` a reveal may happen first. */
function beginTurn(s, seat) {
  s.turn = seat;
  s.asked = null;
  if (!hidden(s) || s.rules.doc.reveal.ask !== "auto") return;
  const isMaker = s.trump.maker === seat;
  if ((isMaker && s.hands[seat].length === 0) || (isVoid(s, seat) && mayCauseReveal(s, seat))) {
    reveal(s, seat, isMaker ? "show" : "ask");
  }
}

/** Following, and no card of the led suit in the hand (clause reveal.void_only). */
export const isVoid = (s, seat) =>
  s.trick.length > 0 && !s.hands[seat].some((card) => suitOf(card) === suitOf(s.trick[0]));

/** `reveal.asked_by`: maker, partner, defenders. */
export function mayCauseReveal(s, seat) {
  const { maker } = s.trump;
  const role = seat === maker ? "maker" : s.sides.of[seat] === s.sides.of[maker] ? "partner" : "defenders";
  return s.rules.doc.reveal.asked_by.includes(role);
}

/** What the seat to act may say or play; side rights come besides. */
export function words(s) {
  if (s.deciding) return ["go", "stop"];
  const seat = s.turn;
  if (!hidden(s)) return playable(s, seat).cards;
  const isMaker = s.trump.maker === seat;
  if (isMaker && s.hands[seat].length === 0) return ["show"];
  const word = isMaker ? "show" : "ask";
  const asks = s.rules.doc.reveal.ask !== "auto" && isVoid(s, seat) && mayCauseReveal(s, seat);
  if (asks && s.rules.doc.reveal.ask === "must") return [word];
  const { cards } = playable(s, seat);
  if (cards.length === 0) return ["show"];
  const besides = asks || (isMaker && s.rules.deadline !== null); // `reveal.deadline`: the maker may show in his turn
  return besides ? [...cards, word] : cards;
}

/** Side rights `pair` and `concede`, of a seat that acts and of others alike. */
export function sideWords(s, seat) {
  const list = mayShowPair(s, seat) ? [`pair ${s.trump.suit}`] : [];
  const mayConcede = s.rules.doc.play.concede === "declarer" && seat === declarerOf(s) && isUndecided(s);
  return mayConcede ? [...list, "concede"] : list;
}

export function refuse(s, action) {
  const { seat, kind } = action;
  if (kind === "pair") return refusePair(s, seat, action.suit);
  if (kind === "concede") return refusal("may_not_concede");
  if (seat !== s.turn) return refusal("not_your_turn");
  if (kind === "go" || kind === "stop") return refusal("may_not_go_on");
  return kind === "card" ? refuseCard(s, seat, action.card) : refuseReveal(s, seat);
}

function refuseReveal(s, seat) {
  if (!hidden(s)) return refusal("trump_known");
  if (s.trick.length === 0) return refusal("may_not_ask_when_leading");
  return refusal(isVoid(s, seat) ? "ask_not_for_this_role" : "may_not_ask_when_able_to_follow");
}

function refuseCard(s, seat, card) {
  if (s.deciding) return refusal("must_decide");
  const left = words(s);
  if (!left.some(isCard)) return left.includes("ask") ? refusal("must_ask") : refusal("must_show", showPath(s, seat));
  if (s.marker?.seat === seat && s.marker.card === card) return refusal("card_is_marker");
  if (!s.hands[seat].includes(card)) return refusal("card_not_in_hand");
  const { path, name } = playable(s, seat);
  return refusal(classReason(s, seat, name), path);
}

/** What forbids a card where only `show` is left. */
function showPath(s, seat) {
  if (s.rules.doc.reveal.ask === "must" && isVoid(s, seat) && mayCauseReveal(s, seat)) return "reveal.ask";
  return s.hands[seat].length === 0 ? "choose_trump.form" : playable(s, seat).path;
}

export function act(s, action) {
  const { seat, kind, word } = action;
  if (kind === "card") return playCard(s, seat, action.card);
  if (kind === "pair") return showPair(s, seat);
  say(s, seat, word);
  if (kind === "ask" || kind === "show") return reveal(s, seat, kind);
  if (kind === "concede") return endDeal(s, "conceded");
  if (kind === "stop") return endDeal(s, "stopped");
  s.deciding = false;
  s.goneOn = s.sides.of[seat];
  return nextTrick(s);
}

function playCard(s, seat, card) {
  noRights(s); // `redeal` ends with the first lead
  s.pairWindow = null;
  tell(s, { event: "played", seat, card });
  if (s.trick.length === 0) s.led = changed(s.led, suitOf(card), [...(s.led[suitOf(card)] ?? []), seat]);
  s.hands = changed(s.hands, seat, without(s.hands[seat], card));
  s.trick = [...s.trick, card];
  s.order = [...s.order, seat];
  let next = s.rules.playNext[seat];
  while (sitsOut(s, next)) next = s.rules.playNext[next];
  if (next === s.leader) trickDone(s);
  else beginTurn(s, next);
}

/** The chart of 5.4, from the winner on. */
function trickDone(s) {
  const place = winningPlace(s);
  const winner = s.order[place];
  const side = s.sides.of[winner];
  const isLast = s.trickNo === s.total;
  s.ruffed = isActiveTrump(s, place) && suitOf(s.trick[0]) !== s.trump.suit;
  tell(s, { event: "trick_won", seat: winner, trick: s.trickNo });
  s.winners = [...s.winners, winner];
  s.last = { leader: s.leader, cards: s.trick, winner };
  s.centre = [...s.centre, ...s.trick];
  if (captures(s, winner) || isLast) capture(s, side, isLast);
  s.leader = winner;
  s.trick = [];
  s.turn = null;
  const cause = endCause(s, winner, isLast);
  s.deciding = cause === null && mustDecide(s, side);
  if (cause !== null) endDeal(s, cause);
  else if (s.deciding) s.turn = winner;
  else nextTrick(s);
}

/** Does this trick take what lies in the centre (`play.take`)? Keeps the run. */
function captures(s, winner) {
  const { take } = s.rules;
  if (take.kind === "each_trick") return true;
  const key = take.by === "seat" ? winner : s.sides.of[winner];
  const length = key === s.run.key ? s.run.length + 1 : 1;
  s.run = { key, length };
  const counts = take.counted_from === "first_trick" || (s.known && s.trickNo - 1 >= s.revealTrick);
  if (length < 2 || !counts || (take.not_after ?? []).includes(s.trickNo)) return false;
  s.run = { key, length: take.run === "continues" ? 1 : 0 };
  return true;
}

/** → `captured`: the whole centre, and the last-trick point. */
function capture(s, side, isLast) {
  const tricks = s.trickNo - Object.values(s.tricks).reduce((sum, n) => sum + n, 0);
  const points = pointsIn(s.rules, s.centre) + (isLast ? s.rules.doc.pack.last_trick : 0);
  s.centre = [];
  s.tricks = changed(s.tricks, side, s.tricks[side] + tricks);
  s.points = changed(s.points, side, s.points[side] + points);
  tell(s, { event: "captured", side, tricks, points });
}

/** Why the deal ends after this trick, or null. */
function endCause(s, winner, isLast) {
  if (s.lone !== null && !isDeclarers(s, winner)) return "lone_lost";
  if (s.trickNo === s.rules.deadline && hidden(s)) return "deadline";
  if (isLast) return "played";
  if (s.goneOn !== null) return s.sides.of[winner] === s.goneOn ? null : "run_broken";
  const ender = s.lone === null ? endingSide(s) : null;
  if (ender === null) return null;
  if (hasEveryTrick(s, ender) && s.rules.doc.play.go_on !== "never") return null;
  return s.rules.ends.kind;
}

const hasEveryTrick = (s, side) => s.winners.every((seat) => s.sides.of[seat] === side);

/** The side that would end the deal now (`play.ends`), or null. */
function endingSide(s) {
  const { ends } = s.rules;
  const { names } = s.sides;
  if (ends.kind === "side_tricks") return names.find((side) => s.tricks[side] >= ends.tricks) ?? null;
  if (ends.kind !== "uncatchable") return null;
  const left = tricksLeft(s);
  return names.find((side) => names.every((other) => other === side || s.tricks[other] + left < s.tricks[side])) ?? null;
}

/** `play.go_on`: with `may` the winner decides, with `must` play goes on by itself. */
function mustDecide(s, side) {
  if (s.lone !== null || s.goneOn !== null || endingSide(s) === null) return false;
  if (s.rules.doc.play.go_on === "may") return true;
  s.goneOn = side;
  return false;
}

/** The pair window is open until the next lead; only the trick of the reveal and later ones open it. */
function nextTrick(s) {
  s.pairWindow = s.known ? { side: s.sides.of[s.leader], ruff: s.ruffed } : null;
  showByItself(s);
  lead(s, s.leader);
}
