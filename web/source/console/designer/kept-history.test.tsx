// Tests of steps that survive a reload.
import { beforeEach, expect, test } from "vitest";
import { differencesOf, withDifferences, withoutDifferences } from "../../layout-edits/record-differences";
import { digestOf } from "../../layout-edits/record-digest";
import { valueAt } from "../../layout-edits/record-edit";
import type { Json } from "../../layouts/written-json";
import { Designer } from "./designer";
import { forgetHistories, keepHistory } from "./kept-history";

const RECORD: Json = {
  name: "Hall",
  rules: { layout: { sections: [{ id: "A", rows: ["A"], seats: { count: 2 } }] } },
};

beforeEach(() => sessionStorage.clear());

function name(designer: Designer, text: string): void {
  designer.edit(`Name it ${text}`, (record) => ({ ...record, name: text }));
}

/** A designer as after a reload: the record comes from the service, with its members in another order. */
function reloaded(record: Json, venueId = "v1"): Designer {
  const { name: named, ...others } = structuredClone(record);
  const designer = new Designer({ ...others, name: named });
  keepHistory(designer, venueId);
  return designer;
}

test("steps can be undone and done again after a reload", () => {
  const designer = new Designer(RECORD);
  const end = keepHistory(designer, "v1");
  name(designer, "One");
  name(designer, "Two");
  name(designer, "Three");
  designer.undo();
  end();
  const again = reloaded(designer.settled.value);
  expect(again.history.nextUndo?.title).toBe("Name it Two");
  expect(again.history.nextRedo?.title).toBe("Name it Three");
  again.redo();
  expect(again.settled.value.name).toBe("Three");
  for (const wanted of ["Two", "One", "Hall"]) {
    again.undo();
    expect(again.settled.value.name).toBe(wanted);
  }
  expect(digestOf(again.settled.value)).toBe(digestOf(RECORD));
});

test("where the last change was not saved before the reload, it can be done again", () => {
  const designer = new Designer(RECORD);
  const end = keepHistory(designer, "v1");
  name(designer, "One");
  const saved = designer.settled.value;
  name(designer, "Two");
  end();
  const again = reloaded(saved);
  expect([again.history.nextUndo?.title, again.history.nextRedo?.title]).toEqual(["Name it One", "Name it Two"]);
});

test("steps that did not lead to the record are not taken up, nor those of another venue or after a sign-out", () => {
  const designer = new Designer(RECORD);
  const end = keepHistory(designer, "v1");
  name(designer, "One");
  end();
  expect(reloaded({ ...RECORD, name: "By somebody else" }).history.nextUndo).toBeNull();
  expect(reloaded(designer.settled.value, "v2").history.nextUndo).toBeNull();
  forgetHistories();
  expect(reloaded(designer.settled.value).history.nextUndo).toBeNull();
});

test("the oldest steps give way where there are too many characters, and a broken text is ignored", () => {
  const designer = new Designer(RECORD);
  const end = keepHistory(designer, "v1");
  for (const letter of "abcd") name(designer, letter.repeat(400_000));
  end();
  const stored = sessionStorage.getItem("seatpreview.console.history.v1")!;
  expect(stored.length).toBeLessThan(2_001_000);
  expect(reloaded(designer.settled.value).history.steps.length).toBeLessThan(4);
  sessionStorage.setItem("seatpreview.console.history.v1", stored.slice(0, 50));
  expect(reloaded(designer.settled.value).history.nextUndo).toBeNull();
});

test("differences are small, and lead there and back", () => {
  const sections = (valueAt(RECORD, ["rules", "layout", "sections"]) as Json[])[0]!;
  const list = Array.from({ length: 50 }, (_, index) => ({ ...sections, id: String(index) }));
  const before: Json = { a: 1, list, gone: true };
  const afters: Json[] = [
    { ...before, a: 2 },
    { ...before, list: list.toSpliced(7, 2, { id: "new" }) },
    { list: list.map((each, index) => (index === 9 ? { ...each, seats: { count: 9 } } : each)), gone: true, b: [1] },
    structuredClone(before),
  ];
  for (const after of afters) {
    const differences = differencesOf(before, after);
    expect(JSON.stringify(differences).length).toBeLessThan(400);
    expect(withDifferences(before, differences)).toEqual(after);
    expect(withoutDifferences(after, differences)).toEqual(before);
  }
});
