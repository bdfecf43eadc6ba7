// The seats of each row as people describe them: how many, from which side, odd or even, from the middle.
import { namesFrom, SeriesFault } from "../layouts/series";
import { type Json, number, oneOf } from "../layouts/written-json";
import type { Seating } from "../plan/plan";
import { type Slots, slotsOfRule } from "./carried-names";
import { checkedName, namesOf, WordsFault, writtenName, writtenNames } from "./name-words";

export const SEATS_OF_A_ROW_MAX = 1_000;

export type SeatNumbering = "all" | "odd" | "even";
/** From the left or the right end, or from the middle to both sides. */
export type SeatOrder = "left" | "right" | "oddLeft" | "evenLeft";

/** How the seats of a row are numbered. From the middle, only the order counts. */
export type SeatScheme = {
  order: SeatOrder;
  numbering: SeatNumbering;
  first: string;
  step: number;
};

/** How one of several parts side by side is numbered. */
type PartScheme = {
  direction: "leftToRight" | "rightToLeft";
  numbering: SeatNumbering;
  /** The first seat of a row. */
  firstOf: (row: string, index: number) => string;
  step: number;
};

/** The parts of each row, from left to right; none if no seats are described. */
export function seatParts(rule: Json): readonly Json[] {
  const { seats } = rule;
  if (Array.isArray(seats)) return seats as Json[];
  return typeof seats === "object" && seats !== null ? [seats as Json] : [];
}

/** How all seats of a row are numbered; null if several parts side by side have numbers of their own. */
export function seatScheme(rule: Json): SeatScheme | null {
  const parts = seatParts(rule);
  if (parts.length === 1) return partScheme(parts[0]!);
  if (parts.length !== 2) return null;
  const [left, right] = [partScheme(parts[0]!), partScheme(parts[1]!)];
  const isFromMiddle = left.order === "right" && right.order === "left" && left.step === 1 && right.step === 1;
  const begins = [left.first, right.first].join();
  if (!isFromMiddle) return null;
  if (left.numbering === "odd" && right.numbering === "even" && begins === "1,2") {
    return { order: "oddLeft", numbering: "all", first: "1", step: 1 };
  }
  if (left.numbering === "even" && right.numbering === "odd" && begins === "2,1") {
    return { order: "evenLeft", numbering: "all", first: "1", step: 1 };
  }
  return null;
}

/** How a part is numbered. */
export function partScheme(part: Json): SeatScheme {
  const numbering = oneOf(["odd", "even"] as const, part.numbering) ?? "all";
  return {
    order: part.direction === "rightToLeft" ? "right" : "left",
    numbering,
    first: String(part.first ?? usualFirst(numbering)),
    step: number(part.step, 1),
  };
}

/** How many seats a row usually has. */
export function usualSeatCount(rule: Json): number {
  return seatParts(rule).reduce((sum, part) => sum + number(part.count, 0), 0);
}

/** The rule with another number of seats in rows without an exception. */
export function withSeatCount(rule: Json, count: number): Json {
  const parts = seatParts(rule);
  if (parts.length === 0) return { ...rule, seats: { count } };
  if (parts.length === 1) return { ...rule, seats: withPartCount(rule.seats, 0, count) };
  if (parts.length > 2) throw new WordsFault("The parts side by side have numbers of seats of their own.");
  if (count < 2) throw new WordsFault("Two sides need at least 2 seats.");
  const left = Math.floor(count / 2);
  return { ...rule, seats: withPartCount(withPartCount(rule.seats, 0, left), 1, count - left) };
}

/** The rule with the same seats under other numbers. Properties, aisles and the like still have the old names. */
export function withScheme(rule: Json, scheme: SeatScheme): Json {
  const slots = slotsOfRule(rule);
  const other = seatParts(rule)[0] ?? {};
  if (scheme.order === "left" || scheme.order === "right") {
    const first = checkedFirst(scheme);
    const direction = scheme.order === "left" ? "leftToRight" : "rightToLeft";
    return { ...rule, seats: writtenPart(slots, { ...scheme, direction, firstOf: () => first }, other) };
  }
  const leftCounts = leftHalves(rule, slots);
  const half = (isLeft: boolean): Slots =>
    new Map(
      [...slots].map(([row, all]) => [
        row,
        isLeft ? all.slice(0, leftCounts.get(row)) : all.slice(leftCounts.get(row)),
      ]),
    );
  const numberings: SeatNumbering[] = scheme.order === "oddLeft" ? ["odd", "even"] : ["even", "odd"];
  const parts = numberings.map((numbering, side) => {
    const direction = side === 0 ? "rightToLeft" : "leftToRight";
    return writtenPart(
      half(side === 0),
      { direction, numbering, firstOf: () => usualFirst(numbering), step: 1 },
      other,
    );
  });
  return { ...rule, seats: parts };
}

/** One of several parts side by side, numbered otherwise. */
export function withPartScheme(rule: Json, index: number, scheme: SeatScheme): Json {
  const parts = seatParts(rule);
  const slots = slotsOfRule({ ...rule, seats: parts[index] });
  const first = checkedFirst(scheme);
  const direction = scheme.order === "right" ? "rightToLeft" : "leftToRight";
  const part = writtenPart(slots, { ...scheme, direction, firstOf: () => first }, parts[index] ?? {});
  return { ...rule, seats: parts.map((each, other) => (other === index ? part : each)) };
}

