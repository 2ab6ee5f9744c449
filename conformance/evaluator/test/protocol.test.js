import test from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { MIX, SUITS, dealOf, documentWith } from "./help.js";
import { Engine } from "../protocol.js";

const MAIN = new URL("../main.js", import.meta.url).pathname;
const document = documentWith();
const engine = new Engine();
const ask = (method, params, to = engine) => JSON.parse(to.reply(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })));
const result = (method, params) => ask(method, params).result;
result("define", { document });
const game = { rules: "twenty-nine@1", digest: document.digest, dealer: "N", deal: dealOf(MIX) };
const TO_PLAY = ["E:16", "S:P", "W:P", "N:P", "E:trump C"];

test("define answers the document's own digest", () => {
  assert.deepEqual(result("define", { document }), { digest: document.digest });
  assert.equal(ask("define", { document: { digest: document.digest, spec: 1 } }).error.code, -32602);
});

test("replay stops at the first refused action, on the same live game", () => {
  const attempts = [{ at: 5, do: "S:SJ" }, { at: 6, do: "S:C7" }, { at: 6, do: "S:ask" }, { at: 9, do: "E:P" }];
  const reply = result("replay", { game, actions: [...TO_PLAY, "E:SJ", "S:H7", "S:ask"], attempts, want: ["legal", "points", "events"] });
  assert.equal(reply.accepted, 6);
  assert.deepEqual(reply.refused, { at: 6, do: "S:H7", reason: "must_ask", path: "reveal.ask" });
  assert.equal(reply.turn, "S");
  assert.deepEqual(reply.attempts, [
    { accepted: false, reason: "not_your_turn", path: "seats.turn" }, { accepted: false, reason: "must_ask", path: "reveal.ask" },
    { accepted: true }, null,
  ]);
  assert.equal(reply.steps.length, 7);
  assert.deepEqual(reply.steps[6], {
    legal: { S: ["S:ask"] }, events: [{ event: "played", seat: "E", card: "SJ" }], points: { NS: 0, EW: 0 }, tricks: { NS: 0, EW: 0 },
  });
  assert.equal(reply.result, null);
  assert.deepEqual(Object.keys(result("replay", { game, actions: [] })), ["accepted", "refused", "turn", "result"]);
});

test("legal, probe and view of a position that is not reached answer the refusal", () => {
  const refused = { at: 0, do: "S:16", reason: "not_your_turn", path: "seats.turn" };
  for (const [method, rest] of [["legal", {}], ["probe", { try: [] }], ["view", { seat: "E" }], ["perft", { depth: 1 }]]) {
    assert.deepEqual(result(method, { game, actions: ["S:16"], ...rest }), { refused });
  }
});

test("probe judges each action alone", () => {
  assert.deepEqual(result("probe", { game, actions: ["E:16"], try: ["S:16", "S:17", "E:P"] }).verdicts, [
    { accepted: false, reason: "bid_not_higher", path: "auction.form" }, { accepted: true },
    { accepted: false, reason: "not_your_turn", path: "seats.turn" },
  ]);
});

test("the view of a seat", () => {
  const { view } = result("view", { game, actions: [...TO_PLAY, "E:SJ", "S:ask", "S:H7", "W:D7", "N:S7", "E:S9"], seat: "W" });
  assert.deepEqual(view, {
    seat: "W", step: "play", turn: "S", legal: [], dealer: "N", score: { NS: 0, EW: 0 },
    hand: ["D8", "D9", "DA", "DJ", "DK", "DQ", "DT"], marker: null, cards: { N: 7, E: 6, S: 7, W: 7 },
    calls: ["E:16", "S:P", "W:P", "N:P", "S:ask"], declarer: "E", bid: 16, target: 16, stakes: 1, trump: "C", open: true,
    trick: ["S9"], leader: "E", last: { leader: "E", cards: ["SJ", "H7", "D7", "S7"], winner: "E" },
    points: { NS: 0, EW: 3 }, tricks: { NS: 0, EW: 1 },
  });
});

test("no view and no verdict of another seat depends on the hidden trump", () => {
  const seen = (trump, seat) => ["view", "probe"].map((method) => JSON.stringify(result(method, {
    game, actions: [...TO_PLAY.slice(0, 4), `E:trump ${trump}`, "E:HJ"], seat, try: [`${seat}:ask`, `${seat}:show`, `${seat}:C7`, `${seat}:pair C`],
  })));
  for (const seat of ["S", "W", "N"]) assert.deepEqual(seen("C", seat), seen("H", seat));
  assert.notDeepEqual(seen("C", "E"), seen("H", "E"));
});

test("perft", () => {
  // 14 numbers and a pass; after a number n below 28 there are 29 - n answers, after 28 four choices, after a pass 15.
  assert.equal(result("perft", { game, actions: [], depth: 1 }).count, 15);
  const { count, divide } = result("perft", { game, actions: [], depth: 2, divide: true });
  assert.equal(count, 104 + 4 + 15);
  assert.deepEqual([divide["E:15"], divide["E:28"], divide["E:P"]], [14, 4, 15]);
  assert.equal(result("perft", { game, actions: [], depth: 0 }).count, 1);
});

