// The other side of `hakem_conformance.agree`: `node worker.mjs FOLDER` plays trials with the evaluator in FOLDER.
//
// A line {"define": DOCUMENT} is answered by its digest; {"digest", "trials": [...], "full"} by one answer a trial:
// a hash of its canonical text, or with `full` the answer itself. What an answer holds is said in answer.py.
import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const load = (file) => import(pathToFileURL(join(resolve(process.argv[2]), file)).href);
const [{ Engine }, { run, actionOf }, { parseAction }, { judge, legal }, { view }] = await Promise.all(
  ["protocol.js", "replay.js", "actions.js", "deal.js", "view.js"].map(load));

const engine = new Engine();

function answerTo(rules, trial, digest) {
  try {
    return trial.match === undefined ? dealOf(rules, trial) : engine.replay({ ...trial, match: { ...trial.match, digest } });
  } catch (error) {
    return { error: error.code ?? error.stack };
  }
}

function dealOf(rules, { game, actions, attempts, views }) {
  const steps = [];
  const look = (s, at) => steps.push({
    legal: legal(s), turn: s.turn, events: s.events, points: s.points, tricks: s.tricks,
    attempts: attempts.filter((each) => each.at === at).map((each) => verdict(s, rules, each.do)),
    views: views.includes(at) ? rules.seats.map((seat) => view(s, seat)) : [],
  });
  const { s, refused } = run(rules, game, actions.map((text) => actionOf(rules, text)), look);
  return { steps, refused, result: s.result, after: s.after && afterOf(s.after) };
}

/** null: the text is no action at all. */
function verdict(s, rules, text) {
  const action = parseAction(text, rules.seats);
  return action === null ? null : judge(s, action);
}

/** What the next deal finds. Runs and counts that stand at nothing are left out. */
function afterOf({ start: { score, deal, run: runs, term, voided } }) {
  const some = (map) => Object.fromEntries(Object.entries(map).filter(([, n]) => n !== 0));
  return { score, deal, run: some(runs), term, voided: some(voided) };
}

/** JSON with sorted keys. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const keys = Object.keys(value).filter((key) => value[key] !== undefined).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

const hashOf = (text) => createHash("sha256").update(text).digest("hex");

for await (const line of createInterface({ input: process.stdin })) {
  const { define, digest, trials, full } = JSON.parse(line);
  if (define !== undefined) {
    process.stdout.write(`${JSON.stringify(engine.define({ document: define }))}\n`);
    continue;
  }
  const rules = engine.rulesOf({ digest });
  const answers = trials.map((trial) => answerTo(rules, trial, digest));
  process.stdout.write(`${JSON.stringify(full ? answers : answers.map((each) => hashOf(canonical(each))))}\n`);
}
