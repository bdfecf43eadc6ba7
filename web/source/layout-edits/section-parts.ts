// One section of a rule of many: taken out as a rule of its own, or several rules put together as one.
import { type Json, number } from "../layouts/written-json";
import { isPlacedByCoordinates, objectOf } from "./absolute-places";
import { type Ground, turnBy } from "./ground";
import { focusPlace } from "./pieces-in-motion";
import { changedAt, type RecordEdit, rulesOf, SECTIONS } from "./record-edit";
import { originOf, withMembers } from "./rule-frame";
import { sectionIds, templateOfName, withIds, withName } from "./section-ids";

const SAME = 0.005;
/** What may differ in rules that become one, if it does by equal steps. */
const STEPPED: ReadonlySet<string> = new Set(["bearingDeg", "bearingStepDeg", "shiftM", "shiftStepM"]);

/** Takes one section out of a rule of many. All seats stay where they are. */
export function splitSection(rule: number, id: string): RecordEdit {
  return (record) => {
    const found = rulesOf(record)[rule];
    if (found === undefined) return record;
    const ids = sectionIds(found);
    const ordinal = ids.indexOf(id);
    if (ordinal < 0 || ids.length < 2) return record;
    const focus = focusPlace(record);
    const ranges = [
      [0, ordinal],
      [ordinal, ordinal + 1],
      [ordinal + 1, ids.length],
    ];
    const parts = ranges
      .filter(([from = 0, to = 0]) => from < to)
      .map(([from = 0, to = 0]) => partOf(found, ids.slice(from, to), from, focus));
    return changedAt(record, SECTIONS, (sections) => (sections as unknown[]).toSpliced(rule, 1, ...parts));
  };
}

/** The index of a section's rule after it was split off. */
export function ruleAfterSplit(record: Json, rule: number, id: string): number {
  const ids = sectionIds(rulesOf(record)[rule] ?? {});
  return rule + (ids.indexOf(id) > 0 && ids.length > 1 ? 1 : 0);
}

/** The sections of a rule from an ordinal on, as a rule of their own. */
export function partOf(rule: Json, ids: readonly string[], ordinal: number, focus: Ground): Json {
  const geometry = objectOf(rule.geometry);
  const named = withIds(rule, ids);
  if (geometry === null || isPlacedByCoordinates(rule)) return named;
  const started = startingAt(geometry, ordinal, focus);
  if (ids.length > 1) return { ...named, geometry: started };
  const { bearingStepDeg: _, shiftStepM: __, ...others } = started;
  return { ...named, geometry: others };
}

/** Puts rules of like sections together as one, at the place of the first of them. Null if no one rule can say it. */
export function mergedRules(record: Json, indexes: readonly number[]): RecordEdit | null {
  const [first, ...others] = [...new Set(indexes)].sort((one, other) => one - other);
  const merged = first === undefined || others.length === 0 ? null : mergedRule(record, [first, ...others]);
  if (merged === null) return null;
  const gone = new Set(others);
  return (changed) =>
    changedAt(changed, SECTIONS, (sections) =>
      (sections as unknown[])
        .map((rule, index) => (index === first ? merged : rule))
        .filter((_, index) => !gone.has(index)),
    );
}

export function mergeable(record: Json, indexes: readonly number[]): boolean {
  return mergedRules(record, indexes) !== null;
}

type Single = { id: string; geometry: Json };

function mergedRule(record: Json, indexes: readonly number[]): Json | null {
  const rules = indexes.map((index) => rulesOf(record)[index] ?? {});
  const [model, focus] = [rules[0]!, focusPlace(record)];
  const likes = new Set(rules.map(likeness));
  const template = templateOfName(model);
  if (likes.size > 1 || likes.has(null) || template === null) return null;
  const singles = rules.flatMap((rule) => singlesOf(rule, focus));
  const ordered = [
    singles.toSorted((one, other) => number(one.geometry.bearingDeg, 0) - number(other.geometry.bearingDeg, 0)),
    singles.toSorted((one, other) => number(one.geometry.shiftM, 0) - number(other.geometry.shiftM, 0)),
  ];
  for (const [index, member] of (["bearingDeg", "shiftM"] as const).entries()) {
    const geometry = steppedGeometry(ordered[index]!, member);
    if (geometry !== null)
      return {
        ...withIds(
          withName(model, template),
          ordered[index]!.map(({ id }) => id),
        ),
        geometry,
      };
  }
  return null;
}

/** What must be the same in rules that become one; null for a rule that stays by itself. */
function likeness(rule: Json): string | null {
  const geometry = objectOf(rule.geometry);
  const isRows =
    geometry !== null && geometry.origin == null && !isPlacedByCoordinates(rule) && geometry.tables == null;
  if (!isRows || rule.refs != null) return null;
  const { id: _, ids: __, geometry: ___, name: ____, ...others } = rule;
  const alike = Object.entries(geometry).filter(([name]) => !STEPPED.has(name));
  return JSON.stringify([sorted(others), sorted(Object.fromEntries(alike)), templateOfName(rule)]);
}

function sorted(members: Json): [string, unknown][] {
  return Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1));
}

function singlesOf(rule: Json, focus: Ground): Single[] {
  return sectionIds(rule).map((id, ordinal) => ({ id, geometry: partOf(rule, [id], ordinal, focus).geometry as Json }));
}

/** The geometry of sections that differ in one member by equal steps; null if they differ otherwise. */
function steppedGeometry(singles: readonly Single[], member: "bearingDeg" | "shiftM"): Json | null {
  const values = singles.map(({ geometry }) => number(geometry[member], 0));
  const other = member === "bearingDeg" ? "shiftM" : "bearingDeg";
  const others = singles.map(({ geometry }) => number(geometry[other], 0));
  const step = (values.at(-1)! - values[0]!) / (values.length - 1);
  const isEven = values.every((value, index) => Math.abs(value - values[0]! - index * step) < 2 * SAME);
  if (!isEven || step < SAME || others.some((value) => Math.abs(value - others[0]!) >= SAME)) return null;
  return { ...singles[0]!.geometry, [member === "bearingDeg" ? "bearingStepDeg" : "shiftStepM"]: exact(step) };
}

/** A step to a ten-thousandth: a whole turn in seven steps has no short one. */
function exact(step: number): number {
  return Math.round(step * 10_000) / 10_000;
}

/** A geometry that starts with a further section of its rule. */
function startingAt(geometry: Json, ordinal: number, focus: Ground): Json {
  if (ordinal === 0) return geometry;
  const turnDeg = ordinal * number(geometry.bearingStepDeg, 0);
  const shiftM = number(geometry.shiftM, 0) + ordinal * number(geometry.shiftStepM, 0);
  const shifted = withMembers(geometry, { shiftM });
  if (turnDeg === 0) return shifted;
  const wrapped = (deg: number) => exact(((deg % 360) + 360) % 360);
  if (geometry.origin == null) return { ...shifted, bearingDeg: wrapped(number(geometry.bearingDeg, 0) + turnDeg) };
  const { x, y } = turnBy(turnDeg, focus).place(originOf(geometry));
  const facing = typeof geometry.facingDeg === "number" ? { facingDeg: wrapped(geometry.facingDeg + turnDeg) } : {};
  return { ...shifted, ...facing, origin: withMembers(geometry.origin as Json, { x, y }) };
}
