// Which seats have an image of their own, a near one, a far one or none, as the service chooses images.
import type { ChosenImage, ImageChoice } from "../../../layout-edits/image-choice";
import { type Plan, seatingOf } from "../../../plan/plan";

export type CoverageKind = "own" | "near" | "far" | "none";

export const COVERAGE_KINDS: readonly CoverageKind[] = ["own", "near", "far", "none"];

/** A camera that is at most this far from the eyes stood at the seat (seatpreview/seats/camera.py). */
const HERE_M = 0.5;
/** From further away, the viewer begins with the drawing of the seat and offers the image beside it. */
const NEAR_M = 6;

/** How good the image is that a seat is shown. One of another section that is not near counts as none. */
export function coverageKind(chosen: ChosenImage | null): CoverageKind {
  if (chosen === null) return "none";
  const { match, distanceM, hasCamera } = chosen;
  if (distanceM === null) return UNMEASURED[match];
  if (distanceM <= HERE_M && (hasCamera || match === "seat")) return "own";
  if (distanceM <= NEAR_M) return "near";
  return match === "venue" ? "none" : "far";
}

const UNMEASURED = { seat: "own", row: "near", section: "far", venue: "none" } as const;

/** The seats of a plan with the image that each is shown. */
export class SeatCoverage {
  readonly counts: Record<CoverageKind, number> = { own: 0, near: 0, far: 0, none: 0 };
  private readonly kinds = new Map<number, CoverageKind>();
  private readonly objects = new Map<number, string>();
  private readonly seatsByObject = new Map<string, number>();

  kindOf(sectionIndex: number, rowIndex: number, slot: number): CoverageKind | null {
    return this.kinds.get(indexOf(sectionIndex, rowIndex, slot)) ?? null;
  }

  /** The name of the image that a seat is shown; null if that is none of its section and not near. */
  objectOf(sectionIndex: number, rowIndex: number, slot: number): string | null {
    return this.objects.get(indexOf(sectionIndex, rowIndex, slot)) ?? null;
  }

  /** How many seats are shown an image. Those to which it is only offered from afar are not counted. */
  shownAt(object: string): number {
    return this.seatsByObject.get(object) ?? 0;
  }

  add(sectionIndex: number, rowIndex: number, slot: number, chosen: ChosenImage | null): void {
    const [index, kind] = [indexOf(sectionIndex, rowIndex, slot), coverageKind(chosen)];
    this.kinds.set(index, kind);
    this.counts[kind] += 1;
    if (chosen?.object == null || kind === "none") return;
    this.objects.set(index, chosen.object);
    this.seatsByObject.set(chosen.object, this.shownAt(chosen.object) + 1);
  }
}

/** Works out the coverage row by row, so that a page can do something else in between. Closed sections are left out. */
export function* coverageByRow(plan: Plan, choice: ImageChoice, configuration: string | null): Generator<SeatCoverage> {
  const coverage = new SeatCoverage();
  for (const [sectionIndex, section] of plan.sections.entries()) {
    if (section.isClosed) continue;
    for (const [rowIndex, row] of section.rows.entries()) {
      for (const [slot, seat] of seatingOf(plan, section, rowIndex).entries()) {
        if (seat === null) continue;
        const ids = { section: section.id, row: row.id, seat };
        coverage.add(sectionIndex, rowIndex, slot, choice.choose(ids, configuration));
      }
      yield coverage;
    }
  }
  yield coverage;
}

/** At most 2^16 slots, rows and sections: their product is still an exact number. */
function indexOf(sectionIndex: number, rowIndex: number, slot: number): number {
  return (sectionIndex * 65_536 + rowIndex) * 65_536 + slot;
}
