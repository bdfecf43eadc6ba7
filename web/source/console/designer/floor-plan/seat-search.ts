// A search for seats in the floor plan: the rectangle that a person marks, what was found in it, and what of it counts.
import type { Client, components, Problem } from "@seatpreview/client";
import { toApiProblem } from "../../shell/use-request";
import { Watched } from "../../shell/watched";
import type { CanvasLayer, CanvasTool, CanvasView, Ground } from "../canvas/canvas-tool";
import type { FloorPlan } from "./floor-plan";
import { groundAt, type Pixel, pixelAt, type Size } from "./floor-plan-placement";
import { crossKeys } from "./trace-tools";

export type FoundSeats = components["schemas"]["SeatsInPicture"];
type Rectangle = { x: number; y: number; width: number; height: number };

const SIDE_MIN_PX = 10;
const CLICK_PX = 6;
const MARK_COLOUR = "#d6006c";
const LEFT_OUT_COLOUR = "#8a8a8a";

export class SeatSearch {
  /** The corners of the rectangle: null while nobody marks one, at most two. */
  readonly corners = new Watched<readonly Pixel[] | null>(null);
  /** Where the next corner would be. */
  readonly cursor = new Watched<Pixel | null>(null);
  readonly found = new Watched<FoundSeats | null>(null);
  readonly isBusy = new Watched(false);
  readonly problem = new Watched<Problem | undefined>(undefined);
  /** Seats that a person has left out, as `row/seat`. */
  readonly leftOut = new Watched<ReadonlySet<string>>(new Set());

  constructor(
    private readonly api: Client["venues"],
    private readonly venueId: string,
    readonly floorPlan: FloorPlan,
  ) {}

  start(): void {
    this.clear();
    this.corners.set([]);
  }

  clear(): void {
    for (const each of [this.corners, this.cursor, this.found]) each.set(null);
    this.isBusy.set(false);
    this.problem.set(undefined);
    this.leftOut.set(new Set());
  }

  async addCorner(corner: Pixel): Promise<void> {
    const { size } = this.floorPlan;
    const corners = [...(this.corners.value ?? []), corner];
    if (size === null) return;
    const part = corners.length === 2 ? rectangleOf(corners[0]!, corners[1]!, size) : null;
    this.corners.set(corners.length === 2 && part === null ? [] : corners);
    if (part !== null) await this.search(part);
  }

  /** Leaves a seat out, or takes it back. */
  toggle(row: number, seats: readonly number[], isTaken: boolean): void {
    const next = new Set(this.leftOut.value);
    for (const seat of seats) {
      if (isTaken) next.delete(`${row}/${seat}`);
      else next.add(`${row}/${seat}`);
    }
    this.leftOut.set(next);
  }

  isTaken(row: number, seat: number): boolean {
    return !this.leftOut.value.has(`${row}/${seat}`);
  }

  /** The rows with the seats that count, on the ground. */
  get rows(): Ground[][] {
    const { size } = this.floorPlan;
    const placement = this.floorPlan.placement.value;
    if (size === null || placement === null) return [];
    return (this.found.value?.rows ?? [])
      .map((row, number) =>
        row.filter((_, seat) => this.isTaken(number, seat)).map((pixel) => groundAt(placement, size, pixel)),
      )
      .filter((row) => row.length > 0);
  }

  private async search(part: Rectangle): Promise<void> {
    const corners = this.corners.value;
    const isStillWanted = () => this.corners.value === corners;
    this.isBusy.set(true);
    try {
      const found = await this.api.findFloorPlanSeats(this.venueId, part);
      if (isStillWanted()) this.found.set(found);
    } catch (failure) {
      if (!isStillWanted()) return;
      this.clear();
      this.problem.set(toApiProblem(failure));
    } finally {
      if (isStillWanted()) this.isBusy.set(false);
    }
  }
}

