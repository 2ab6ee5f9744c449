// The end of a deal (rules.md 5.5, 6): facts, the score row, runs, offices, limits.
import { countOf, firstTricks } from "./counts.js";
import { byHolder, declarerOf, holdersFor, isDeclarers, partnerOf } from "./seats.js";
import { changed, tell } from "./table.js";

const FAILURES = ["deadline", "conceded", "lone_lost"];
const VOID_FACTS = {
  lone: false, contract: false, made: false, winner: "tied", voided: true, court: false, term_over: false, term_won: false,
};

/** `when`: fact → value, list of values, or range. */
export function whenHolds(when, facts) {
  return Object.entries(when).every(([fact, wanted]) => fact in facts && matches(facts[fact], wanted));
}

function matches(value, wanted) {
  if (Array.isArray(wanted)) return wanted.includes(value);
  if (typeof wanted !== "object") return value === wanted;
  return value >= (wanted.min ?? -Infinity) && value <= (wanted.max ?? Infinity);
}

/** The deal is void: no row, no streak, no match test. `byRow`: a row of `cancel_deal`. Returns true. */
export function voidDeal(s, why, byRow = false) {
  tell(s, { event: "deal_void", why });
  const { start } = s;
  const offices = nextOffices(s, VOID_FACTS);
  const term = offices.hakem === s.hakem ? start.term : { served: 0, won: true };
  const voided = byRow ? { [why]: (start.voided[why] ?? 0) + 1 } : {};
  s.after = { offices, start: { ...start, term, voided } };
  finish(s, { cause: "void", why, made: false, row: null, change: byHolder(s.rules, () => 0), next: offices, winner: null });
  return true;
}

/** The deal has been played, or has ended early; `cause` as in the event `deal_ended`. */
export function endDeal(s, cause) {
  const hiddenToTheEnd = cause === "played" && s.lone === null && s.trump !== null && !s.known;
  const never = hiddenToTheEnd ? s.rules.doc.reveal.never : "score"; // `reveal.never`
  if (never === "void") {
    voidDeal(s, "never_revealed");
    return;
  }
  tell(s, { event: "deal_ended", cause });
  const failed = FAILURES.includes(cause) || never === "fail";
  const winner = winningSide(s);
  const facts = playFacts(s, failed, winner);
  const row = s.rules.scoreRows.find(({ when }) => whenHolds(when, facts)) ?? { name: null };
  const change = amountsOf(s, row, facts, winner);
  s.score = byHolder(s.rules, (holder) => s.score[holder] + change[holder]);
  tell(s, { event: "scored", row: row.name, change, score: s.score });

  const holders = winner === null ? [] : holdersFor(s.rules).filter((holder) => s.sides.of[holder[0]] === winner);
  const { run, streaks } = runsAfter(s, holders, change);
  for (const holder of streaks) addStreak(s, holder);
  const court = holders.some((holder) => s.score[holder] > s.start.score[holder]);
  const termFacts = termAfter(s, winner);
  const offices = nextOffices(s, { ...facts, voided: false, court, ...termFacts });
  const newTerm = termFacts.term_over || offices.hakem !== s.hakem;
  const term = newTerm ? { served: 0, won: true } : { served: s.start.term.served + 1, won: termFacts.term_won };
  s.after = { offices, start: { score: s.score, deal: s.start.deal + 1, run, term, voided: {} } };
  const total = byHolder(s.rules, (holder) => s.score[holder] - s.start.score[holder]);
  const champion = matchWinner(s);
  if (s.matchOver) tell(s, { event: "match_won", side: champion });
  finish(s, { cause, made: facts.made, row: row.name, change: total, next: offices, winner: champion });
}

/** Closes the state with the result of the deal (protocol.md 6). */
function finish(s, { cause, why, made, row, change, next, winner }) {
  s.over = true;
  s.turn = null;
  s.result = {
    cause, ...(why === undefined ? {} : { why }), declarer: declarerOf(s), bid: s.contract?.bid ?? null,
    target: s.contract?.target ?? null, stakes: s.stakes, made, points: s.points, tricks: s.tricks, row, change,
    score: s.score, next, winner,
  };
}

/** The side with the most captured tricks, or null for a tie. */
function winningSide(s) {
  const most = Math.max(...Object.values(s.tricks));
  const sides = s.sides.names.filter((side) => s.tricks[side] === most);
  return sides.length === 1 ? sides[0] : null;
}

