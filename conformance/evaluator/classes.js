// Card classes (rules.md 3): a list is read from the left, and the first class of which the hand holds a card is the
// whole of what may be played.
import { ofSuit, suitOf, ranksAbove } from "./cards.js";
import { activeFrom, hidden } from "./trump.js";
import { isActiveTrump, winningPlace } from "./trick.js";

/** The cards of the seat's hand that are in a class. */
export function cardsInClass(s, seat, name) {
  const hand = s.hands[seat];
  switch (name) {
    case "any": return hand;
    case "led_suit": return s.trick.length === 0 ? [] : ofSuit(hand, suitOf(s.trick[0]));
    case "trump": return trumps(s, hand);
    case "trump_over_opponent": return overOpponent(s, seat) ? beating(s, trumps(s, hand)) : trumps(s, hand);
    case "marker": return s.known ? hand.filter((card) => card === s.markerCard) : [];
    case "not_hidden_trump": return hand.filter((card) => !isHiddenTrump(s, seat, card));
    case "not_hidden_trump_unless_led":
      return hand.filter((card) => !isHiddenTrump(s, seat, card) || ledByAnother(s, seat, suitOf(card)));
    default: throw new Error(`no card class ${name}`);
  }
}

const trumps = (s, hand) => (s.known && s.trump.suit !== null ? ofSuit(hand, s.trump.suit) : []);

/** Only the maker knows (clause class.no_leak). */
const isHiddenTrump = (s, seat, card) => hidden(s) && s.trump.maker === seat && suitOf(card) === s.trump.suit;

const ledByAnother = (s, seat, suit) => (s.led[suit] ?? []).some((leader) => leader !== seat);

/** Is an opponent's active trump winning the trick? */
function overOpponent(s, seat) {
  if (s.trick.length === 0) return false;
  const place = winningPlace(s);
  return isActiveTrump(s, place) && s.sides.of[s.order[place]] !== s.sides.of[seat];
}

function beating(s, trumps) {
  const winning = s.trick[winningPlace(s)];
  const reversed = s.trump.reversed && s.trick.length >= activeFrom(s);
  return trumps.filter((card) => ranksAbove(s.rules, card, winning, reversed));
}

/** The list in use for the seat to play: its path and its classes. */
export function listInUse(s) {
  const { play, reveal } = s.rules.doc;
  if (s.trick.length === 0) return { path: "play.lead", classes: play.lead };
  if (s.asked === "ask") return { path: "reveal.after_ask", classes: reveal.after_ask };
  if (s.asked === "show") return { path: "reveal.after_show", classes: reveal.after_show };
  return { path: "play.follow", classes: play.follow };
}

/** What the seat may play: {path, name of the deciding class (null: the list ran out), cards}. */
export function playable(s, seat) {
  const { path, classes } = listInUse(s);
  for (const name of classes) {
    const cards = cardsInClass(s, seat, name);
    if (cards.length > 0) return { path, name, cards };
  }
  const mayShow = hidden(s) && s.trump.maker === seat;
  return { path, name: null, cards: mayShow ? [] : s.hands[seat] };
}

/** The reason code of a held card that the deciding class leaves out. */
export function classReason(s, seat, name) {
  if (name === "led_suit") return "must_follow_suit";
  if (name === "trump") return "must_trump";
  if (name === "trump_over_opponent") return overOpponent(s, seat) ? "must_beat_trump" : "must_trump";
  if (name === "marker") return "must_play_marker";
  return "hidden_trump_barred";
}
