// Marks seats as having a restricted view, with few and short property rules.

import type { Json } from "../layouts/written-json";
import type { SeatIds, Seating } from "../plan/plan";
import { type Slots, slotsOfRule } from "./carried-names";
import { writtenNames } from "./name-words";
import { type RecordEdit, rulesOf, withRule } from "./record-edit";
import { sectionIds } from "./section-ids";

/** A seat to mark, and what buyers read of it. */
export type Mark = SeatIds & { note: string };

/** Takes one section out of a rule of many, so that it can be marked by itself. */
type Split = (rule: number, id: string) => RecordEdit;

const NOTE_CHARACTERS_MAX = 200;

/** Marks seats. A rule of many sections is kept where all of them have the same marks; otherwise its marked sections are
 * split off. */
export function withRestrictedMarks(marks: readonly Mark[], split: Split): RecordEdit {
  const bySection = groupedBy(marks, ({ section }) => section);
  return (record) => {
    let changed = record;
    // Rules are found by the ids of their sections, since splitting moves them.
    for (const rule of rulesOf(record)) {
      const ids = sectionIds(rule).filter((id) => bySection.has(id));
      const slots = slotsOfRule(rule);
      const added = ids.map((id) => propertyRules(bySection.get(id)!, slots));
      if (ids.length === 0) continue;
      const isAlike =
        ids.length === sectionIds(rule).length && new Set(added.map((each) => JSON.stringify(each))).size === 1;
      if (isAlike) changed = withProperties(changed, ids[0]!, added[0]!, null);
      else for (const [place, id] of ids.entries()) changed = withProperties(changed, id, added[place]!, split);
    }
    return changed;
  };
}

function withProperties(record: Json, id: string, added: readonly Json[], split: Split | null): Json {
  const ruleOf = (each: Json) => rulesOf(each).findIndex((rule) => sectionIds(rule).includes(id));
  const changed = split === null ? record : split(ruleOf(record), id)(record);
  return withRule(ruleOf(changed), (rule) => ({
    ...rule,
    properties: [...(Array.isArray(rule.properties) ? (rule.properties as unknown[]) : []), ...added],
  }))(changed);
}

/** The rules for the marks of one section: whole rows and rows with the same seats together, all others by row. */
function propertyRules(marks: readonly Mark[], slots: Slots): Json[] {
  return [...groupedBy(marks, ({ note }) => note)].flatMap(([note, ofNote]) => {
    const rows = [...groupedBy(ofNote, ({ row }) => row ?? "")]
      .map(([row, seats]) => ({
        row,
        seats: inOrder(
          slots.get(row),
          seats.flatMap(({ seat }) => seat ?? []),
        ),
      }))
      .sort((one, other) => placeOf(slots, one.row) - placeOf(slots, other.row));
    const said = { has: ["restrictedView"], viewNote: note.slice(0, NOTE_CHARACTERS_MAX) };
    return placesOf(rows, slots).map((place) => ({ ...place, ...said }));
  });
}

type MarkedRow = { row: string; seats: string[] };

function placesOf(rows: readonly MarkedRow[], slots: Slots): Json[] {
  const whole = rows.filter(({ row, seats }) => isWhole(slots, row, seats));
  const others = rows.filter((each) => !whole.includes(each));
  const groups = [...groupedBy(others, ({ seats }) => seats.join("/")).values()];
  const alike = groups.filter((group) => group.length > 1 || group[0]!.row === "");
  const single = groups.flatMap((group) => (alike.includes(group) ? [] : group));
  return [
    ...(whole.length === 0 ? [] : [rowsMember(whole)]),
    ...alike.map((group) => ({ ...rowsMember(group), seats: writtenNames(group[0]!.seats) })),
    ...(single.length === 0
      ? []
      : [{ at: Object.fromEntries(single.map(({ row, seats }) => [row, writtenNames(seats)])) }]),
  ];
}

/** A section without rows has no rows to name. */
function rowsMember(rows: readonly MarkedRow[]): Json {
  return rows[0]!.row === "" ? {} : { rows: writtenNames(rows.map(({ row }) => row)) };
}

function isWhole(slots: Slots, row: string, seats: readonly string[]): boolean {
  const all = slots.get(row)?.filter((seat) => seat !== null) ?? [];
  return all.length > 0 && all.length === seats.length;
}

/** The seats as they count on, so that ranges can name them. */
function inOrder(seating: Seating | undefined, seats: string[]): string[] {
  const all = (seating ?? []).filter((seat): seat is string => seat !== null && seats.includes(seat));
  const isDown = Number(all[0]) > Number(all.at(-1));
  return all.length !== seats.length ? seats : isDown ? all.reverse() : all;
}

function placeOf(slots: Slots, row: string): number {
  return [...slots.keys()].indexOf(row);
}

function groupedBy<T>(all: readonly T[], keyOf: (each: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const key = keyOf(each);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return groups;
}
