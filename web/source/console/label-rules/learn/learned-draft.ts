// The record of the draft, to which accepted rules and examples are added.
import type { Json } from "../../../layouts/written-json";
import type { SeatKeys } from "../../venues/record";
import type { Rule } from "../draft";

export type LearnedExample = SeatKeys["examples"][number];

type Members = { [name: string]: Json };

/** The rules and examples of a draft, which may have anything in their place; null if they cannot be read. */
export function seatKeysIn(record: Json): { rules: Rule[]; examples: LearnedExample[] } | null {
  const seatKeys = membersOf(membersOf(record).rules ?? {}).seatKeys ?? {};
  const { rules = [], examples = [] } = membersOf(seatKeys);
  if (!Array.isArray(rules) || !Array.isArray(examples)) return null;
  return { rules: rules as Rule[], examples: examples as unknown as LearnedExample[] };
}

/** What a request tries: the rules of the draft and more, and its layout if that is not the published one. */
export function triedRules(record: Json, publishedLayout: unknown) {
  const seatKeys = seatKeysIn(record) ?? { rules: [], examples: [] };
  const { layout } = membersOf(membersOf(record).rules ?? {});
  const isOther = layout !== undefined && JSON.stringify(layout) !== JSON.stringify(publishedLayout);
  return (more: readonly Rule[]) => ({
    seatKeys: { rules: [...seatKeys.rules, ...more], examples: seatKeys.examples },
    ...(isOther ? { layout: layout as object } : {}),
  });
}

/** The record with these rules and examples at the end of its own, each once. */
export function withLearned(record: Json, rules: readonly Rule[], examples: readonly LearnedExample[]): Json {
  const own = seatKeysIn(record) ?? { rules: [], examples: [] };
  const seatKeys = { rules: withEach(own.rules, rules), examples: withEach(own.examples, examples) };
  const members = membersOf(record);
  const merged = { ...membersOf(membersOf(members.rules ?? {}).seatKeys ?? {}), ...seatKeys };
  return { ...members, rules: { ...membersOf(members.rules ?? {}), seatKeys: merged as unknown as Json } };
}

function withEach<T>(list: readonly T[], more: readonly T[]): T[] {
  const there = new Set(list.map((each) => JSON.stringify(each)));
  return [...list, ...more.filter((each) => !there.has(JSON.stringify(each)))];
}

function membersOf(value: Json): Members {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : {};
}
