// Which seats a brush, a row, a block, a rectangle or a rule in words takes.
import type { ChosenSlots, Stroke } from "../../../layout-edits/paint-seats";
import { type Plan, type PlanSection, type SeatIds, seatingOf } from "../../../plan/plan";
import { allSeats, type Seats } from "../../../plan/positions";
import type { Ground } from "../canvas/canvas-tool";

export type PaintShape = "brush" | "row" | "block" | "rectangle";

/** A seat by indexes of the plan. */
export type SeatAt = { sectionIndex: number; rowIndex: number; slot: number };

/** The seats of a plan with their places. */
export class PaintedSeats {
  private readonly seats: Seats;
  private readonly taken = new Map<string, Map<string, Set<number>>>();

  constructor(readonly plan: Plan) {
    this.seats = allSeats(plan);
  }

  /** The seats that were taken so far. */
  get chosen(): Stroke["seats"] {
    return this.taken;
  }

  get count(): number {
    let count = 0;
    for (const rows of this.taken.values()) for (const slots of rows.values()) count += slots.size;
    return count;
  }

  clear(): void {
    this.taken.clear();
  }

  /** Takes all seats around a place. Returns whether there were any. */
  takeAround(at: Ground, radiusM: number, isMeant: (section: PlanSection) => boolean): boolean {
    return this.takeWhere((x, y) => Math.hypot(x - at.x, y - at.y) <= radiusM, isMeant);
  }

  takeBetween(one: Ground, other: Ground, isMeant: (section: PlanSection) => boolean): boolean {
    const [left, right] = [Math.min(one.x, other.x), Math.max(one.x, other.x)];
    const [low, high] = [Math.min(one.y, other.y), Math.max(one.y, other.y)];
    return this.takeWhere((x, y) => x >= left && x <= right && y >= low && y <= high, isMeant);
  }

  takeSeat({ sectionIndex, rowIndex, slot }: SeatAt): void {
    this.slotsOf(sectionIndex, rowIndex).add(slot);
  }

  takeRow(sectionIndex: number, rowIndex: number): void {
    const section = this.plan.sections[sectionIndex];
    if (section === undefined) return;
    seatingOf(this.plan, section, rowIndex).forEach((seat, slot) => {
      if (seat !== null) this.takeSeat({ sectionIndex, rowIndex, slot });
    });
  }

  takeBlock(sectionIndex: number): void {
    for (const rowIndex of this.plan.sections[sectionIndex]?.rows.keys() ?? []) this.takeRow(sectionIndex, rowIndex);
  }

  /** Where a seat is; null if the plan does not say it. */
  placeOf(seat: SeatAt): Ground | null {
    const index = this.indexOf(seat);
    return index < 0 ? null : this.placeAt(index);
  }

  /** The next seat in a direction; null if there is none. Seats a little aside count as further away. */
  next(from: SeatAt, direction: Ground): SeatAt | null {
    const at = this.placeOf(from);
    if (at === null) return null;
    const level = this.plan.sections[from.sectionIndex]?.level;
    let [best, found] = [Number.POSITIVE_INFINITY, -1];
    for (let index = 0; index < this.seats.count; index += 1) {
      const place = this.placeAt(index);
      const along = (place.x - at.x) * direction.x + (place.y - at.y) * direction.y;
      const aside = Math.abs((place.x - at.x) * direction.y - (place.y - at.y) * direction.x);
      if (along < 0.05 || aside > along * 1.5) continue;
      if (this.plan.sections[this.seats.sections[index]!]?.level !== level) continue;
      const cost = along + 2 * aside;
      if (cost < best) [best, found] = [cost, index];
    }
    return found < 0 ? null : this.seatAt(found);
  }

  first(): SeatAt | null {
    return this.seats.count === 0 ? null : this.seatAt(0);
  }

  private takeWhere(isInside: (x: number, y: number) => boolean, isMeant: (section: PlanSection) => boolean): boolean {
    let hasAny = false;
    for (let index = 0; index < this.seats.count; index += 1) {
      const { x, y } = this.placeAt(index);
      if (!isInside(x, y) || !isMeant(this.plan.sections[this.seats.sections[index]!]!)) continue;
      this.takeSeat(this.seatAt(index));
      hasAny = true;
    }
    return hasAny;
  }

  private placeAt(index: number): Ground {
    const { positions } = this.seats;
    return { x: positions[index * 3]!, y: positions[index * 3 + 1]! };
  }

  private seatAt(index: number): SeatAt {
    const { sections, rows, slots } = this.seats;
    return { sectionIndex: sections[index]!, rowIndex: rows[index]!, slot: slots[index]! };
  }

  private indexOf({ sectionIndex, rowIndex, slot }: SeatAt): number {
    const { sections, rows, slots, count } = this.seats;
    for (let index = 0; index < count; index += 1) {
      if (sections[index] === sectionIndex && rows[index] === rowIndex && slots[index] === slot) return index;
    }
    return -1;
  }

  private slotsOf(sectionIndex: number, rowIndex: number): Set<number> {
    const section = this.plan.sections[sectionIndex]!;
    const rows = this.taken.get(section.id) ?? new Map<string, Set<number>>();
    this.taken.set(section.id, rows);
    const row = section.rows[rowIndex]?.id ?? "";
    const slots = rows.get(row) ?? new Set<number>();
    rows.set(row, slots);
    return slots;
  }
}

/** Where a seat with these ids is in the plan; null if there is none. */
export function seatOfIds(plan: Plan, ids: SeatIds | null): SeatAt | null {
  if (ids === null || ids.seat === null) return null;
  const sectionIndex = plan.sections.findIndex(({ id }) => id === ids.section);
  const section = plan.sections[sectionIndex];
  if (section === undefined) return null;
  const rowIndex = section.rows.findIndex(({ id }) => id === ids.row);
  const slot = rowIndex < 0 ? -1 : seatingOf(plan, section, rowIndex).indexOf(ids.seat);
  return slot < 0 ? null : { sectionIndex, rowIndex, slot };
}

/** A choice of seats in words. Empty lists of rows or seats stand for all of them. */
export type SeatsInWords =
  | { kind: "ends"; count: number }
  | { kind: "named"; seats: readonly string[]; rows: readonly string[] };

/** The seats of some sections that a choice in words names. */
export function seatsInWords(plan: Plan, sections: readonly PlanSection[], choice: SeatsInWords): Stroke["seats"] {
  return new Map(
    sections.flatMap((section) => {
      const rows = rowsInWords(plan, section, choice);
      return rows.size === 0 ? [] : [[section.id, rows] as const];
    }),
  );
}

function rowsInWords(plan: Plan, section: PlanSection, choice: SeatsInWords): ChosenSlots {
  const chosen = new Map<string, Set<number>>();
  section.rows.forEach((row, rowIndex) => {
    if (choice.kind === "named" && choice.rows.length > 0 && !choice.rows.includes(row.id ?? "")) return;
    const seating = seatingOf(plan, section, rowIndex);
    const slots = seating.flatMap((seat, slot) => (seat === null ? [] : [slot]));
    const taken =
      choice.kind === "ends"
        ? slots.filter((_, index) => index < choice.count || index >= slots.length - choice.count)
        : slots.filter((slot) => choice.seats.length === 0 || choice.seats.includes(seating[slot]!));
    if (taken.length > 0) chosen.set(row.id ?? "", new Set(taken));
  });
  return chosen;
}
