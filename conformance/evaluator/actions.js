// Action texts, `SEAT:word args` (protocol.md 2).
import { isCard } from "./cards.js";

/** The kinds of words of each step; `redeal` belongs to all. */
const KINDS = {
  auction: ["bid", "pass"],
  second_auction: ["bid", "pass"],
  choose_trump: ["trump", "keep"],
  stakes: ["double", "pass"],
  lone_hand: ["lone", "pass"],
  draw: ["away", "take", "leave"],
  play: ["card", "ask", "show", "pair", "go", "stop", "concede"],
};
export const DOUBLES = ["X", "XX", "XXX"];
const PLAIN = ["keep", "lone", "take", "leave", "ask", "show", "go", "stop", "concede", "redeal"];

export const belongsTo = (action, step) => action.kind === "redeal" || KINDS[step].includes(action.kind);

/** `1st`, `2nd`, `3rd`, `4th` … */
export function ordinal(n) {
  const teens = n % 100 >= 11 && n % 100 <= 13;
  return n + (teens ? "th" : { 1: "st", 2: "nd", 3: "rd" }[n % 10] ?? "th");
}

/** What follows `trump `: {kind, suit, card, place, reversed, text}, or null. */
export function parseChoice(text) {
  const called = /^([1-9][0-9]?)(?:st|nd|rd|th)$/.exec(text);
  if (called !== null) {
    const place = Number(called[1]);
    return ordinal(place) === text ? { kind: "dealt_card", suit: null, card: null, place, reversed: false, text } : null;
  }
  const named = /^(?:NT|([SHDC])([AKQJT98765432]?))( rev)?$/.exec(text);
  if (named === null) return null;
  const suit = named[1] ?? null;
  const reversed = named[3] !== undefined;
  const kind = suit === null ? (reversed ? "reversed" : "no_trump") : (reversed ? "reversed_suit" : "suit");
  return { kind, suit, card: named[2] ? suit + named[2] : null, place: null, reversed, text };
}

/** {text, seat, word, kind, …} or null: a text of another shape, or of a seat that does not exist, is no action. */
export function parseAction(text, seats) {
  if (typeof text !== "string" || text[1] !== ":" || !seats.includes(text[0])) return null;
  const seat = text[0];
  const word = text.slice(2);
  const is = (kind, rest) => ({ text, seat, word, kind, ...rest });
  if (isCard(word)) return is("card", { card: word });
  if (word === "P") return is("pass");
  if (DOUBLES.includes(word)) return is("double");
  if (PLAIN.includes(word)) return is(word);
  if (/^[1-9][0-9]{0,3}$/.test(word)) return is("bid", { number: Number(word) });
  if (word.startsWith("trump ")) {
    const choice = parseChoice(word.slice(6));
    return choice === null ? null : is("trump", { choice });
  }
  if (word.startsWith("away ") && isCard(word.slice(5))) return is("away", { card: word.slice(5) });
  if (/^pair [SHDC]$/.test(word)) return is("pair", { suit: word[5] });
  return null;
}
