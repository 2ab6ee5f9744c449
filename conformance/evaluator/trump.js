// Step `choose_trump` (rules.md 5.1.5), the marker, and the reveal (5.3).
import { SUITS, suitOf, textOf, without } from "./cards.js";
import { ordinal } from "./actions.js";
import { refusal } from "./reasons.js";
import { changed, fromEldest, say, tell } from "./table.js";
import { lookAtRows } from "./cancel.js";

export const hidden = (s) => s.trump !== null && !s.known;

/** `C`, `NT`, `C rev`, `NT rev`. */
export const trumpText = (trump) => (trump.suit ?? "NT") + (trump.reversed ? " rev" : "");

const FROM = { suit: "suit", reversed_suit: "suit", dealt_card: "dealt_card", no_trump: "no_trump", reversed: "no_trump" };
const isOpen = (s) => s.rules.doc.choose_trump.secrecy === "open";

/** The maker: the Hakem or the declarer; a later time the seat whose bid called the step up (`choose_trump.by`). */
function makerNow(s) {
  if (s.lone !== null) return null;
  if (s.chosen) return s.bidSinceChoice ? s.contract.seat : null;
  return s.rules.hasHakem ? s.hakem : s.contract?.seat ?? null;
}

export function enter(s) {
  s.turn = makerNow(s);
  if (s.turn === null) look(s);
}

export function words(s) {
  const maker = s.turn;
  const { choices, form, dealt_card: place } = s.rules.doc.choose_trump;
  const suits = form === "own_card" ? s.hands[maker] : [...SUITS];
  const offered = {
    suit: () => suits,
    reversed_suit: () => suits.map((suit) => `${suit} rev`),
    dealt_card: () => [ordinal(place)],
    no_trump: () => ["NT"],
    reversed: () => ["NT rev"],
  };
  const list = choices.flatMap((kind) => offered[kind]()).map((choice) => `trump ${choice}`);
  return mayKeep(s, maker) ? [...list, "keep"] : list;
}

/** Clause choose_trump.again. */
const mayKeep = (s, seat) => s.chosen && s.trump?.maker === seat;

export function refuse(s, action) {
  if (action.seat !== s.turn) return refusal("not_your_turn");
  if (action.kind === "keep") return refusal("may_not_keep");
  const { choices, form, dealt_card: place } = s.rules.doc.choose_trump;
  const { choice } = action;
  if (!choices.includes(choice.kind)) return refusal("choice_not_offered");
  if (choice.kind === "dealt_card" && choice.place !== place) return refusal("choice_not_offered");
  return refusal(form === "own_card" ? "must_lay_own_card" : "no_card_to_lay");
}

export function act(s, action) {
  s.turn = null;
  if (action.kind === "keep") say(s, action.seat, "keep");
  else choose(s, action.seat, action.choice);
  s.bidSinceChoice = false;
  look(s);
  if (action.kind !== "keep" && s.known) lookAtRows(s, "reveal");
}

/** → `trump_set`, `marker_back`, `marker_set`. */
export function choose(s, maker, choice) {
  tell(s, { event: "trump_set", seat: maker, choice: choice.text });
  if (choice.kind === "dealt_card") s.calls = [...s.calls, `${maker}:trump ${choice.text}`];
  markerBack(s);
  s.chosen = true;
  s.trump = { maker, from: FROM[choice.kind], suit: choice.suit, reversed: choice.reversed, place: choice.place };
  s.known = false;
  s.revealTrick = 0;
  if (choice.card !== null) lay(s, choice.card);
  else if (choice.kind === "dealt_card") layCalled(s);
  else s.known = isOpen(s);
}

/** A called place that has been dealt is laid; true if it was laid now. */
export function layCalled(s) {
  const { maker, place, suit } = s.trump ?? {};
  if (!place || suit !== null || s.dealt[maker].length < place) return false;
  lay(s, s.dealt[maker][place - 1]);
  return true;
}

/** The card that fixes the trump: hidden in the marker zone, or shown and back in the hand (`choose_trump.secrecy`). */
function lay(s, card) {
  const { maker } = s.trump;
  s.trump = { ...s.trump, suit: suitOf(card) };
  tell(s, { event: "marker_set", seat: maker, card });
  s.known = isOpen(s);
  if (s.known) return;
  s.marker = { seat: maker, card };
  s.markerCard = card;
  s.hands = changed(s.hands, maker, without(s.hands[maker], card));
}

/** A lone hand or a new choice cancels the marker (clause choose_trump.marker.back). */
export function markerBack(s) {
  if (s.marker !== null) {
    tell(s, { event: "marker_back", seat: s.marker.seat, card: s.marker.card });
    markerToHand(s);
  }
  s.markerCard = null;
}

function markerToHand(s) {
  const { seat, card } = s.marker;
  s.hands = changed(s.hands, seat, [...s.hands[seat], card]);
  s.marker = null;
}

/** → `looked` for packets held back (`sequence.deal.seen: maker_first`). */
export function look(s) {
  for (const seat of fromEldest(s)) {
    if (s.heldBack[seat].length === 0) continue;
    tell(s, { event: "looked", seat, cards: textOf(s.heldBack[seat]) });
    s.heldBack = changed(s.heldBack, seat, []);
  }
}

/** The reveal during a trick. `how`: "ask" or "show", as which it counts for the rest of this turn. */
export function reveal(s, seat, how) {
  tell(s, { event: "revealed", seat, trump: trumpText(s.trump), ...(s.marker === null ? {} : { marker: s.marker.card }) });
  if (s.marker !== null) markerToHand(s);
  s.known = true;
  s.revealTrick = s.trickNo;
  s.revealPlace = s.trick.length;
  s.asked = how;
  lookAtRows(s, "reveal");
}

/** From which place in the current trick on cards of the trump suit are trumps, and a reversed order holds
 *  (`reveal.activation`). */
export function activeFrom(s) {
  if (s.trump === null || !s.known) return Infinity;
  if (s.trickNo > s.revealTrick || s.rules.doc.reveal.activation === "trick") return 0;
  return s.revealPlace;
}
