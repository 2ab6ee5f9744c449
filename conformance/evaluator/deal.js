// A deal from its cards to its result: begin, legal, apply, judge.
import { textOf } from "./cards.js";
import { belongsTo, parseChoice } from "./actions.js";
import * as auction from "./auction.js";
import { endRight, lookAtRows, mayRedeal, noRights, redeal, rightsOf } from "./cancel.js";
import * as draw from "./draw.js";
import { need } from "./game.js";
import * as play from "./play.js";
import { refusal } from "./reasons.js";
import { changed, layDownSitting, newTable, say, setContract, tell } from "./table.js";
import * as chooseTrump from "./trump.js";
import { loneHand, setStakes, stakes } from "./windows.js";

/** Each step with a decision: enter (sets s.turn if there is one), words of s.turn, refuse, act. */
const STEPS = { auction, second_auction: auction, choose_trump: chooseTrump, stakes, lone_hand: loneHand, draw, play };

const ACCEPTED = { accepted: true };

/** The first position of a deal. */
export function begin(rules, setting) {
  const s = newTable(rules, setting);
  const offices = { dealer: s.dealer, ...(s.hakem === null ? {} : { hakem: s.hakem }) };
  tell(s, { event: "deal_begins", deal: s.start.deal, ...offices, score: s.start.score });
  if (s.given !== null) beginAtPlay(s);
  advance(s);
  return s;
}

/** Runs the steps of `sequence` up to the next decision, or to the end of the deal. */
function advance(s) {
  while (!s.over && s.turn === null) {
    s.at += 1;
    const step = s.rules.sequence[s.at];
    s.step = step.word;
    if (step.word === "deal") serve(s, step, true);
    else STEPS[step.word].enter(s);
  }
}

/** A `deal` step (rules.md 5.1.3). */
function serve(s, step, looksAtRows) {
  noRights(s);
  for (const [seat, cards] of s.packets[s.served]) {
    s.hands = changed(s.hands, seat, [...s.hands[seat], ...cards]);
    s.dealt = changed(s.dealt, seat, [...s.dealt[seat], ...cards]);
    const isHeldBack = step.seen === "maker_first" && seat !== s.eldest;
    if (isHeldBack) s.heldBack = changed(s.heldBack, seat, [...s.heldBack[seat], ...cards]);
    tell(s, { event: "dealt", seat, count: cards.length, cards: textOf(cards) });
  }
  s.served += 1;
  const laidNow = chooseTrump.layCalled(s);
  layDownSitting(s);
  if (!looksAtRows) return;
  if (s.served === 1 && lookAtRows(s, "first_packet")) return;
  if (s.served === s.packets.length && lookAtRows(s, "full_hand")) return;
  if (laidNow && s.known) lookAtRows(s, "reveal");
}

/** `from: play` (protocol.md 3): the deal steps, then contract, trump and stakes as given. */
function beginAtPlay(s) {
  const { declarer, bid, trump, stakes: multiplier } = s.given;
  for (const step of s.rules.deals) serve(s, step, false);
  if (bid !== undefined) setContract(s, declarer, bid, false);
  if (trump !== undefined) {
    s.turn = s.hakem ?? declarer;
    need(chooseTrump.words(s).includes(`trump ${trump}`), "contract.trump is no choice of its maker");
    chooseTrump.choose(s, s.turn, parseChoice(trump));
    s.turn = null;
  }
  if (multiplier !== 1) setStakes(s, multiplier);
  s.at = s.rules.sequence.findIndex((step) => step.word === "play") - 1;
}

/** All legal actions: seat → sorted texts. Seats without an action are left out. */
export function legal(s) {
  if (s.legalMap !== null) return s.legalMap;
  const map = {};
  for (const seat of s.rules.seats) {
    const words = s.over ? [] : wordsOf(s, seat);
    if (words.length > 0) map[seat] = words.map((word) => `${seat}:${word}`).sort();
  }
  s.legalMap = map;
  return map;
}

/** The words of one seat: those of its turn and its side rights. */
function wordsOf(s, seat) {
  const own = seat === s.turn ? STEPS[s.step].words(s) : [];
  const rights = s.step === "play" ? play.sideWords(s, seat) : [];
  return [...own, ...rights, ...(mayRedeal(s, seat) ? ["redeal"] : [])];
}

/** Clause legal.one_definition: accepted exactly when it is in the legal map; else the first reason that applies. */
export function judge(s, action) {
  if (legal(s)[action.seat]?.includes(action.text)) return ACCEPTED;
  if (s.over) return refusal(s.matchOver ? "match_over" : "deal_over");
  if (!belongsTo(action, s.step)) return refusal("wrong_step");
  return action.kind === "redeal" ? refuseRedeal(s, action.seat) : STEPS[s.step].refuse(s, action);
}

function refuseRedeal(s, seat) {
  const [right] = rightsOf(s, seat);
  return right === undefined ? refusal("no_redeal_right") : refusal("redeal_used_up", `cancel_deal.${right.name}.at_most`);
}

/** The position after an action that `judge` accepts. The state given stays as it is. */
export function apply(state, action) {
  const s = { ...state, events: [], legalMap: null };
  if (action.kind === "redeal") {
    say(s, action.seat, "redeal");
    redeal(s, action.seat);
  } else {
    endRight(s, action.seat);
    STEPS[s.step].act(s, action);
  }
  advance(s);
  return s;
}

/** The number of sequences of `depth` legal actions; one that ends the deal earlier counts as one. */
export function perft(s, depth, parse) {
  if (depth === 0 || s.over) return 1;
  const actions = Object.values(legal(s)).flat();
  if (depth === 1) return actions.length;
  return actions.reduce((sum, text) => sum + perft(apply(s, parse(text)), depth - 1, parse), 0);
}
