// Wrong engines on purpose: `node zoo.mjs NAME` runs the JavaScript evaluator with one realistic mistake.
//
// Each mistake is a file NAME.json here: what is wrong, the small edits of the evaluator's source that make it so,
// and the exact set of clauses under which the suite must then fail. `node zoo.mjs` lists them.
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [name, ...args] = process.argv.slice(2);
const names = readdirSync(here).filter((file) => file.endsWith(".json")).map((file) => file.slice(0, -5)).sort();

if (name === undefined || !names.includes(name)) {
  const about = (each) => JSON.parse(readFileSync(join(here, `${each}.json`), "utf8")).about;
  const list = names.map((each) => `  ${each.padEnd(28)} ${about(each)}`).join("\n");
  process.stderr.write(`${name === undefined ? "usage: node zoo.mjs NAME" : `no wrong engine is called ${name}`}\n${list}\n`);
  process.exit(2);
}

const { edits } = JSON.parse(readFileSync(join(here, `${name}.json`), "utf8"));
const copy = mkdtempSync(join(tmpdir(), `hakem-${name}-`));
cpSync(join(here, "..", "evaluator"), copy, { recursive: true });
for (const { file, find, replace } of edits) {
  const source = readFileSync(join(copy, file), "utf8");
  // A mistake that no longer fits the evaluator must not silently become a correct engine.
  if (source.split(find).length !== 2) {
    process.stderr.write(`${name}.json: the text to replace does not stand exactly once in ${file}:\n${find}\n`);
    rmSync(copy, { recursive: true, force: true });
    process.exit(2);
  }
  writeFileSync(join(copy, file), source.replace(find, () => replace));
}
process.argv = [process.argv[0], join(copy, "main.js"), ...args];
await import(pathToFileURL(join(copy, "main.js")).href);
rmSync(copy, { recursive: true, force: true }); // loaded; nothing is left behind, however the engine is stopped
