// Checks of names: sections, rows and seats that nobody could tell apart on a ticket.
import { seatingOf } from "../../../plan/plan";
import type { Checked, Finding } from "./check-finding";
import { nameOf, pieceOf } from "./check-places";

const NO_LETTER = /[^\p{L}\p{N}]+/gu;
const ACCENT = /\p{M}+/gu;

export function* nameChecks(checked: Checked): Generator<Finding> {
  yield* repeatedIds(checked);
  yield* alikeNames(checked);
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

/** Names on one level that are the same, or that differ only in what labels do not keep: case, accents, punctuation. */
function* alikeNames(checked: Checked): Generator<Finding> {
  const exact = new Map<string, number>();
  const folded = new Map<string, number>();
  const { sections } = checked.plan;
  for (const [index, section] of sections.entries()) {
    const level = spaced(section.level ?? "");
    const [name, plain] = [`${level}/${spaced(section.name)}`, `${level}/${withoutMarks(section.name)}`];
    const [same, alike] = [exact.get(name), folded.get(plain)];
    exact.set(name, same ?? index);
    folded.set(plain, alike ?? index);
    const other = sections[same ?? alike ?? index];
    if (other === undefined || other === section || other.id === section.id) continue;
    yield {
      id: `section name ${section.id}`,
      severity: same === undefined ? "warning" : "fault",
      text:
        same === undefined
          ? `“${other.name}” and “${section.name}” are so alike that no label can tell them apart.`
          : `Two sections${section.level === null ? "" : ` on ${section.level}`} are called ${section.name}.`,
      piece: pieceOf(checked, index),
    };
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

/** A name as the service compares names: without case, and with single spaces. */
function spaced(name: string): string {
  return name.toLowerCase().split(/\s+/).filter(Boolean).join(" ");
}

/** A name as labels are compared: without case, accents, spaces and punctuation. */
function withoutMarks(name: string): string {
  return name.normalize("NFKD").replace(ACCENT, "").toLowerCase().replace(NO_LETTER, "");
}
