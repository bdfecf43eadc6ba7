// The seats of a preview: one place, or several seats of a row that a label names together.
import type { components } from "@seatpreview/client";
import { idsOfKey, type Picked, type Plan, PlanIndex, type Point, type SeatIds } from "./plan";
import { locationPosition } from "./positions";

type Preview = components["schemas"]["Preview"];
type PreviewedSeats = Pick<Preview, "seat" | "seats" | "viewFrom" | "eye">;

/** Where a view is from: a place, and the position of the eyes as the service tells it. */
export type Viewpoint = SeatIds & { eye: Point | null };

/** What a map marks for a preview: the place that the view is from, and the other seats that were named with it. */
export type MapMarks = {
  place: Point | null;
  isRestricted: boolean;
  others: Point[];
  selected: Picked;
};

/** All seats of a label that names several; otherwise the one seat, row or section. */
export function seatsOf({ seat, seats = [] }: PreviewedSeats): readonly (SeatIds & { key: string })[] {
  return seats.length > 1 ? seats : [seat];
}

/** Where the view is from: of several seats, a row or a section, the seat that the service has chosen. */
export function viewedSeat({ seat, viewFrom, eye }: PreviewedSeats): Viewpoint {
  if (viewFrom === undefined) return { section: seat.section, row: seat.row, seat: seat.seat, eye };
  return { ...idsOfKey(viewFrom), eye };
}

/** The name by which a preview can be requested again: the seat's key, or the label if that names several seats. */
export function previewName(preview: PreviewedSeats, label: string): string {
  return seatsOf(preview).length > 1 ? label : preview.seat.key;
}

export function mapMarks(plan: Plan, preview: PreviewedSeats & Partial<Pick<Preview, "sightline">>): MapMarks {
  const index = new PlanIndex(plan);
  const positionOf = ({ section, row, seat }: SeatIds): Point | null => {
    const spot = index.locate(section, row, seat);
    return spot === null ? null : locationPosition(plan, spot);
  };
  const seats = seatsOf(preview);
  const viewed = viewedSeat(preview);
  const others = seats.filter((each) => each.seat !== null && each.seat !== viewed.seat);
  // A section or a row stays the one that is selected, although its view is from one of its seats.
  const { section, row, seat } = seats.length > 1 ? viewed : preview.seat;
  return {
    place: viewed.eye ?? positionOf(viewed),
    isRestricted: preview.sightline?.restriction != null,
    others: others.flatMap((each) => positionOf(each) ?? []),
    selected: { section, row, seat, seats: seats.flatMap((each) => each.seat ?? []) },
  };
}
