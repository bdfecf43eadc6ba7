// Checks of names: sections, rows and seats that have the same id. Which names labels tell apart, the service finds out
// when it saves the draft.
import { seatingOf } from "../../../plan/plan";
import type { Checked, Finding } from "./check-finding";
import { nameOf, pieceOf } from "./check-places";

export function* nameChecks(checked: Checked): Generator<Finding> {
  yield* repeatedIds(checked);
  yield* repeatedRowsAndSeats(checked);
}

function* repeatedIds(checked: Checked): Generator<Finding> {
  const known = new Set<string>();
  for (const [index, { id }] of checked.plan.sections.entries()) {
    if (known.has(id)) {
      yield {
        id: `section id ${id} ${index}`,
        severity: "fault",
        text: `Two sections have the id ${id}. Give one of them another.`,
        piece: pieceOf(checked, index),
      };
    }
    known.add(id);
  }
}

/** Once for each rule, since like blocks have the same rows. */
function* repeatedRowsAndSeats(checked: Checked): Generator<Finding> {
  const { plan } = checked;
  const rules = new Set<number>();
  /** For each list of seats the first name that is there twice. */
  const repeated = new Map<number, string | null>();
  for (const [index, section] of plan.sections.entries()) {
    if (rules.has(checked.ruleOf(index))) continue;
    rules.add(checked.ruleOf(index));
    const piece = pieceOf(checked, index);
    const row = twice(section.rows.map(({ id }) => id));
    if (row !== null) {
      const text = `Two rows of ${nameOf(section)} are called ${row}.`;
      yield { id: `row ${section.id} ${row}`, severity: "fault", text, piece };
    }
    for (const [rowIndex, { id, seating }] of section.rows.entries()) {
      if (seating === null) continue;
      if (!repeated.has(seating)) repeated.set(seating, twice(seatingOf(plan, section, rowIndex)));
      const seat = repeated.get(seating) ?? null;
      if (seat === null) continue;
      yield {
        id: `seat ${section.id} ${id}`,
        severity: "fault",
        text: `${id === null ? nameOf(section) : `Row ${id} of ${nameOf(section)}`} has two seats ${seat}.`,
        piece,
        seat: { section: section.id, row: id, seat },
      };
      // One row tells enough; the others are most likely numbered in the same way.
      break;
    }
  }
}

/** The first name that a list has twice; empty places do not count. */
function twice(names: readonly (string | null)[]): string | null {
  const known = new Set<string>();
  for (const name of names) {
    if (name === null) continue;
    if (known.has(name)) return name;
    known.add(name);
  }
  return null;
}
