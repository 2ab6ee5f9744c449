// A game as it comes over the wire (protocol.md 3): checked, and made into what `begin` needs.
import { cardsOf, isCard } from "./cards.js";
import { byHolder, holdersFor, round } from "./seats.js";

/** A message that cannot be dealt with: a JSON-RPC error. */
export class Fault extends Error {
  constructor(code, message, data) {
    super(message);
    Object.assign(this, { code, data });
  }
}

/** A parameter that must be as said (-32602). */
export function need(holds, message) {
  if (!holds) throw new Fault(-32602, message);
}

const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The setting of one deal; throws a Fault. */
export function settingOf(rules, game) {
  need(rules.seats.includes(game.dealer), "dealer is no seat of this game");
  const { packets, rest } = cardsFrom(rules, game.deal, rules.next[game.dealer]);
  return { dealer: game.dealer, packets, rest, start: startOf(rules, game.before), given: givenBy(rules, game) };
}

/** `before`: what the deal finds. */
export function startOf(rules, before = {}) {
  need(isObject(before), "before is no object");
  const { deal = 1, term = { served: 0, won: true } } = before;
  need(Number.isSafeInteger(deal) && deal >= 1, "before.deal is no number of a deal");
  need(isObject(term) && isCount(term.served) && typeof term.won === "boolean", "before.term is malformed");
  const holders = holdersFor(rules);
  const score = numbersBy(before.score, holders, "score");
  const run = numbersBy(before.run, holders, "run");
  const voided = numbersBy(before.voided, rules.cancelRows.map((row) => row.name), "voided", isCount);
  return { score: { ...byHolder(rules, () => 0), ...score }, deal, run, term: { served: term.served, won: term.won }, voided };
}

/** The integers that `map` gives for these keys, and no others. */
function numbersBy(map = {}, keys, what, isGood = Number.isSafeInteger) {
  const isEach = isObject(map) && Object.entries(map).every(([key, value]) => keys.includes(key) && isGood(value));
  need(isEach, `before.${what} holds something else than a number for each of ${keys.join(" ")}`);
  return { ...map };
}

/** `from: play` with its `contract`, or null. */
function givenBy(rules, game) {
  if (game.from === undefined) return null;
  need(game.from === "play", "from is something else than play");
  const { contract = {} } = game;
  need(isObject(contract), "contract is no object");
  const { declarer, bid, trump, stakes = 1 } = contract;
  const { bids } = rules.doc.auction ?? {};
  const isBid = Number.isSafeInteger(bid) && bid >= bids?.from && bid <= bids?.to && rules.seats.includes(declarer);
  need(isBid || (declarer === undefined && bid === undefined), "contract.declarer and contract.bid are no seat and its bid");
  const multipliers = [1, ...(rules.doc.stakes?.factors ?? []), rules.automatic.factor];
  need(Number.isSafeInteger(stakes) && multipliers.includes(stakes), "contract.stakes is no multiplier of these rules");
  need(trump === undefined || (typeof trump === "string" && (rules.hasHakem || isBid)), "contract.trump has no maker");
  return { declarer, bid, trump, stakes };
}

/** The seats that a `deal` step serves, in order (`sequence.deal.to`). */
function servedBy(step, eldest, order) {
  if (step.to === "hakem") return [eldest];
  return step.to === "others" ? order.filter((seat) => seat !== eldest) : order;
}

/** For each `deal` step [seat, cards] in the order served, and the cards that stay in the pack. */
function cardsFrom(rules, deal, eldest) {
  need(isObject(deal), "deal is no object");
  const order = round(rules.next, eldest);
  const steps = rules.deals.map((step) => ({ seats: servedBy(step, eldest, order), count: step.cards }));
  need((deal.pack === undefined) !== (deal.packets === undefined), "a deal has either a pack or packets");
  const dealt = deal.pack !== undefined ? cut(rules, steps, cardList(deal.pack)) : given(steps, deal);
  const all = [...dealt.packets.flatMap((packet) => packet.flatMap(([, cards]) => cards)), ...dealt.rest];
  need(all.length === rules.pack.length && rules.pack.every((card) => all.includes(card)), "the cards do not make up the pack");
  return dealt;
}

function cardList(text) {
  need(typeof text === "string", "a list of cards is no text");
  const cards = cardsOf(text);
  need(cards.every(isCard), `no list of cards: ${text}`);
  return cards;
}

/** Deals from the top of a pack, singly or by packets (`deal.manner`). */
function cut(rules, steps, pack) {
  let at = 0;
  const packets = steps.map(({ seats, count }) => {
    const packet = seats.map((seat, place) => [seat, rules.doc.deal.manner === "singly"
      ? Array.from({ length: count }, (_, turn) => pack[at + turn * seats.length + place])
      : pack.slice(at + place * count, at + (place + 1) * count)]);
    at += count * seats.length;
    return packet;
  });
  need(at <= pack.length, "the cards do not make up the pack");
  return { packets, rest: pack.slice(at) };
}

/** The packets as given. */
function given(steps, deal) {
  need(Array.isArray(deal.packets) && deal.packets.length === steps.length, `deal has not ${steps.length} packets`);
  const packets = steps.map(({ seats, count }, at) => {
    const packet = deal.packets[at];
    const isServed = isObject(packet) && Object.keys(packet).every((seat) => seats.includes(seat));
    need(isServed, `packet ${at + 1} serves another seat`);
    return seats.map((seat) => {
      const cards = cardList(packet[seat]);
      need(cards.length === count, `packet ${at + 1} does not give ${seat} ${count} cards`);
      return [seat, cards];
    });
  });
  return { packets, rest: cardList(deal.rest === undefined ? "" : deal.rest) };
}
