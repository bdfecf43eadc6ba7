// Tests of a record's text that follows changes: what did not change stays as somebody wrote it.
import { expect, test } from "vitest";
import type { Json } from "../../layouts/written-json";
import { changedText, parsedRecord, shared } from "./record-text";

const TEXT = `{ "name": "Hall",
      "rules": { "layout": { "focus":   {"name":"Stage"},
         "sections": [
   {"id": "A",   "rows": [1,2]},
   {"id": "B",   "rows": [3]}
 ] } },
  "unknown": [1,   2]
}`;
const RECORD = parsedRecord(TEXT)!;
const layout = (record: Json) => (record as { rules: { layout: Json } }).rules.layout;
const withSections = (sections: unknown[]): Json => ({
  ...RECORD,
  rules: { layout: { ...layout(RECORD), sections } },
});
const [A, B] = layout(RECORD).sections as [Json, Json];

test.each<[string, Json, string]>([
  ["a value", { ...RECORD, name: "House" }, TEXT.replace('"Hall"', '"House"')],
  ["a member deep within", withSections([A, { ...B, rows: [4] }]), TEXT.replace("[3]", "[4]")],
  [
    "a new section",
    withSections([A, B, { id: "C" }]),
    TEXT.replace(
      /\[\n {3}\{"id": "A"[\s\S]*\n \]/,
      '[\n           {"id": "A",   "rows": [1,2]},\n           {"id": "B",   "rows": [3]},\n           { "id": "C" }\n         ]',
    ),
  ],
])("%s changes only its own text", (_, after, expected) => {
  const text = changedText(TEXT, RECORD, after);
  expect(text).toBe(expected);
  expect(JSON.parse(text)).toEqual(after);
});

test("every change gives a text that says the record: members removed, added, of another kind, with odd names", () => {
  const odd = parsedRecord('{"a/b": {"~": 1, "__proto__": 2}, "": [], "list": [{"x": 1}, 2, {"x": 1}]}')!;
  const changes: Json[] = [
    { ...odd, list: [{ x: 1 }] },
    { ...odd, "a/b": [1] },
    { "": { list: odd.list }, list: [3, ...(odd.list as unknown[])] },
    { ...odd, list: {}, new: { "~": null } },
    {},
  ];
  const text = JSON.stringify(odd);
  const numbered = parsedRecord('{"b": 1, "2": 1, "1": 1}')!;
  expect(changedText('{"b": 1, "2": 1, "1": 1}', numbered, { b: 2, 1: 3, 2: 4 })).toBe('{"b": 2, "2": 4, "1": 3}');
  for (const after of changes) expect(JSON.parse(changedText(text, odd, after))).toEqual(after);
});

test("a text that is parsed again has the same objects where nothing changed", () => {
  const again = parsedRecord(TEXT.replace('"B"', '"C"'), RECORD)!;
  expect((layout(again).sections as Json[])[0]).toBe(A);
  expect(again.unknown).toBe(RECORD.unknown);
  expect(layout(again).sections).toEqual([A, { ...B, id: "C" }]);
  expect(parsedRecord(TEXT.replaceAll(" ", ""), RECORD)).toBe(RECORD);
  expect(shared({ a: [1] }, { a: [1, 2] })).toEqual({ a: [1, 2] });
  expect([parsedRecord("[]"), parsedRecord("{")]).toEqual([null, null]);
});
