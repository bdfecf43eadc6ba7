// Runs the blocks of a page: reads the name of each, turns it into JavaScript, and says "done" after each that succeeds.
// A block is a module of its own, so it imports what it uses.
import { createRequire } from "node:module";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { format } from "node:util";

const ts = createRequire(resolve(process.argv[2], "package.json"))("typescript");
const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
const say = process.stdout.write.bind(process.stdout);

for await (const name of createInterface({ input: process.stdin })) {
  const output = [];
  for (const method of ["log", "info", "warn", "error", "debug"]) console[method] = (...args) => output.push(format(...args));
  let answer = "done";
  try {
    const module = resolve(name.replace(/\.ts$/, ".mjs"));
    writeFileSync(module, ts.transpileModule(readFileSync(name, "utf8"), { compilerOptions: options }).outputText);
    await import(pathToFileURL(module).href);
  } catch (error) {
    output.push(error.stack ?? String(error));
    answer = "failed";
  }
  writeFileSync(name.replace(/\.ts$/, ".out"), `${output.join("\n")}\n`);
  say(`${answer}\n`);
}
