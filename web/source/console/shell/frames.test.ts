import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const CONSOLE = join(import.meta.dirname, "..");

/** Attack: a script in a frame reads the key from the storage of the tab, or from the page around it. */
test("every frame of the console has an origin of its own", () => {
  const frames = readdirSync(CONSOLE, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx") && !name.endsWith(".test.tsx"))
    .map((name) => ({ name, text: readFileSync(join(CONSOLE, name), "utf8") }))
    .filter(({ text }) => text.includes("<iframe") || text.includes('"iframe"'));
  expect(frames.map(({ name }) => name)).toContain(join("venues", "viewer-frame.tsx"));
  for (const { text } of frames) {
    expect(text.match(/<iframe/g)?.length).toBe(text.match(/sandbox=\{SANDBOX\}/g)?.length);
    expect(text).toContain('const SANDBOX = "allow-scripts allow-popups";');
  }
});
