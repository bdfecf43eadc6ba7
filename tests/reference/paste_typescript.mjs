// Runs each sample as a module of its own, and with --types checks their types first. The folder has the packages that
// they import.
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

const folder = process.cwd();
const typescript = createRequire(join(folder, "sample.js"))("typescript");
const runs = JSON.parse(await text(process.stdin));
const print = console.log;
console.log = () => undefined;

const files = runs.map((run) => join(folder, `${run.operation_id}.mts`));
await Promise.all(runs.map((run, number) => writeFile(files[number], run.source)));
const faults = process.argv.includes("--types") ? faultsOfTypes() : new Map();
for (const [number, run] of runs.entries()) {
  Object.assign(process.env, run.variables);
  const fault = faults.get(files[number]) ?? (await faultOfRun(run, files[number]));
  print(JSON.stringify({ pasted: run.operation_id, fault }));
}

/** Messages of the compiler by file. */
function faultsOfTypes() {
  const { ModuleKind, ScriptTarget, ModuleResolutionKind } = typescript;
  const program = typescript.createProgram(files, {
    target: ScriptTarget.ES2022,
    module: ModuleKind.NodeNext,
    moduleResolution: ModuleResolutionKind.NodeNext,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
    typeRoots: [join(folder, "node_modules", "@types")],
  });
  const found = new Map();
  for (const { file, messageText } of typescript.getPreEmitDiagnostics(program)) {
    const message = typescript.flattenDiagnosticMessageText(messageText, "\n");
    const name = file?.fileName ?? files[0];
    found.set(name, `${found.get(name) ?? ""}${message}\n`);
  }
  return found;
}

async function faultOfRun(run, file) {
  const options = { module: typescript.ModuleKind.ESNext, target: typescript.ScriptTarget.ES2022 };
  const script = file.replace(/mts$/, "mjs");
  await writeFile(script, typescript.transpileModule(run.source, { compilerOptions: options }).outputText);
  try {
    await import(pathToFileURL(script).href);
    return "";
  } catch (error) {
    return error.stack ?? String(error);
  }
}
