// Playing a list of actions, and whole matches (protocol.md 4, `replay`).
import { parseAction } from "./actions.js";
import { apply, begin, judge, legal } from "./deal.js";
import { need, settingOf, startOf } from "./game.js";

/** Parsed actions; throws a Fault on a text that is no action. */
export function actionsOf(rules, texts) {
  need(Array.isArray(texts), "actions is no list");
  return texts.map((text) => actionOf(rules, text));
}

export function actionOf(rules, text) {
  const action = parseAction(text, rules.seats);
  need(action !== null, `no action: ${JSON.stringify(text)}`);
  return action;
}

/** Plays up to the first refused action. `look` is called with each position and its number. */
export function run(rules, game, actions, look = () => {}) {
  let s = begin(rules, settingOf(rules, game));
  look(s, 0);
  for (const [at, action] of actions.entries()) {
    const { accepted, reason, path } = judge(s, action);
    if (!accepted) return { s, accepted: at, refused: { at, do: action.text, reason, path } };
    s = apply(s, action);
    look(s, at + 1);
  }
  return { s, accepted: actions.length, refused: null };
}

const STEP = {
  legal: (s) => ({ legal: legal(s) }),
  events: (s) => ({ events: s.events }),
  points: (s) => ({ points: s.points, tricks: s.tricks }),
};

/** One deal: what `replay` answers. */
export function replayDeal(rules, { game, actions: texts, attempts, want }) {
  const actions = actionsOf(rules, texts);
  need(attempts === undefined || Array.isArray(attempts), "attempts is no list");
  need(want === undefined || (Array.isArray(want) && want.every((key) => Object.hasOwn(STEP, key))), "want is no list of these");
  const tries = (attempts ?? []).map((each) => {
    need(Number.isSafeInteger(each?.at) && each.at >= 0, "an attempt has no position");
    return { at: each.at, action: actionOf(rules, each.do), verdict: null };
  });
  const triesAt = new Map();
  for (const each of tries) triesAt.set(each.at, [...(triesAt.get(each.at) ?? []), each]);
  const wanted = Object.keys(STEP).filter((key) => want?.includes(key));
  const steps = [];
  const { s, accepted, refused } = run(rules, game, actions, (position, at) => {
    for (const each of triesAt.get(at) ?? []) each.verdict = judge(position, each.action);
    steps.push(Object.assign({}, ...wanted.map((key) => STEP[key](position))));
  });
  return {
    accepted, refused, turn: s.turn,
    ...(attempts === undefined ? {} : { attempts: tries.map((each) => each.verdict) }),
    ...(want === undefined ? {} : { steps }),
    result: s.result,
  };
}

/** A whole match: offices, score, runs, term and void counts pass from deal to deal. */
export function replayMatch(rules, { match, deals }) {
  need(Array.isArray(deals), "deals is no list");
  need(rules.seats.includes(match.dealer), "dealer is no seat of this game");
  for (const each of deals) actionsOf(rules, each?.actions);
  let { dealer } = match;
  let start = startOf(rules, match.before);
  let end = { status: "unfinished", winner: null };
  const played = [];
  for (const { deal, actions } of deals) {
    const { s, accepted, refused } = run(rules, { dealer, deal, before: start }, actionsOf(rules, actions));
    played.push({ dealer, ...(s.hakem === null ? {} : { hakem: s.hakem }), accepted, refused, result: s.result });
    start = s.after?.start ?? start;
    dealer = s.after?.offices.dealer ?? dealer;
    if (!s.over || refused !== null) end = { status: "stopped", winner: null };
    else if (s.matchOver) end = { status: "won", winner: s.result.winner };
    if (end.status !== "unfinished") break;
  }
  return { deals: played, ...end, score: start.score, unused: deals.length - played.length };
}
