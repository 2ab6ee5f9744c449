// The stdio front: `node main.js` plays whatever rule sets `define` brings; `node main.js --rules FILE.json …` plays
// the resolved rule sets of these files. The only module that needs Node.
import { readFileSync } from "node:fs";
import { Engine, LIMITS } from "./protocol.js";

function enginePlaying([option, ...files]) {
  if (option === undefined) return new Engine();
  if (option !== "--rules" || files.length === 0) throw new Error("usage: node main.js [--rules FILE.json ...]");
  return new Engine(files.map((file) => JSON.parse(readFileSync(file, "utf8"))));
}

let engine;
try {
  engine = enginePlaying(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
}
let pending = "";
const answer = (line) => process.stdout.write(`${engine.reply(Buffer.from(line, "latin1"))}\n`);
process.stdin.setEncoding("latin1"); // one character a byte
process.stdin.on("data", (chunk) => {
  const lines = (pending + chunk).split("\n");
  pending = lines.pop().slice(0, LIMITS.maxLine + 2); // of what is too long anyway nothing more is kept
  for (const line of lines) answer(line.replace(/\r$/, ""));
});
process.stdin.on("end", () => pending !== "" && answer(pending));
process.stdout.on("error", () => process.exit(0)); // the harness has gone
