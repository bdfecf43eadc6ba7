// Paints seats: gives them a property, a restricted view or a category, or takes it away. What is written are short
// rules of `properties`: the same seats of many rows are one rule.
import { slotsOf } from "../layouts/seat-kinds";
import { type Json, LayoutFault } from "../layouts/written-json";
import { type Plan, type PlanSection, type Seating, seatingOf } from "../plan/plan";
import { writtenName, writtenNames } from "./name-words";
import { type Fact, factOf, type Paint, paintedValue, type Value } from "./painted-facts";
import { changedAt, type RecordEdit, rulesOf, SECTIONS } from "./record-edit";
import { sectionIds } from "./section-ids";
import { ruleAfterSplit, splitSection } from "./section-parts";

/** Seats of a section by their rows; a section without rows has one that is called "". Seats by their slots. */
export type ChosenSlots = ReadonlyMap<string, ReadonlySet<number>>;

export type Stroke = {
  paint: Paint;
  isErasing: boolean;
  /** Whether like sections of the same rule are painted, too. Otherwise a painted one gets a rule of its own. */
  inAllLike: boolean;
  /** The seats, by the ids of their sections. */
  seats: ReadonlyMap<string, ChosenSlots>;
};

/** Paints the seats of a plan, or erases what is painted there. */
export function paintSeats(plan: Plan, stroke: Stroke): RecordEdit {
  return (record) => {
    let painted = record;
    for (const [id, chosen] of stroke.seats) {
      const section = plan.sections.find((each) => each.id === id);
      if (section !== undefined) painted = withSection(painted, plan, section, chosen, stroke);
    }
    return painted;
  };
}

/** The rows of a section with their slots. */
export function rowsOf(plan: Plan, section: PlanSection): Map<string, Seating> {
  return new Map(section.rows.map((row, index) => [row.id ?? "", seatingOf(plan, section, index)]));
}

function withSection(record: Json, plan: Plan, section: PlanSection, chosen: ChosenSlots, stroke: Stroke): Json {
  const index = rulesOf(record).findIndex((rule) => sectionIds(rule).includes(section.id));
  const rule = rulesOf(record)[index];
  if (rule === undefined) return record;
  const painted = paintedRule(rule, rowsOf(plan, section), chosen, stroke.paint, stroke.isErasing);
  if (painted === rule) return record;
  if (stroke.inAllLike || sectionIds(rule).length < 2) return changedAt(record, [...SECTIONS, index], () => painted);
  const after = ruleAfterSplit(record, index, section.id);
  return changedAt(splitSection(index, section.id)(record), [...SECTIONS, after], (single) => {
    const { properties, category, ...others } = single as Json;
    return { ...others, ...kept("category", painted.category), ...kept("properties", painted.properties) };
  });
}

/** Paints seats of a rule's rows, or erases what is painted there. */
function paintedRule(
  rule: Json,
  rows: ReadonlyMap<string, Seating>,
  chosen: ChosenSlots,
  paint: Paint,
  isErasing: boolean,
): Json {
  const [fact, given] = [factOf(paint), rulesIn(rule)];
  const usual = paint.kind === "category" && rule.category != null ? String(rule.category) : null;
  const before = said(fact, given, rows);
  const wanted = mapped(before, rows, (value, row, slot) => {
    const has = value ?? usual;
    if (chosen.get(row)?.has(slot) !== true) return has;
    if (!isErasing) return paintedValue(paint);
    return paint.kind === "category" && has !== paint.id ? has : null;
  });
  if (
    isSame(
      mapped(before, rows, (value) => value ?? usual),
      wanted,
    )
  )
    return rule;
  const whole = paint.kind === "category" ? onlyValue(rows, wanted) : null;
  if (whole !== null) return withProperties({ ...rule, category: writtenName(whole) }, withoutFact(fact, given));
  if (usual === null || !hasAll(rows, wanted)) {
    const { category: _, ...others } = rule;
    return withProperties(usual === null ? rule : others, shortest(fact, given, rows, wanted));
  }
  // Seats with the section's own category need no rule, but may have one.
  const special = mapped(wanted, rows, (value, row, slot) =>
    value === usual && before.get(row)?.[slot] !== usual ? null : value,
  );
  return withProperties(rule, shortest(fact, given, rows, special));
}

