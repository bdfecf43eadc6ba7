// The seats of a section as paths, one for each colour, with fewer details the smaller they are on the screen.
import type { Plan, PlanCategory } from "../../../plan/plan";
import { kindIndex } from "../../../plan/seat-properties";
import type { ScenePart } from "./canvas-scene";
import { levelOf } from "./canvas-scene";
import type { CanvasTheme } from "./canvas-theme";
import type { SeatColour } from "./canvas-tool";
import type { PlacedSection } from "./placed-section";

/** How seats look: lines along rows, plain marks, or rounded marks that show where a seat faces. */
export type SeatDetail = "lines" | "marks" | "seats";

/** What the colours of seats depend on. Another object means other colours. */
export type SeatColours = {
  plan: Plan;
  levels: readonly string[];
  theme: CanvasTheme;
  seatColour: SeatColour | null;
};

/** The part of `Path2D` that seats are drawn with. */
export type PathMaker = Pick<Path2D, "moveTo" | "lineTo" | "closePath" | "quadraticCurveTo">;

const MARK_PIXELS_MIN = 2.4;
const SEAT_PIXELS_MIN = 7;
/** How much of a seat's corner is round: little in front, more at its back. */
const FRONT_ROUND = 0.16;
const BACK_ROUND = 0.42;

export function detailAt(spacingM: number, pixelsPerM: number): SeatDetail {
  const pixels = spacingM * pixelsPerM;
  if (pixels < MARK_PIXELS_MIN) return "lines";
  return pixels < SEAT_PIXELS_MIN ? "marks" : "seats";
}

/** The seats of a part by their colours. */
export function seatsByColour(part: ScenePart, colours: SeatColours): ReadonlyMap<string, readonly number[]> {
  const { placed, sectionIndex } = part;
  const usual = usualColours(placed, colours);
  const groups = new Map<string, number[]>();
  for (let seat = 0; seat < placed.count; seat++) {
    const own = colours.seatColour?.(sectionIndex, placed.row[seat]!, placed.slot[seat]!) ?? null;
    const colour = own === null ? usual(seat) : colours.theme.resolved(own);
    const group = groups.get(colour);
    if (group === undefined) groups.set(colour, [seat]);
    else group.push(seat);
  }
  return groups;
}

/** Adds seats to a path, in metres on the map. */
export function addSeats(path: PathMaker, placed: PlacedSection, seats: readonly number[], detail: SeatDetail): void {
  if (detail === "lines") {
    addLines(path, placed, seats);
    return;
  }
  const add = detail === "marks" ? addMark : addSeat;
  for (const seat of seats) add(path, placed, seat);
}

/** Lines along the rows. A seat without a neighbour of its colour is as long as it is wide. */
function addLines(path: PathMaker, placed: PlacedSection, seats: readonly number[]): void {
  let last = -2;
  for (const seat of seats) {
    const isNext = seat === last + 1 && placed.row[seat] === placed.row[last] && isBeside(placed, last, seat);
    const [x, y] = [placed.x[seat]!, placed.y[seat]!];
    const half = placed.spacingM / 2;
    const [acrossX, acrossY] = [Math.cos(placed.facing[seat]!) * half, Math.sin(placed.facing[seat]!) * half];
    if (!isNext) path.moveTo(x - acrossX, y - acrossY);
    path.lineTo(x + acrossX, y + acrossY);
    last = seat;
  }
}

function isBeside({ x, y, spacingM }: PlacedSection, one: number, other: number): boolean {
  return Math.hypot(x[one]! - x[other]!, y[one]! - y[other]!) < spacingM * 1.6;
}

function addMark(path: PathMaker, placed: PlacedSection, seat: number): void {
  const at = cornersAround(placed, seat);
  path.moveTo(...at(-1, -1));
  path.lineTo(...at(1, -1));
  path.lineTo(...at(1, 1));
  path.lineTo(...at(-1, 1));
  path.closePath();
}

function addSeat(path: PathMaker, placed: PlacedSection, seat: number): void {
  const at = cornersAround(placed, seat);
  const [front, back] = [1 - 2 * FRONT_ROUND, 1 - 2 * BACK_ROUND];
  path.moveTo(...at(-front, -1));
  path.lineTo(...at(front, -1));
  path.quadraticCurveTo(...at(1, -1), ...at(1, -front));
  path.lineTo(...at(1, back));
  path.quadraticCurveTo(...at(1, 1), ...at(back, 1));
  path.lineTo(...at(-back, 1));
  path.quadraticCurveTo(...at(-1, 1), ...at(-1, back));
  path.lineTo(...at(-1, -front));
  path.quadraticCurveTo(...at(-1, -1), ...at(-front, -1));
  path.closePath();
}

/** Points around a seat: across from -1 to 1, and from its front (-1) to its back (1). */
function cornersAround(placed: PlacedSection, seat: number): (across: number, behind: number) => [number, number] {
  const [x, y, facing] = [placed.x[seat]!, placed.y[seat]!, placed.facing[seat]!];
  const [cos, sin] = [Math.cos(facing), Math.sin(facing)];
  const [wide, deep] = [placed.spacingM / 2, placed.depthM / 2];
  return (across, behind) => [
    x + across * wide * cos - behind * deep * sin,
    y + across * wide * sin + behind * deep * cos,
  ];
}

function usualColours({ section, row, slot }: PlacedSection, colours: SeatColours): (seat: number) => string {
  const { plan, theme, levels } = colours;
  if (section.isClosed) return () => theme.seatOfClosed;
  const plain = theme.seat(levels.indexOf(levelOf(section)), levels.length);
  const ofKinds = plan.seatKinds.map(({ category }) => categoryColour(plan.categories, category, theme) ?? plain);
  if (section.rows.every(({ kinds }) => kinds === undefined)) return () => plain;
  return (seat) => ofKinds[kindIndex(section, row[seat]!, slot[seat]!)] ?? plain;
}

function categoryColour(all: readonly PlanCategory[], id: string | null, theme: CanvasTheme): string | null {
  const colour = all.find((category) => category.id === id)?.colour ?? null;
  return colour === null ? null : theme.resolved(colour);
}
