// Tests of completion: names and values from the API's document, and ids of the venue.
import { CompletionContext } from "@codemirror/autocomplete";
import { json } from "@codemirror/lang-json";
import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import openapi from "../../api/openapi.json";
import type { ApiDocument } from "../venues/schema-help";
import { completeRecord, pointerAt } from "./completion";

const KNOWN = {
  document: openapi as unknown as ApiDocument,
  record: {},
  ids: { sections: ["101", "BOX"], categories: ["gold"], configurations: ["end"] },
};

/** Completes at the sign |. */
function completed(written: string, isAsked = true) {
  const offset = written.indexOf("|");
  const state = EditorState.create({ doc: written.replace("|", ""), extensions: [json()] });
  const result = completeRecord(new CompletionContext(state, offset, isAsked), KNOWN);
  return (result?.options ?? []).map(({ label }) => label);
}

test.each<[string, string[]]>([
  ['{ "rules": { "layout": { "sections": [{ "geometry": { "shape": | } }] } } }', ['"curved"', '"straight"']],
  ['{ "rules": { "layout": { "sections": [{ "geometry": { "shape": "|" } }] } } }', ['"curved"', '"straight"']],
  ['{ "rules": { "layout": { "defaultConfiguration": "|" } } }', ['"end"']],
  ['{ "rules": { "layout": { "sections": [{ "category": "|" }] } } }', ['"gold"']],
  ['{ "aliases": [{ "name": "Kop", "section": | }] }', ['"101"', '"BOX"']],
  ['{ "ads": [{ "sections": ["101", |] }] }', ['"101"', '"BOX"']],
  ['{ "translations": { "de": { "sections": { | } } } }', ['"101"', '"BOX"']],
  ['{ "nothing": { "such": "|" } }', []],
])("%s offers %j", (written, expected) => {
  expect(completed(written)).toEqual(expected);
});

test("names of members are offered, except those that are there", () => {
  const offered = completed('{ "name": "Hall", | }');
  expect(offered).toContain('"rules"');
  expect(offered).not.toContain('"name"');
  expect(completed('{ "rules": { "layout": { "sections": [{ "ge|" }] } } }', false)).toContain('"geometry"');
  expect(completed('{ "name": "Hall", | }', false)).toEqual([]);
});

test("the member at an offset is told by its pointer", () => {
  const text = '{ "rules": { "a/b": [1, { "x": true }] } }';
  const state = EditorState.create({ doc: text, extensions: [json()] });
  expect(pointerAt(state, text.indexOf("true") + 1)).toBe("/rules/a~1b/1/x");
  expect(pointerAt(state, 1)).toBe("");
});