/** Rules that say what is wanted: those that can stay with new ones, or all of this fact anew if they are fewer. */
function shortest(fact: Fact, given: readonly Json[], rows: Rows, wanted: Values): Json[] {
  const stays = (rule: Json) =>
    !isAlone(fact, rule) ||
    [...seatsOf(rule, rows)].every(([row, slot]) => wanted.get(row)?.[slot] === fact.said(rule));
  const [kept, anew] = [
    completed(fact, given.filter(stays), rows, wanted),
    completed(
      fact,
      given.filter((rule) => !isAlone(fact, rule)),
      rows,
      wanted,
    ),
  ];
  return anew.length < kept.length ? anew : kept;
}

/** Rules about other things, narrowed where they say too much, and then rules for what is missing. */
function completed(fact: Fact, others: readonly Json[], rows: Rows, wanted: Values): Json[] {
  const narrowed = others.flatMap((rule) => narrowedRule(fact, rule, rows, wanted));
  const has = said(fact, narrowed, rows);
  const missing = new Map<string, Map<string, number[]>>();
  for (const [row, values] of wanted) {
    values.forEach((value, slot) => {
      if (value === null || rows.get(row)?.[slot] == null || has.get(row)?.[slot] === value) return;
      const byRow = missing.get(value) ?? new Map<string, number[]>();
      missing.set(value, byRow.set(row, [...(byRow.get(row) ?? []), slot]));
    });
  }
  return [
    ...narrowed,
    ...[...missing].flatMap(([value, byRow]) =>
      selectorsOf(byRow, rows).map((selector) => ({ ...selector, ...fact.written(value) })),
    ),
  ];
}

/** A rule in two parts where it says something that no later rule can take back. */
function narrowedRule(fact: Fact, rule: Json, rows: Rows, wanted: Values): Json[] {
  const value = fact.said(rule);
  if (value === null) return [rule];
  const [kept, gone] = [new Map<string, number[]>(), new Map<string, number[]>()];
  for (const [row, slot] of seatsOf(rule, rows)) {
    const wish = wanted.get(row)?.[slot] ?? null;
    const part = wish !== null && fact.after(value, wish) === wish ? kept : gone;
    part.set(row, [...(part.get(row) ?? []), slot]);
  }
  if (gone.size === 0) return [rule];
  const rest = fact.without(rule);
  return [
    ...selectorsOf(kept, rows).map((selector) => ({ ...selector, ...withoutSelector(rule) })),
    ...(saysNothing(rest)
      ? []
      : selectorsOf(gone, rows).map((selector) => ({ ...selector, ...withoutSelector(rest) }))),
  ];
}

type Rows = ReadonlyMap<string, Seating>;
/** What the seat in each slot of each row has. */
type Values = ReadonlyMap<string, readonly Value[]>;

function said(fact: Fact, rules: readonly Json[], rows: Rows): Map<string, Value[]> {
  const values = new Map([...rows].map(([row, seating]) => [row, seating.map((): Value => null)]));
  for (const rule of rules) {
    const value = fact.said(rule);
    if (value === null) continue;
    for (const [row, slot] of seatsOf(rule, rows)) {
      const ofRow = values.get(row);
      if (ofRow !== undefined) ofRow[slot] = fact.after(ofRow[slot] ?? null, value);
    }
  }
  return values;
}

/** The seats that a rule is for. None of a rule that cannot be read: it stays as it is. */
function* seatsOf(rule: Json, rows: Rows): Generator<[row: string, slot: number]> {
  try {
    for (const [row, slots] of slotsOf(rule, rows, "")) {
      for (const slot of slots) if (rows.get(row)?.[slot] != null) yield [row, slot];
    }
  } catch (failure) {
    if (!(failure instanceof LayoutFault)) throw failure;
  }
}

