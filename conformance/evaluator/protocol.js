// The stdio protocol (protocol.md): one request line in, one reply text out. No state but the rule sets known.
import { actionOf, actionsOf, replayDeal, replayMatch, run } from "./replay.js";
import { apply, judge, legal, perft } from "./deal.js";
import { Fault, isObject, need } from "./game.js";
import { compile } from "./rules.js";
import { view } from "./view.js";

const METHODS = ["replay", "legal", "probe", "view", "perft"];
const FEATURES = ["points", "legal", "attempts", "reasons", "paths", "events", "match", "from"];
export const LIMITS = { maxLine: 4194304 };
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }); // that is, a byte-order mark stays and is no JSON

/** `id@major` with its overlays in order: how a game without a digest names its rules. */
const nameOf = (id, overlays) => [id, ...overlays].join(" ");
const isText = (value) => typeof value === "string";
const majorName = (doc) => `${doc.id}@${String(doc.version).split(".")[0]}`;

/** An engine that plays the given resolved documents by name, or with none any document that `define` brings. */
export class Engine {
  constructor(documents = []) {
    this.byDigest = new Map();
    this.byName = new Map(documents.map((doc) => [nameOf(majorName(doc), doc.with ?? []), compile(doc)]));
  }

  /** The reply to a line, a text or its bytes. Never throws: anything that is no request gets an error as its reply. */
  reply(line) {
    let id = null;
    try {
      const request = parse(line);
      id = idOf(request);
      return JSON.stringify({ jsonrpc: "2.0", id, result: this.answer(request) });
    } catch (error) {
      return JSON.stringify({ jsonrpc: "2.0", id, error: errorOf(error) });
    }
  }

  answer({ jsonrpc, method, params = {} }) {
    if (jsonrpc !== "2.0" || typeof method !== "string") throw new Fault(-32600, "no request object");
    if (![...METHODS, "hello", "define"].includes(method)) throw new Fault(-32601, `no method ${method}`);
    need(isObject(params), "params is no object");
    return this[method](params);
  }

  hello({ protocol }) {
    need(Array.isArray(protocol) && protocol.every(isText), "protocol is no list of versions");
    if (!protocol.includes("1.0")) throw new Fault(-32000, "only protocol 1.0 is spoken here", { what: "protocol" });
    return {
      protocol: "1.0",
      engine: { name: "hakem-evaluator", version: "1.0.0", language: "JavaScript" },
      rules: this.claims(),
      methods: this.byName.size === 0 ? [...METHODS, "define"] : METHODS,
      features: FEATURES,
      limits: LIMITS,
    };
  }

  /** "*", or each id@version with the overlays of which every combination was given. */
  claims() {
    if (this.byName.size === 0) return ["*"];
    const docs = [...this.byName.values()].map((rules) => rules.doc);
    return [...new Set(docs.map((doc) => `${doc.id}@${doc.version}`))].map((id) => {
      const own = docs.filter((doc) => `${doc.id}@${doc.version}` === id).map((doc) => doc.with ?? []);
      const single = own.filter((overlays) => overlays.length === 1).flat();
      const within = (overlays) => own.filter((each) => each.every((overlay) => overlays.includes(overlay))).length;
      const claimed = single.reduce((list, overlay) =>
        (within([...list, overlay]) === 2 ** (list.length + 1) ? [...list, overlay] : list), []);
      return { id, with: claimed };
    });
  }

  define({ document }) {
    need(isObject(document) && typeof document.digest === "string", "document is no resolved rule set with a digest");
    let rules;
    try {
      rules = compile(document);
    } catch (error) {
      throw new Fault(-32602, `document is no resolved rule set: ${error.message}`);
    }
    this.byDigest.set(document.digest, rules);
    return { digest: document.digest };
  }

  rulesOf(game) {
    need(isObject(game), "game is no object");
    const { rules: id, with: overlays = [], digest } = game;
    need(isText(digest === undefined ? id : digest), "game.rules is missing");
    need(Array.isArray(overlays) && overlays.every(isText), "game.with is no list of texts");
    const what = digest ?? nameOf(id, overlays);
    const rules = digest === undefined ? this.byName.get(what) : this.byDigest.get(digest);
    if (rules === undefined) throw new Fault(-32000, `unsupported: ${what}`, { what });
    return rules;
  }

  /** The position after `actions`, or what refused one of them. */
  position({ game, actions }) {
    const rules = this.rulesOf(game);
    const { s, refused } = run(rules, game, actionsOf(rules, actions));
    return { rules, s, refused };
  }

  replay(params) {
    if (params.match !== undefined) return replayMatch(this.rulesOf(params.match), params);
    return replayDeal(this.rulesOf(params.game), params);
  }

  legal(params) {
    const { s, refused } = this.position(params);
    return refused === null ? { legal: legal(s) } : { refused };
  }

  probe(params) {
    const { rules, s, refused } = this.position(params);
    const tries = actionsOf(rules, params.try);
    return refused === null ? { verdicts: tries.map((action) => judge(s, action)) } : { refused };
  }

  view(params) {
    const { rules, s, refused } = this.position(params);
    need(rules.seats.includes(params.seat), "seat is no seat of this game");
    return refused === null ? { view: view(s, params.seat) } : { refused };
  }

  perft(params) {
    const { rules, s, refused } = this.position(params);
    const { depth, divide } = params;
    need(Number.isSafeInteger(depth) && depth >= 0, "depth is no number of actions");
    if (refused !== null) return { refused };
    const read = (text) => actionOf(rules, text);
    const count = perft(s, depth, read);
    if (divide !== true) return { count };
    const first = depth === 0 ? [] : Object.values(legal(s)).flat();
    return { count, divide: Object.fromEntries(first.map((text) => [text, perft(apply(s, read(text)), depth - 1, read)])) };
  }
}

function parse(line) {
  if (line.length > LIMITS.maxLine) throw new Fault(-32600, `a line is at most ${LIMITS.maxLine} bytes`);
  try {
    return JSON.parse(typeof line === "string" ? line : UTF8.decode(line));
  } catch {
    throw new Fault(-32700, "the line is no JSON");
  }
}

function idOf(request) {
  if (!isObject(request)) throw new Fault(-32600, "no request object");
  const { id } = request;
  if (typeof id !== "string" && !Number.isSafeInteger(id)) throw new Fault(-32600, "id is no integer or string");
  return id;
}

function errorOf(error) {
  const { code, message, data } = error;
  return error instanceof Fault ? { code, message, data } : { code: -32603, message: `internal error: ${message}` };
}
