// Step `draw` (rules.md 5.1.8): each seat lays cards away, then they draw in turn. s.drawing: cards still to be laid
// away by seat, the card just looked at, and the seat whose draw is next.
import { without } from "./cards.js";
import { refusal } from "./reasons.js";
import { changed, fromEldest, say, tell } from "./table.js";

export function enter(s) {
  const { discards } = s.rules.doc.draw ?? {};
  if (s.lone !== null || !discards || discards.length === 0) return;
  const order = fromEldest(s);
  const left = Object.fromEntries(order.map((seat, at) => [seat, discards[at] ?? 0]));
  s.drawing = { order, left, looked: null, next: s.eldest };
  goOn(s);
}

const held = (s, seat) => s.hands[seat].length + (s.marker?.seat === seat ? 1 : 0);

function goOn(s) {
  const { order, left, next } = s.drawing;
  const laying = order.find((seat) => left[seat] > 0);
  s.turn = laying ?? null;
  if (laying !== undefined || s.pack.length === 0) return;
  const from = order.indexOf(next);
  const short = [...order.slice(from), ...order.slice(0, from)].find((seat) => held(s, seat) < s.rules.doc.draw.hand);
  if (short === undefined) return;
  const card = takeTop(s, short);
  s.drawing = { ...s.drawing, looked: card, next: s.rules.next[short] };
  s.turn = short;
}

/** The top card of the pack comes to the hand → `drawn`. */
function takeTop(s, seat) {
  const [card, ...rest] = s.pack;
  if (card === undefined) return null;
  s.pack = rest;
  s.hands = changed(s.hands, seat, [...s.hands[seat], card]);
  tell(s, { event: "drawn", seat, card });
  return card;
}

function layAway(s, seat, card) {
  if (card === null) return;
  s.hands = changed(s.hands, seat, without(s.hands[seat], card));
  s.away = changed(s.away, seat, [...s.away[seat], card]);
  tell(s, { event: "laid_away", seat, card });
}

export const words = (s) => (s.drawing.looked === null ? s.hands[s.turn].map((card) => `away ${card}`) : ["take", "leave"]);

export function refuse(s, action) {
  if (action.seat !== s.turn) return refusal("not_your_turn");
  if (action.kind !== "away") return refusal("discard_count");
  if (s.marker?.seat === action.seat && s.marker.card === action.card) return refusal("card_is_marker");
  return refusal(s.hands[action.seat].includes(action.card) ? "discard_count" : "card_not_in_hand");
}

export function act(s, action) {
  const { seat, kind } = action;
  const { left, looked } = s.drawing;
  if (kind === "away") {
    layAway(s, seat, action.card);
    s.drawing = { ...s.drawing, left: changed(left, seat, left[seat] - 1) };
  } else {
    say(s, seat, kind);
    if (kind === "leave") layAway(s, seat, looked);
    const next = takeTop(s, seat);
    if (kind === "take") layAway(s, seat, next);
    s.drawing = { ...s.drawing, looked: null };
  }
  goOn(s);
}