/** The rectangle between two corners, within the picture; null if it is too small to hold seats. */
export function rectangleOf(one: Pixel, other: Pixel, size: Size): Rectangle | null {
  const within = (value: number, most: number) => Math.round(Math.min(most, Math.max(0, value)));
  const [left, right] = [within(Math.min(one.x, other.x), size.width), within(Math.max(one.x, other.x), size.width)];
  const [top, bottom] = [within(Math.min(one.y, other.y), size.height), within(Math.max(one.y, other.y), size.height)];
  if (right - left < SIDE_MIN_PX || bottom - top < SIDE_MIN_PX) return null;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Marks the rectangle: by dragging, by two clicks, or by the arrow keys and Enter. Then a click on a seat leaves it out. */
export function searchTool(search: SeatSearch, view: () => CanvasView | null): CanvasTool {
  const { floorPlan } = search;
  let pressed: Ground | null = null;
  const pixelOf = (at: Ground) => {
    const [placement, size] = [floorPlan.placement.value, floorPlan.size];
    return placement === null || size === null ? null : pixelAt(placement, size, at);
  };
  const isMarking = () => search.corners.value !== null && search.corners.value.length < 2;
  const add = (at: Ground) => {
    const pixel = pixelOf(at);
    if (pixel !== null) void search.addCorner(pixel);
  };
  return {
    id: "find-seats",
    cursor: "crosshair",
    down: ({ at }) => {
      if (search.found.value !== null) {
        const pixel = pixelOf(at);
        return pixel !== null && toggleAt(search, pixel);
      }
      if (!isMarking()) return false;
      pressed = at;
      add(at);
      return true;
    },
    move: ({ at }) => {
      if (isMarking()) search.cursor.set(pixelOf(at));
    },
    up: ({ at, pixelsPerM }) => {
      const from = pressed;
      pressed = null;
      if (from === null || !isMarking() || search.corners.value?.length !== 1) return;
      if (Math.hypot(at.x - from.x, at.y - from.y) * pixelsPerM > CLICK_PX) add(at);
    },
    key: (event) =>
      crossKeys(event, floorPlan, view(), {
        at: search.cursor,
        isSetting: isMarking,
        onSet: add,
        onCancel: () => search.clear(),
      }),
  };
}

function toggleAt(search: SeatSearch, at: Pixel): boolean {
  const reach = Math.max(search.found.value?.sizePx ?? 0, 4);
  for (const [row, seats] of (search.found.value?.rows ?? []).entries()) {
    const seat = seats.findIndex(({ x, y }) => Math.hypot(x - at.x, y - at.y) <= reach / 2);
    if (seat >= 0) {
      search.toggle(row, [seat], !search.isTaken(row, seat));
      return true;
    }
  }
  return false;
}

/** The rectangle, and the seats that were found: those that count, and those that were left out. */
export function searchLayer(search: SeatSearch): CanvasLayer {
  return {
    id: "find-seats",
    place: "above",
    draw: (context, view) => {
      const [placement, size] = [search.floorPlan.placement.value, search.floorPlan.size];
      if (placement === null || size === null) return;
      const onScreen = (pixel: Pixel) => view.toScreen(groundAt(placement, size, pixel));
      context.save();
      context.strokeStyle = MARK_COLOUR;
      context.lineWidth = 2;
      drawRectangle(context, search, onScreen);
      const radius = Math.max(3, ((search.found.value?.sizePx ?? 0) / 2) * placement.metresPerPixel * view.pixelsPerM);
      for (const [row, seats] of (search.found.value?.rows ?? []).entries()) {
        const taken = seats.filter((_, seat) => search.isTaken(row, seat)).map(onScreen);
        drawLine(context, taken);
        for (const [seat, pixel] of seats.entries()) {
          drawMark(context, onScreen(pixel), radius, search.isTaken(row, seat));
        }
      }
      context.restore();
    },
  };
}

type Screen = { x: number; y: number };

function drawRectangle(context: CanvasRenderingContext2D, search: SeatSearch, onScreen: (at: Pixel) => Screen): void {
  const [first, second = search.cursor.value] = search.corners.value ?? [];
  if (first === undefined) {
    const cursor = search.corners.value === null ? null : search.cursor.value;
    if (cursor !== null) drawMark(context, onScreen(cursor), 5, true);
    return;
  }
  if (second === null || second === undefined) return;
  const corners = [first, { x: second.x, y: first.y }, second, { x: first.x, y: second.y }].map(onScreen);
  context.setLineDash([6, 4]);
  drawLine(context, [...corners, corners[0]!]);
  context.setLineDash([]);
}

function drawLine(context: CanvasRenderingContext2D, points: readonly Screen[]): void {
  context.beginPath();
  for (const { x, y } of points) context.lineTo(x, y);
  context.stroke();
}

function drawMark(context: CanvasRenderingContext2D, { x, y }: Screen, radius: number, isTaken: boolean): void {
  context.strokeStyle = isTaken ? MARK_COLOUR : LEFT_OUT_COLOUR;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
  if (isTaken) return;
  const reach = radius * 0.7;
  context.beginPath();
  context.moveTo(x - reach, y - reach);
  context.lineTo(x + reach, y + reach);
  context.stroke();
  context.strokeStyle = MARK_COLOUR;
}