test("from play, and with a pack dealt singly", () => {
  const contract = { declarer: "S", bid: 17, trump: "H", stakes: 2 };
  assert.equal(ask("replay", { game: { ...game, from: "play", contract }, actions: [] }).error.code, -32602); // nobody can double
  const doubled = documentWith({ "stakes.factors": [2, 4], digest: "sha256:1" });
  result("define", { document: doubled });
  const reply = result("replay", { game: { ...game, digest: doubled.digest, from: "play", contract }, actions: [], want: ["legal", "events"] });
  assert.equal(reply.turn, "E");
  assert.deepEqual(reply.steps[0].events.slice(-3), [
    { event: "contract", seat: "S", bid: 17, target: 17 }, { event: "trump_set", seat: "S", choice: "H" }, { event: "stakes", multiplier: 2 },
  ]);
  assert.equal(ask("replay", { game: { ...game, from: "play", contract: { ...contract, stakes: 1, trump: "HJ" } }, actions: [] }).error.code, -32602);
  const pack = [0, 1].flatMap((packet) => [0, 1, 2, 3].flatMap((turn) =>
    ["E", "S", "W", "N"].map((seat) => MIX[seat].split(" / ")[packet].split(" ")[turn]))).join(" ");
  assert.deepEqual(result("view", { game: { ...game, deal: { pack } }, actions: TO_PLAY, seat: "S" }), result("view", { game, actions: TO_PLAY, seat: "S" }));
});

test("a match passes offices and score on, and leaves what it does not need", () => {
  // East sweeps with spades: one point to EW in each deal, whoever deals.
  const sweep = (bidding) => [...bidding, "E:trump S", ...[..."J9ATKQ87"].flatMap((rank, at) =>
    [`E:S${rank}`, ...(at === 0 ? ["S:ask"] : []), `S:H${rank}`, `W:D${rank}`, `N:C${rank}`])];
  const deal = dealOf(SUITS);
  const first = { deal, actions: sweep(["E:16", "S:P", "W:P", "N:P"]) };
  const match = { rules: "twenty-nine@1", digest: document.digest, dealer: "N", before: { score: { EW: 5 } } };
  const won = result("replay", { match, deals: [first, first] });
  assert.deepEqual([won.status, won.winner, won.score, won.unused], ["won", "EW", { NS: 0, EW: 6 }, 1]);
  const open = result("replay", { match: { ...match, before: {} }, deals: [first] });
  assert.deepEqual([open.status, open.winner, open.score], ["unfinished", null, { NS: 0, EW: 1 }]);
  const stopped = result("replay", { match: { ...match, before: {} }, deals: [first, first] });
  assert.equal(stopped.deals[1].dealer, "E");
  assert.deepEqual(stopped.deals[1].refused, { at: 0, do: "E:16", reason: "not_your_turn", path: "seats.turn" });
  assert.deepEqual([stopped.status, stopped.unused], ["stopped", 0]);
});

test("messages that cannot be dealt with", () => {
  const code = (line) => JSON.parse(engine.reply(line)).error.code;
  assert.equal(code("{"), -32700);
  assert.equal(code(""), -32700);
  for (const line of ["[]", "null", "3", "{}", '{"id": null, "jsonrpc": "2.0", "method": "hello"}', '{"id": 1, "method": "hello"}']) assert.equal(code(line), -32600);
  assert.equal(ask("constructor", {}).error.code, -32601);
  const bad = [
    { game: null }, { game: { ...game, dealer: "X" } }, { game: { ...game, deal: {} } }, { game: { ...game, deal: { pack: "SJ" } } },
    { actions: ["W:016"] }, { actions: [7] }, { actions: "E:16" }, { actions: ["A:16"] }, { attempts: [{}] }, { want: 3 },
    { game: { ...game, deal: dealOf({ ...MIX, E: MIX.S }) } }, { game: { ...game, before: { score: { NS: "x" } } } },
  ];
  for (const params of bad) assert.equal(ask("replay", { game, actions: [], ...params }).error?.code, -32602, JSON.stringify(params));
  assert.equal(ask("view", { game, actions: [], seat: "Z" }).error.code, -32602);
  const unknown = ask("replay", { game: { ...game, digest: "sha256:0" }, actions: [] });
  assert.deepEqual([unknown.error.code, unknown.error.data], [-32000, { what: "sha256:0" }]);
});

test("hello: all documents, or the given ones with the overlays that can be combined", () => {
  assert.deepEqual(result("hello", { protocol: ["1.0"] }).rules, ["*"]);
  const doc = (overlays) => documentWith({ with: overlays });
  const plain = new Engine([doc([]), doc(["a"]), doc(["b"]), doc(["a", "b"]), doc(["c"]), doc(["c", "a"])]);
  assert.deepEqual(ask("hello", { protocol: ["1.0"] }, plain).result.rules, [{ id: "twenty-nine@1.0.0", with: ["a", "b"] }]);
  const { digest, ...plainGame } = game;
  assert.equal(ask("legal", { game: { ...plainGame, with: ["b"] }, actions: [] }, plain).result.legal.E.length, 15);
  assert.deepEqual(ask("legal", { game: { ...plainGame, with: ["d"] }, actions: [] }, plain).error.data, { what: "twenty-nine@1 d" });
});

test("over stdio: one reply a line, equal bytes, exit code 0", () => {
  const line = JSON.stringify({ jsonrpc: "2.0", id: "x", method: "hello", params: { protocol: ["1.0"] } });
  const { stdout, status } = spawnSync("node", [MAIN], { input: `${line}\r\nnoise\n${line}`, encoding: "utf8" });
  const [one, two, three] = stdout.trimEnd().split("\n");
  assert.equal(status, 0);
  assert.equal(one, three);
  assert.equal(JSON.parse(two).error.code, -32700);
  assert.equal(spawnSync("node", [MAIN, "--rules", "missing.json"]).status, 2);
});
