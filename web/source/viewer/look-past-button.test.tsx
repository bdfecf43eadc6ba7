import { useState } from "preact/hooks";
import { expect, test, vi } from "vitest";
import { messages as GERMAN } from "../languages/generated/viewer/de";
import { messages as ENGLISH } from "../languages/generated/viewer/en";
import { screen, show } from "../testing/page";
import { LookPastButton } from "./look-past-button";
import type { Preview } from "./types";

function lookPast(isUseful: boolean) {
  return { isUseful: vi.fn(async () => isUseful), set: vi.fn(async () => {}) };
}

const BEHIND_HEADS = { visibleShare: 0.9, obstructions: [{ id: "people", kind: "people" }] } as Preview["sightline"];

test("the buyer looks past what is near, reads that on the picture, and sees everything again", async () => {
  const past = lookPast(true);
  show(<LookPastButton lookPast={past} sightline={BEHIND_HEADS} messages={ENGLISH} />);
  const button = await screen.findByRole("button", { name: "Look past", pressed: false });
  expect(screen.queryByText("People and objects close by are hidden.")).toBeNull();
  button.click();
  await screen.findByRole("button", { name: "Look past", pressed: true });
  screen.getByText("People and objects close by are hidden.");
  button.click();
  await screen.findByRole("button", { name: "Look past", pressed: false });
  const told = new Set(["people"]);
  expect(past.set.mock.calls).toEqual([
    [true, told],
    [false, told],
  ]);
  expect(past.isUseful.mock.calls).toEqual([[told]]);
});

test("the button comes when it is known that somebody is in the way", async () => {
  const past = {
    isUseful: vi.fn(async (told: ReadonlySet<string> | null) => told?.has("people") ?? false),
    set: vi.fn(),
  };
  let know: (sightline: Preview["sightline"]) => void = () => {};
  function View() {
    const [sightline, setSightline] = useState({
      visibleShare: null,
      obstructions: [],
    } as unknown as Preview["sightline"]);
    know = setSightline;
    return <LookPastButton lookPast={past} sightline={sightline} messages={ENGLISH} />;
  }
  show(<View />);
  await expect.poll(() => past.isUseful.mock.calls).toEqual([[null]]);
  expect(screen.queryByRole("button")).toBeNull();
  know(BEHIND_HEADS);
  await screen.findByRole("button", { name: "Look past" });
});

/** Views one after the other; nothing near is in the way in the last one. */
const VIEWS = [lookPast(true), lookPast(true), lookPast(false)];
let showNext: () => void;
function Views() {
  const [index, setIndex] = useState(0);
  showNext = () => setIndex(index + 1);
  return <LookPastButton lookPast={VIEWS[index]!} sightline={BEHIND_HEADS} messages={GERMAN} />;
}

test("another view begins with everything in it, and has no button where nothing near is in the way", async () => {
  show(<Views />);
  (await screen.findByRole("button", { name: "Freie Sicht zeigen" })).click();
  await screen.findByRole("button", { pressed: true });
  showNext();
  await screen.findByRole("button", { pressed: false });
  showNext();
  await expect.poll(() => screen.queryByRole("button")).toBeNull();
});