function isMade(s) {
  const side = s.sides.of[declarerOf(s)];
  if (s.lone !== null) return s.winners.every((seat) => s.sides.of[seat] === side);
  return s.contract !== null && countOf(s, side) >= s.contract.target;
}

/** The facts known at the end of play (rules.md 6.1), and `over` for the amounts. */
function playFacts(s, failed, winner) {
  const made = !failed && isMade(s);
  const side = s.sides.of[declarerOf(s)];
  return {
    lone: s.lone !== null,
    contract: s.lone !== null || s.contract !== null,
    made,
    bid: s.contract?.bid ?? 0,
    raised: s.contract?.raised ?? false,
    winner: winner === null ? "tied" : winner === side ? "declarers" : "defenders",
    winner_tricks: Math.max(...Object.values(s.tricks)),
    opening_run: winner === null ? 0 : firstTricks(s, winner),
    revealed: s.trump !== null && s.known,
    over: made && s.lone === null ? countOf(s, side) - s.contract.target : 0,
  };
}

/** An amount: the sum of its terms (rules.md 6.3). */
const amount = (terms, facts) =>
  [terms ?? 0].flat().reduce((sum, term) => sum + (typeof term === "number" ? term : facts[term]), 0);

/** What the row changes, by score holder (`score.*`). */
function amountsOf(s, row, facts, winner) {
  const times = row.times === "stakes" ? s.stakes : 1;
  return byHolder(s.rules, (holder) => {
    const own = amount(isDeclarers(s, holder[0]) ? row.declarers : row.defenders, facts);
    const won = s.sides.of[holder[0]] === winner ? row.winners : row.losers;
    return times * (own + (winner === null ? 0 : amount(won, facts)));
  });
}

/** Runs of won deals after this one, and the holders whose run earns the streak amount (`streak`). */
function runsAfter(s, winners, change) {
  const { deals, after } = s.rules.streak;
  const run = Object.fromEntries(winners.map((holder) => [holder, (s.start.run[holder] ?? 0) + 1]));
  if (deals === null) return { run, streaks: [] };
  const streaks = winners.filter((holder) => (after === "once" ? run[holder] === deals : run[holder] >= deals));
  const anew = after === "restart" && (streaks.length > 0 || winners.some((holder) => change[holder] > 0));
  return { run: anew ? {} : run, streaks };
}

function addStreak(s, side) {
  const { amount: gained } = s.rules.streak;
  s.score = changed(s.score, side, s.score[side] + gained);
  tell(s, { event: "streak", side, amount: gained, score: s.score });
}

/** `match.hakem_term`: is this the last deal of the term, and did the Hakem's side win all of it? */
function termAfter(s, winner) {
  if (s.hakem === null) return { term_over: true, term_won: false };
  const { served, won } = s.start.term;
  return { term_over: served + 1 >= s.rules.match.term, term_won: won && s.sides.of[s.hakem] === winner };
}

/** → `office`. One table moves both offices: the Hakem is always eldest (clause next.coupled). */
function nextOffices(s, facts) {
  const { rules } = s;
  const row = (table) => table.find(({ when }) => whenHolds(when, facts));
  const byHakem = rules.hasHakem && rules.hakemRows.length > 0;
  const dealer = byHakem
    ? previous(rules, moved(s, s.hakem, row(rules.hakemRows)?.hakem))
    : moved(s, s.dealer, row(rules.dealerRows)?.dealer);
  const offices = rules.hasHakem ? { dealer, hakem: rules.next[dealer] } : { dealer };
  tell(s, { event: "office", ...offices });
  return offices;
}

const previous = (rules, seat) => rules.seats.find((each) => rules.next[each] === seat);

function moved(s, seat, word) {
  if (word === "next") return s.rules.next[seat];
  if (word === "previous") return previous(s.rules, seat);
  if (word === "partner") return partnerOf(s.rules, seat);
  return word === "last_trick_winner" ? s.last?.winner ?? seat : seat;
}

/** Limits (clause match.order). Sets s.matchOver; null while the match goes on and for a tie after `match.deals`. */
function matchWinner(s) {
  const { target, floor, deals } = s.rules.match;
  const scores = Object.entries(s.score);
  const reached = scores.some(([, n]) => (target !== null && n >= target) || (floor !== null && n <= floor));
  const isLastDeal = deals !== null && s.start.deal >= deals;
  if (!reached && !isLastDeal) return null;
  const most = Math.max(...Object.values(s.score));
  const best = scores.filter(([, n]) => n === most);
  s.matchOver = best.length === 1 || isLastDeal;
  return best.length === 1 ? best[0][0] : null;
}
