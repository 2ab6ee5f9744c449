// The stdio front: `node main.js` plays whatever rule sets `define` brings; `node main.js --rules FILE.json …` plays
// the resolved rule sets of these files. The only module that needs Node.
import { readFileSync } from "node:fs";
import { Engine } from "./protocol.js";

const USAGE = "usage: node main.js [--rules FILE.json ...]\n";

function fail(message) {
  process.stderr.write(message);
  process.exit(2);
}

function enginePlaying([option, ...files]) {
  if (option === undefined) return new Engine();
  if (option !== "--rules" || files.length === 0) fail(USAGE);
  try {
    return new Engine(files.map((file) => JSON.parse(readFileSync(file, "utf8"))));
  } catch (error) {
    return fail(`no resolved rule set: ${error.message}\n`);
  }
}

const engine = enginePlaying(process.argv.slice(2));
let pending = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  const lines = (pending + chunk).split("\n");
  pending = lines.pop();
  if (lines.length > 0) process.stdout.write(lines.map((line) => `${engine.reply(line)}\n`).join(""));
});
process.stdin.on("end", () => {
  if (pending !== "") process.stdout.write(`${engine.reply(pending)}\n`);
});
process.stdout.on("error", () => process.exit(0)); // the harness has gone
