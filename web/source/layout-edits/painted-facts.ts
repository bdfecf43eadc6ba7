// What can be painted on seats: a property, a restricted view with a note, or a category. Each is one fact about a seat,
// which the rules of `properties` say, one after the other.
import type { Json } from "../layouts/written-json";
import type { PlanSeatKind } from "../plan/plan";
import type { SeatProperty } from "../plan/seat-properties";

/** What is painted. A restricted view has a note, which may be empty. */
export type Paint =
  | { kind: "property"; name: Exclude<SeatProperty, "restrictedView"> }
  | { kind: "restrictedView"; note: string }
  | { kind: "category"; id: string };

/** What a seat has of a fact, as text; null: nothing. */
export type Value = string | null;

/** One fact about seats, and how rules say it. */
export type Fact = {
  /** What one rule says; null if it says nothing about the fact. */
  said: (rule: Json) => Value;
  /** What a seat has after a rule that says `next`. */
  after: (before: Value, next: Value) => Value;
  /** The rule without the fact. */
  without: (rule: Json) => Json;
  /** The members of a rule that says the fact. */
  written: (value: string) => Json;
  /** What a seat of a plan has. */
  ofSeat: (kind: PlanSeatKind) => Value;
};

/** The fact that a paint is about. Paints of different categories are about the same fact. */
export function factOf(paint: Paint): Fact {
  if (paint.kind === "category") return CATEGORY;
  return paint.kind === "restrictedView" ? RESTRICTED_VIEW : property(paint.name);
}

/** What a seat has once it is painted. */
export function paintedValue(paint: Paint): string {
  if (paint.kind === "category") return paint.id;
  return paint.kind === "restrictedView" ? paint.note.trim() : "";
}

const CATEGORY: Fact = {
  said: ({ category }) => (category == null ? null : String(category)),
  after: (before, next) => next ?? before,
  without: (rule) => omitted(rule, "category"),
  written: (category) => ({ category }),
  ofSeat: ({ category }) => category,
};

/** The value is the note. A rule without a note leaves the one that was there. */
const RESTRICTED_VIEW: Fact = {
  said: (rule) => (hasOf(rule).includes("restrictedView") || noteOf(rule) !== "" ? noteOf(rule) : null),
  after: (before, next) => (next === null || next === "" ? (before ?? next) : next),
  without: (rule) => withoutProperty(omitted(rule, "viewNote"), "restrictedView"),
  written: (note) => ({ has: ["restrictedView"], ...(note === "" ? {} : { viewNote: note }) }),
  ofSeat: ({ properties, viewNote }) => viewNote ?? (properties.includes("restrictedView") ? "" : null),
};

function property(name: SeatProperty): Fact {
  return {
    said: (rule) => (hasOf(rule).includes(name) ? "" : null),
    after: (before, next) => next ?? before,
    without: (rule) => withoutProperty(rule, name),
    written: () => ({ has: [name] }),
    ofSeat: ({ properties }) => (properties.includes(name) ? "" : null),
  };
}

function hasOf({ has }: Json): readonly unknown[] {
  return Array.isArray(has) ? has : [];
}

function noteOf({ viewNote }: Json): string {
  return typeof viewNote === "string" ? viewNote : "";
}

function withoutProperty(rule: Json, name: SeatProperty): Json {
  const has = hasOf(rule);
  if (!has.includes(name)) return rule;
  const others = has.filter((each) => each !== name);
  return others.length === 0 ? omitted(rule, "has") : { ...rule, has: others };
}

function omitted(rule: Json, member: string): Json {
  const { [member]: _, ...others } = rule;
  return others;
}
