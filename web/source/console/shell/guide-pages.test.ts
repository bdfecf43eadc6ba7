import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GUIDE_PAGES, guideAddress } from "./guide-pages";

const DOCS = join(import.meta.dirname, "../../../../docs");

/** The anchors of a page's headings, as the guide and forges make them. */
function anchorsOf(text: string): string[] {
  const headings = text.matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .trim()
      .replace(/\s+/g, "-"),
  );
}

test.each(Object.entries(GUIDE_PAGES))("the page of the guide about %s exists: %s", (_, page) => {
  const [name = "", anchor] = page.split("#");
  const file = join(DOCS, `${name}.md`);
  expect(existsSync(file)).toBe(true);
  if (anchor !== undefined) expect(anchorsOf(readFileSync(file, "utf8"))).toContain(anchor);
});

test("a page has its address below the guide", () => {
  expect(guideAddress("webhooks")).toBe("/guide/webhooks.html");
  expect(guideAddress("keys")).toBe("/guide/rotate-keys.html#which-key-for-whom");
});