/** The fewest members that name these seats. Rows with the same seats share one, single rows are listed in one. */
function selectorsOf(byRow: ReadonlyMap<string, readonly number[]>, rows: Rows): Json[] {
  const groups = new Map<string, { rows: string[]; seats: string[]; isWhole: boolean }>();
  for (const [row, seating] of rows) {
    const slots = byRow.get(row) ?? [];
    if (slots.length === 0) continue;
    const seats = [...slots].sort((one, other) => one - other).flatMap((slot) => seating[slot] ?? []);
    const isWhole = seats.length === seating.filter((seat) => seat !== null).length;
    const key = isWhole ? "whole" : JSON.stringify(seats);
    const group = groups.get(key) ?? { rows: [], seats, isWhole };
    group.rows.push(row);
    groups.set(key, group);
  }
  const all = [...groups.values()];
  const single = all.filter((group) => group.rows.length === 1);
  const shared = single.length < 2 ? all : all.filter((group) => group.rows.length > 1);
  const listed = all.filter((group) => !shared.includes(group));
  const at = Object.fromEntries(listed.map((group) => [group.rows[0]!, writtenNames(group.seats)]));
  const isAll = (group: { rows: string[] }) => group.rows.length === rows.size;
  return [
    ...shared.map((group) => ({
      ...(isAll(group) ? {} : { rows: writtenNames(group.rows) }),
      ...(group.isWhole ? {} : { seats: writtenNames(group.seats) }),
    })),
    ...(listed.length === 0 ? [] : [{ at }]),
  ];
}

function rulesIn({ properties }: Json): readonly Json[] {
  const isObject = (each: unknown): each is Json => typeof each === "object" && each !== null && !Array.isArray(each);
  return Array.isArray(properties) ? properties.filter(isObject) : [];
}

function withProperties(rule: Json, properties: readonly Json[]): Json {
  const { properties: _, ...others } = rule;
  return properties.length === 0 ? others : { ...rule, properties };
}

/** Rules without the fact; those that say nothing more are gone. */
function withoutFact(fact: Fact, rules: readonly Json[]): Json[] {
  return rules.flatMap((rule) => {
    if (fact.said(rule) === null) return [rule];
    const rest = fact.without(rule);
    return saysNothing(rest) ? [] : [rest];
  });
}

const SELECTOR = new Set(["rows", "seats", "at"]);

/** Whether a rule says this fact and nothing else. */
function isAlone(fact: Fact, rule: Json): boolean {
  return fact.said(rule) !== null && saysNothing(fact.without(rule));
}

function saysNothing(rule: Json): boolean {
  return Object.keys(rule).every((member) => SELECTOR.has(member));
}

function withoutSelector(rule: Json): Json {
  return Object.fromEntries(Object.entries(rule).filter(([member]) => !SELECTOR.has(member)));
}

/** Other values for all seats. Gaps between seats have none. */
function mapped(values: Values, rows: Rows, change: (value: Value, row: string, slot: number) => Value): Values {
  return new Map(
    [...values].map(([row, ofRow]) => [
      row,
      ofRow.map((value, slot) => (rows.get(row)?.[slot] == null ? null : change(value, row, slot))),
    ]),
  );
}

/** Whether every seat has a value. */
function hasAll(rows: Rows, values: Values): boolean {
  return [...values].every(([row, ofRow]) =>
    ofRow.every((value, slot) => value !== null || rows.get(row)?.[slot] == null),
  );
}

/** The one value of all seats; null if they differ. */
function onlyValue(rows: Rows, values: Values): Value {
  const all = [...values].flatMap(([row, ofRow]) => ofRow.filter((_, slot) => rows.get(row)?.[slot] != null));
  return all.every((value) => value === all[0]) ? (all[0] ?? null) : null;
}

function isSame(one: Values, other: Values): boolean {
  return [...one].every(([row, values]) => values.every((value, slot) => value === other.get(row)?.[slot]));
}

function kept(member: string, value: unknown): Json {
  return value === undefined ? {} : { [member]: value };
}
