// The seats that an image of a record is for, as a set of keys; and such a set, written as shortly as the record can.
import { keyOfIds, type Plan, type PlanSection, seatingOf } from "../plan/plan";

/** The member `covers` of an image. Empty: the whole venue. */
export type Covers = { section?: string; rows?: readonly string[]; seats?: readonly string[] };

/** The keys of what can be covered: seats, rows without described seats, and sections without rows. */
export type Covered = ReadonlySet<string>;

/** The record has at most this many rows, and seats, in one `covers`. */
const NAMES_MAX = 1000;

/** Returns the keys of a row: its seats, or the row itself if the layout does not describe them. */
export function keysOfRow(plan: Plan, section: PlanSection, rowIndex: number): string[] {
  const row = section.rows[rowIndex]?.id ?? null;
  const seats = seatingOf(plan, section, rowIndex).filter((seat) => seat !== null);
  if (seats.length === 0) return [keyOfIds({ section: section.id, row, seat: null })];
  return seats.map((seat) => keyOfIds({ section: section.id, row, seat }));
}

/** Returns the keys of a section: those of its rows, or the section itself if it has none. */
export function keysOfSection(plan: Plan, section: PlanSection): string[] {
  if (section.rows.length === 0) return [section.id];
  return section.rows.flatMap((_, rowIndex) => keysOfRow(plan, section, rowIndex));
}

/** Returns what the entries of an image cover together. Places that the plan does not have are left out. */
export function coveredBy(plan: Plan, entries: readonly Covers[]): Set<string> {
  const covered = new Set<string>();
  for (const covers of entries) {
    for (const section of plan.sections) {
      if (covers.section !== undefined && covers.section !== section.id) continue;
      for (const key of keysIn(plan, section, covers)) covered.add(key);
    }
  }
  return covered;
}

/** Writes a set as shortly as possible: whole sections, whole rows of a section, and seats of one row each. */
export function writtenCovers(plan: Plan, covered: Covered): Covers[] {
  return plan.sections.flatMap((section) => coversOfSection(plan, section, covered));
}

/** Whether an entry speaks of a section that the plan does not have. Such an entry is kept as it is. */
export function isUnknown(plan: Plan, { section }: Covers): boolean {
  return section !== undefined && plan.sections.every(({ id }) => id !== section);
}

/** Says which seats are covered, for people: "row K of section 107, 12 seats". */
export function coversInWords(plan: Plan, entries: readonly Covers[]): string {
  if (entries.some(({ section }) => section === undefined)) return "the whole venue";
  const parts = entries.map((covers) => entryInWords(plan, covers));
  const [first = "no seats", second, ...rest] = parts;
  if (second === undefined) return first;
  return rest.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${rest.length} more`;
}

function keysIn(plan: Plan, section: PlanSection, { rows = [], seats = [] }: Covers): string[] {
  if (seats.length > 0) {
    const row = rows[0] ?? null;
    const wanted = new Set(seats.map((seat) => keyOfIds({ section: section.id, row, seat })));
    return keysOfSection(plan, section).filter((key) => wanted.has(key));
  }
  if (rows.length === 0) return keysOfSection(plan, section);
  return section.rows.flatMap((row, rowIndex) =>
    row.id !== null && rows.includes(row.id) ? keysOfRow(plan, section, rowIndex) : [],
  );
}

function coversOfSection(plan: Plan, section: PlanSection, covered: Covered): Covers[] {
  const rows = section.rows.map((row, rowIndex) => {
    const keys = keysOfRow(plan, section, rowIndex);
    return { row: row.id, keys, inside: keys.filter((key) => covered.has(key)) };
  });
  const isWhole = rows.every(({ keys, inside }) => inside.length === keys.length);
  if (rows.length === 0) return covered.has(section.id) ? [{ section: section.id }] : [];
  if (isWhole) return [{ section: section.id }];
  const whole = rows.flatMap(({ row, keys, inside }) => (row !== null && inside.length === keys.length ? [row] : []));
  const partial = rows.filter(({ keys, inside }) => inside.length > 0 && inside.length < keys.length);
  return [
    ...chunks(whole).map((names) => ({ section: section.id, rows: names })),
    ...partial.flatMap(({ row, inside }) =>
      chunks(inside.map((key) => key.slice(key.lastIndexOf("/") + 1))).map((seats) => ({
        section: section.id,
        ...(row === null ? {} : { rows: [row] }),
        seats,
      })),
    ),
  ];
}

function chunks(names: readonly string[]): string[][] {
  const count = Math.ceil(names.length / NAMES_MAX);
  return Array.from({ length: count }, (_, index) => names.slice(index * NAMES_MAX, (index + 1) * NAMES_MAX));
}

function entryInWords(plan: Plan, { section, rows = [], seats = [] }: Covers): string {
  const named = plan.sections.find(({ id }) => id === section)?.name;
  const name = named === undefined || named === section ? `section ${section}` : named;
  const row = rows.length === 0 ? name : `row ${rows[0]} of ${name}`;
  if (seats.length > 0) return seats.length === 1 ? `seat ${seats[0]}, ${row}` : `${seats.length} seats, ${row}`;
  return rows.length > 1 ? `rows ${rows[0]} to ${rows.at(-1)} of ${name}` : row;
}
