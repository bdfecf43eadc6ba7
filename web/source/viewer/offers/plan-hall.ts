// A plan with offers as the rules of a shop see it. What is asked of a section is kept.
import type { RuledHall, RuledPlace, SeatRun } from "@seatpreview/client";
import { idsOfKey, type Plan, PlanIndex, type PlanSection, seatingOf } from "../../plan/plan";
import { seatKind } from "../../plan/seat-properties";
import { awayFrom, type PlanRun, runsOfSection, sectionsNear } from "./free-seats";
import { isOnSale, type OfferBook } from "./offer-book";
import { wholeTableOf } from "./whole-tables";

export class PlanHall implements RuledHall {
  private readonly index: PlanIndex;
  private readonly runs = new Map<PlanSection, readonly PlanRun[]>();
  private readonly runOfSeat = new Map<string, PlanRun>();

  constructor(
    private readonly plan: Plan,
    private readonly book: OfferBook,
  ) {
    this.index = new PlanIndex(plan);
  }

  place(key: string): RuledPlace | null {
    const { section: sectionId, row, seat } = idsOfKey(key);
    const section = this.index.section(sectionId);
    if (section === null) return null;
    const offer = this.book.byKey.get(key);
    const run = seat === null ? undefined : this.runOf(section, key);
    const slot = run === undefined ? 0 : run.first + run.keys.indexOf(key);
    const kind = run === undefined ? null : seatKind(this.plan, section, run.rowIndex, slot);
    const table = wholeTableOf(this.index, this.book, key);
    const rowIndex = seat === null ? section.rows.findIndex(({ id }) => id === row) : -1;
    return {
      // A seat of a table that is sold as a whole is not offered alone.
      isFree: isOnSale(this.book, key) && (table === null || table.key === key),
      category: offer?.label ?? kind?.category ?? null,
      price: offer?.price ?? null,
      isWheelchair: kind?.properties.includes("wheelchair") ?? false,
      isCompanion: kind?.properties.includes("companion") ?? false,
      count: table?.key === key ? seatingOf(this.plan, section, rowIndex).filter((each) => each !== null).length : 1,
    };
  }

  seatsBeside(key: string): readonly string[] {
    const section = this.index.section(idsOfKey(key).section);
    return (section === null ? undefined : this.runOf(section, key))?.keys ?? [];
  }

  *runsNear(key: string): Iterable<SeatRun> {
    const at = idsOfKey(key);
    const away = awayFrom(this.plan, at);
    for (const section of sectionsNear(this.plan, at)) {
      const near = this.runsOf(section).map((run) => {
        const distances = run.keys.map((_, index) => away(section, run.rowIndex, run.first + index));
        const least = Math.min(...distances);
        return { seats: run.keys, nearest: distances.indexOf(least), least };
      });
      yield* near.sort((one, other) => one.least - other.least);
    }
  }

  private runOf(section: PlanSection, key: string): PlanRun | undefined {
    this.runsOf(section);
    return this.runOfSeat.get(key);
  }

  private runsOf(section: PlanSection): readonly PlanRun[] {
    const known = this.runs.get(section);
    if (known !== undefined) return known;
    const runs = runsOfSection(this.plan, section);
    this.runs.set(section, runs);
    for (const run of runs) for (const key of run.keys) this.runOfSeat.set(key, run);
    return runs;
  }
}
