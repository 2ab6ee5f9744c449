// Playing by hand: documents with a few settings changed, deals written as in the sources of the vectors.
import { readFileSync } from "node:fs";
import assert from "node:assert/strict";
import { parseAction } from "../actions.js";
import { apply, begin, judge, legal } from "../deal.js";
import { settingOf } from "../game.js";
import { compile } from "../rules.js";

const TWENTY_NINE = JSON.parse(readFileSync(new URL("twenty-nine.json", import.meta.url), "utf8"));

/** The resolved Twenty-Nine with some settings changed, path → value. */
export function documentWith(changes = {}) {
  const doc = structuredClone(TWENTY_NINE);
  for (const [path, value] of Object.entries(changes)) {
    const keys = path.split(".");
    const last = keys.pop();
    let section = doc;
    for (const key of keys) section = section[key] ??= {};
    section[last] = value;
  }
  return doc;
}

export const rulesWith = (changes) => compile(documentWith(changes));

/** Hands as text, "/" between the packets → the `deal` of a game. */
export function dealOf(hands, rest = "") {
  const packets = [];
  for (const [seat, text] of Object.entries(hands)) {
    text.split(" / ").forEach((cards, at) => { (packets[at] ??= {})[seat] = cards; });
  }
  return { packets, rest };
}

/** The first position; `game` may have before, from, contract, rest. */
export const start = (rules, dealer, hands, game = {}) =>
  begin(rules, settingOf(rules, { dealer, deal: dealOf(hands, game.rest), ...game }));

/** Plays actions that must all be accepted. */
export function play(s, texts) {
  for (const text of texts.trim().split(/\s*,\s*/)) {
    const action = parseAction(text, s.rules.seats);
    assert.ok(action, `${text} is no action`);
    const verdict = judge(s, action);
    assert.ok(verdict.accepted, `${text}: ${verdict.reason}, legal are ${JSON.stringify(legal(s))}`);
    s = apply(s, action);
  }
  return s;
}

/** "reason path" of an action, or "accepted". */
export function verdict(s, text) {
  const { accepted, reason, path } = judge(s, parseAction(text, s.rules.seats));
  return accepted ? "accepted" : `${reason} ${path}`;
}

/** Legal actions of a seat without the seat, as one text. */
export const words = (s, seat) => (legal(s)[seat] ?? []).map((text) => text.slice(2)).join(" ");

/** The events that led to this position, those of one kind or all, without the key `event`. */
export const events = (s, kind) => s.events.filter((each) => each.event === kind).map(({ event, ...rest }) => rest);
export const kinds = (s) => s.events.map((each) => each.event).join(" ");

// Each seat has one suit, so that everybody is void from the second card on.
export const SUITS = {
  E: "SJ S9 SA ST / SK SQ S8 S7", S: "HJ H9 HA HT / HK HQ H8 H7",
  W: "DJ D9 DA DT / DK DQ D8 D7", N: "CJ C9 CA CT / CK CQ C8 C7",
};
// East leads the top spades and hearts; South is void of spades and has small clubs, North small spades and top clubs.
export const MIX = {
  E: "SJ S9 SA ST / HJ H9 HA HT", S: "C7 C8 CQ CK / HK HQ H8 H7",
  W: "DJ D9 DA DT / DK DQ D8 D7", N: "CJ C9 CA CT / SK SQ S8 S7",
};
