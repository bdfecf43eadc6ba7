// Tests of the arrows between the folders of the front end, which point one way.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SOURCE = fileURLToPath(new URL(".", import.meta.url));

/** The folders that the modules of each folder may import. Tests may import more. */
const ALLOWED: Record<string, readonly string[]> = {
  console: ["api", "design", "drawing", "layout-edits", "layouts", "plan"],
  design: [],
  drawing: ["plan", "view"],
  embed: ["host-messages", "languages"],
  "host-messages": [],
  landing: ["design"],
  "layout-edits": ["layouts", "plan"],
  languages: [],
  layouts: ["plan"],
  panorama: ["view"],
  plan: ["languages", "view"],
  reference: ["api", "design"],
  rendering: ["drawing", "plan", "view"],
  testing: ["api", "console", "reference"],
  view: [],
  viewer: ["design", "drawing", "host-messages", "languages", "panorama", "plan", "view"],
};

const modules = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.includes("/") && /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));

/** The other folders of `source/` that a module imports, types included. */
function foldersOf(path: string): string[] {
  const text = readFileSync(join(SOURCE, path), "utf8");
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]*)"/g)].map(([, address = ""]) => address);
  const folders = found.map((address) => join(path, "..", address).split("/")[0] ?? "");
  return [...new Set(folders)].filter((folder) => folder !== path.split("/")[0] && folder !== "..");
}

test("every folder is in the table", () => {
  expect([...new Set(modules.map((path) => path.split("/")[0]))].sort()).toEqual(Object.keys(ALLOWED).sort());
});

test.each(Object.entries(ALLOWED))("%s imports no folder but %j", (folder, allowed) => {
  const strangers = modules
    .filter((path) => path.startsWith(`${folder}/`))
    .flatMap((path) => foldersOf(path).map((other) => [path, other] as const))
    .filter(([, other]) => !allowed.includes(other));
  expect(strangers).toEqual([]);
});

test("no two folders import each other, not even by way of a third", () => {
  const reached = (folder: string, seen: readonly string[] = []): string[] => {
    if (seen.includes(folder)) return [...seen, folder];
    return ALLOWED[folder]?.flatMap((other) => reached(other, [...seen, folder])) ?? [];
  };
  expect(Object.keys(ALLOWED).flatMap((folder) => reached(folder))).toEqual([]);
});
