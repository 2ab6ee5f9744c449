// The stdio front: `node main.js` plays whatever rule sets `define` brings; `node main.js --rules FILE.json …` plays
// the resolved rule sets of these files. The only module that needs Node.
import { readFileSync } from "node:fs";
import { Engine } from "./protocol.js";

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
