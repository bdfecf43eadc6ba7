import { expect, test } from "vitest";
import { partsChanged } from "./record-parts-changed";

const layout = {
  focus: { x: 0, y: 0 },
  sections: [{ id: "S", rows: ["A"] }],
  configurations: [{ id: "play", focus: { x: 0 }, obstructions: [{ id: "post" }] }],
};
const record = { name: "Hall", aliases: [], rules: { layout } };
const withLayout = (members: object) => ({ ...record, rules: { layout: { ...layout, ...members } } });

test.each<[string, object, string[]]>([
  ["nothing, but for what is empty", { name: "Hall", translations: {}, rules: { layout } }, []],
  ["the stage", withLayout({ focus: { x: 0, y: 2 } }), ["the stage or field"]],
  [
    "the stage of a configuration, and a post",
    withLayout({ configurations: [{ id: "play", focus: { x: 3 }, obstructions: [] }] }),
    ["the stage or field", "stages and obstacles"],
  ],
  ["a configuration more", withLayout({ configurations: [] }), ["the configurations"]],
  [
    "seats, the roof and the name",
    { ...withLayout({ sections: [{ id: "S", rows: ["A"], category: "best" }], roof: "open" }), name: "House" },
    [
      "blocks, or what is said of their seats",
      "the hall around the seats",
      "the venue's name, other names or time zone",
    ],
  ],
])("what changes is said in words: %s", (_, after, words) => {
  expect(partsChanged(record, after)).toEqual(words);
});
