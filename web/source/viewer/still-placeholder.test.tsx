// Tests of the still that is shown first, and of the words about it.
import { render } from "preact";
import { expect, test, vi } from "vitest";
import { messages as GERMAN } from "../languages/generated/viewer/de";
import { messages as ENGLISH } from "../languages/generated/viewer/en";
import { StillPlaceholder, stillText } from "./still-placeholder";
import type { Preview } from "./types";

function previewWith(still: { from: string | null } | null): Preview {
  return { drawing: { still } } as unknown as Preview;
}

test("the small still is shown first, then the large one above it as soon as the line is free", async () => {
  vi.stubGlobal(
    "Image",
    class {
      src = "";
      decode = async () => {};
    },
  );
  const still = { url: "/full.webp", previewUrl: "/small.webp", from: null, expiresAt: "" };
  const page = document.createElement("div");
  const preview = { drawing: { still } } as unknown as Preview;
  render(<StillPlaceholder preview={preview} isLineFree={false} />, page);
  const shown = page.querySelector<HTMLElement>(".still")!;
  await expect.poll(() => performance.getEntriesByName("view:placeholder")).toHaveLength(1);
  expect(shown.style.backgroundImage).toBe('url("/small.webp")');
  render(<StillPlaceholder preview={preview} isLineFree />, page);
  await expect.poll(() => shown.style.backgroundImage).toMatch(/full\.webp.*small\.webp/);
  render(<StillPlaceholder preview={previewWith(null)} isLineFree />, page);
  expect(page.querySelector(".still")).toBeNull();
});

test("a still of another seat says of which one", () => {
  expect(stillText(previewWith({ from: "107/K/9" }), ENGLISH)).toBe("Drawing from row K, seat 9");
  expect(stillText(previewWith({ from: "107/K/9" }), GERMAN)).toContain("K");
  expect(stillText(previewWith({ from: "BoxA//3" }), ENGLISH)).toBe("Drawing from seat 3");
});

test("a still of the seat itself says nothing of its own", () => {
  expect(stillText(previewWith({ from: null }), ENGLISH)).toBeNull();
  expect(stillText(previewWith(null), ENGLISH)).toBeNull();
  expect(stillText({ drawing: null } as unknown as Preview, ENGLISH)).toBeNull();
});
