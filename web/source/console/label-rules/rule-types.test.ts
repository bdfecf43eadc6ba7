import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ruleText } from "./draft";
import { RULE_TYPES } from "./rule-types";

const GUIDE = readFileSync(new URL("../../../../docs/label-rules.md", import.meta.url), "utf8");

test("a type of rules has one name in the record, the console and the guide", () => {
  for (const [type, { name, title }] of Object.entries(RULE_TYPES)) {
    expect(name.toLowerCase()).toBe(type);
    expect(title.startsWith(name)).toBe(true);
    expect(GUIDE).toContain(title.replace(name, `**${type}**`));
  }
});

test("a rule is told by the name of its type", () => {
  expect(ruleText({ type: "drop", words: ["VIP"] })).toBe("Drop “VIP”");
  expect(ruleText({ type: "reject", pattern: "^test" })).toBe("Reject labels with ^test");
});
