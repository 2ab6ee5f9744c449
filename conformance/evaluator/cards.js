// Cards are two letters, suit then rank ("SJ", "HT"). A list of cards is an array here and one text on the wire.

export const SUITS = "SHDC";
export const RANKS = "AKQJT98765432";

export const suitOf = (card) => card[0];
export const rankOf = (card) => card[1];
export const isCard = (text) => text.length === 2 && SUITS.includes(text[0]) && RANKS.includes(text[1]);
export const cardsOf = (text) => (text === "" ? [] : text.split(" "));
export const textOf = (cards) => cards.join(" ");
export const ofSuit = (cards, suit) => cards.filter((card) => card[0] === suit);
export const without = (cards, card) => cards.filter((each) => each !== card);

/** Does `a` rank above `b`, both of one suit? `pack.order`, or upside down (`choose_trump.choices.reversed`). */
export function ranksAbove(rules, a, b, reversed) {
  const above = rules.place[rankOf(a)] < rules.place[rankOf(b)];
  return reversed ? !above && a !== b : above;
}

/** Card points of these cards (`pack.points`). */
export const pointsIn = (rules, cards) => cards.reduce((sum, card) => sum + (rules.points[rankOf(card)] ?? 0), 0);