/** The seats of rows as a rule describes them: what most rows have, and exceptions for the others. */
export function writtenPart(slots: Slots, scheme: PartScheme, other: Json = {}): Json {
  const rows = [...slots].map(([row, seating], index) => ({
    row,
    ...rowForm(seating, scheme.firstOf(row, index), scheme),
  }));
  const usual = mostCommon(rows);
  const { first: _, count: __, step: ___, numbering: ____, direction: _____, exceptions: ______, ...unknown } = other;
  const exceptions = exceptionsFor(rows, usual);
  if (exceptions.length > 0 && slots.has("")) {
    throw new WordsFault("Seats are missing between others here. Change their names in the Record tab.");
  }
  return {
    ...unknown,
    ...(usual.first === usualFirst(scheme.numbering) ? {} : { first: writtenName(usual.first) }),
    count: usual.count,
    ...(scheme.step === 1 ? {} : { step: scheme.step }),
    ...(scheme.numbering === "all" ? {} : { numbering: scheme.numbering }),
    ...(scheme.direction === "leftToRight" ? {} : { direction: scheme.direction }),
    ...(exceptions.length === 0 ? {} : { exceptions }),
  };
}

/** The first seat where none is stated. */
export function usualFirst(numbering: SeatNumbering): string {
  return numbering === "even" ? "2" : "1";
}

type RowForm = { first: string; count: number; skip: readonly string[] };

/** A row as an exception would describe it: its slots in the order in which they are counted. */
function rowForm(seating: Seating, first: string, scheme: PartScheme): RowForm {
  const counted = scheme.direction === "rightToLeft" ? [...seating].reverse() : seating;
  if (!counted.includes(null)) return { first, count: counted.length, skip: [] };
  const step = scheme.step * (scheme.numbering === "all" ? 1 : 2);
  const numbered = seatNames(first, counted.length, step);
  return { first, count: counted.length, skip: numbered.filter((_, index) => counted[index] === null) };
}

/** Names that count on from the first one. Throws `WordsFault` where nothing does. */
export function seatNames(first: string, count: number, step: number): string[] {
  try {
    return namesFrom(first, count, step);
  } catch (failure) {
    if (!(failure instanceof SeriesFault)) throw failure;
    throw new WordsFault(`Nothing counts on from ${first} in steps of ${step}.`);
  }
}

function mostCommon(rows: readonly RowForm[]): RowForm {
  const counts = new Map<string, { form: RowForm; rows: number }>();
  for (const form of rows.filter(({ count }) => count > 0)) {
    const key = `${form.first} ${form.count}`;
    const known = counts.get(key);
    counts.set(key, { form, rows: (known?.rows ?? 0) + 1 });
  }
  const [most] = [...counts.values()].sort((one, other) => other.rows - one.rows);
  return most?.form ?? { first: "1", count: 1, skip: [] };
}

function exceptionsFor(rows: readonly (RowForm & { row: string })[], usual: RowForm): Json[] {
  const groups = new Map<string, { form: RowForm; rows: string[] }>();
  for (const { row, ...form } of rows) {
    if (form.first === usual.first && form.count === usual.count && form.skip.length === 0) continue;
    const key = JSON.stringify(form);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { form, rows: [row] });
    else group.rows.push(row);
  }
  return [...groups.values()].map(({ form, rows }) => ({
    rows: writtenNames(rows),
    ...(form.first === usual.first || form.count === 0 ? {} : { first: writtenName(form.first) }),
    ...(form.count === usual.count ? {} : { count: form.count }),
    ...(form.skip.length === 0 ? {} : { skip: form.skip.map(writtenName) }),
  }));
}

/** How many slots of each row are left of the middle: as before where the seats are in two parts already. */
function leftHalves(rule: Json, slots: Slots): ReadonlyMap<string, number> {
  const parts = seatParts(rule);
  if (parts.length === 2) {
    const left = slotsOfRule({ ...rule, seats: parts[0] });
    return new Map([...left].map(([row, { length }]) => [row, length]));
  }
  return new Map([...slots].map(([row, { length }]) => [row, Math.floor(length / 2)]));
}

/** The first number of a scheme. Throws `WordsFault` where it does not fit. */
export function checkedFirst({ first, numbering, step }: SeatScheme): string {
  const name = checkedName(first);
  if (step === 0) throw new WordsFault("The step cannot be 0.");
  seatNames(name, 2, Math.abs(step));
  if (numbering !== "all" && namesOf([name])[0] === name && isOdd(name) !== (numbering === "odd")) {
    throw new WordsFault(`${name} is not ${numbering}.`);
  }
  return name;
}

function isOdd(name: string): boolean | null {
  const digits = /[0-9]+$/.exec(name)?.[0];
  return digits === undefined ? null : Number(digits) % 2 === 1;
}

/** Seats with another number of them in one part. Seats that are missing are only those that would be there. */
export function withPartCount(seats: unknown, index: number, count: number): unknown {
  if (Array.isArray(seats)) return seats.map((part: Json, at) => (at === index ? partWithCount(part, count) : part));
  return partWithCount(seats as Json, count);
}

function partWithCount(part: Json, count: number): Json {
  if (!Array.isArray(part.exceptions)) return { ...part, count };
  const { first, step, numbering } = partScheme(part);
  const exceptions = (part.exceptions as Json[]).flatMap((exception): Json[] => {
    if (exception.count !== undefined || !Array.isArray(exception.skip)) return [exception];
    const seats = seatNames(String(exception.first ?? first), count, step * (numbering === "all" ? 1 : 2));
    const skip = exception.skip.filter((seat) => seats.includes(String(seat)));
    if (skip.length === exception.skip.length) return [exception];
    const { skip: _, ...others } = exception;
    if (skip.length > 0) return [{ ...others, skip }];
    return others.first === undefined ? [] : [others];
  });
  const { exceptions: _, ...others } = part;
  return { ...others, count, ...(exceptions.length === 0 ? {} : { exceptions }) };
}
