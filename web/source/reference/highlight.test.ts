import { expect, it } from "vitest";

import text from "../api/openapi.json?raw";
import { tokensOf } from "./highlight";
import { entriesOf } from "./openapi-document";

it("loses nothing of a listing", () => {
  for (const { operation } of entriesOf(JSON.parse(text)))
    for (const { source } of operation["x-codeSamples"])
      expect(
        tokensOf(source)
          .map((token) => token.text)
          .join(""),
      ).toBe(source);
});

it("tells names, strings, numbers, words and comments apart", () => {
  const kinds = (listing: string) => tokensOf(listing).map(({ kind, text }) => `${kind}:${text}`);
  expect(kinds('{"count": 10, "yes": true}')).toEqual([
    "plain:{",
    'name:"count"',
    "plain:: ",
    "number:10",
    "plain:, ",
    'name:"yes"',
    "plain:: ",
    "keyword:true",
    "plain:}",
  ]);
  expect(kinds("# a note\nprint(x)")).toEqual(["comment:# a note", "plain:\n", "keyword:print", "plain:(x)"]);
  expect(kinds('"https://a.example/#b"')).toEqual(['string:"https://a.example/#b"']);
});
