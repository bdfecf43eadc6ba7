// Paints seats on the canvas by pointer and by keys. A stroke is one step that can be undone.
import { paintSeats, type Stroke } from "../../../layout-edits/paint-seats";
import type { Paint } from "../../../layout-edits/painted-facts";
import { idsOfSlot, type Plan, type PlanSection, type SeatIds } from "../../../plan/plan";
import { Watched } from "../../shell/watched";
import { ARROW_KEYS, type CanvasLayer, type CanvasPointer, type CanvasTool, type Ground } from "../canvas/canvas-tool";
import type { Designer } from "../designer";
import { PaintedSeats, type PaintShape, type SeatAt, seatOfIds } from "./painted-seats";

export type PaintSettings = {
  paint: Paint;
  /** What the paint is called, for the step that can be undone. */
  title: string;
  isErasing: boolean;
  shape: PaintShape;
  radiusM: number;
  inAllLike: boolean;
};

/** One seat, even where seats are narrow. */
export const ONE_SEAT_M = 0.2;

export class PaintTool implements CanvasTool {
  readonly id = "paint";
  readonly cursor = "crosshair";
  /** The seat that the keys are at. */
  readonly at = new Watched<SeatIds | null>(null);
  /** What was painted last, in words. */
  readonly said = new Watched("");
  /** The seats of the stroke that is under way. */
  private seats: PaintedSeats | null = null;
  private places: PaintedSeats | null = null;
  private start: CanvasPointer | null = null;
  private last: Ground | null = null;
  private level: string | null | undefined = undefined;
  private isErasing = false;
  private frame = 0;
  /** The corner of the rectangle that is under the pointer. */
  private corner: Ground | null = null;

  constructor(
    private readonly designer: Designer,
    private readonly settings: () => PaintSettings,
  ) {}

  down = (pointer: CanvasPointer): boolean => {
    const { shape, radiusM, isErasing } = this.settings();
    this.begin(pointer, isErasing !== pointer.altKey);
    if (shape === "rectangle") return true;
    const isHit = shape === "brush" ? this.brush(pointer.at, pointer.seat, radiusM) : this.takeUnder(pointer.seat);
    if (!isHit) this.end();
    else this.show();
    return isHit;
  };

  move = (pointer: CanvasPointer, isDown: boolean): void => {
    if (!isDown || this.seats === null || this.start === null) return;
    const { shape, radiusM } = this.settings();
    if (shape === "brush") this.sweep(pointer.at, pointer.seat, radiusM);
    else if (shape === "rectangle") this.stretch(this.start.at, pointer.at);
    else this.takeUnder(pointer.seat);
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.show());
  };

  up = (): void => {
    if (this.seats === null) return;
    this.show();
    this.settle();
  };

  cancel = (): void => {
    this.end();
    this.designer.cancel();
  };

  key = (event: KeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey) return false;
    const direction = ARROW_KEYS[event.key];
    if (direction !== undefined) return this.step(direction);
    if (event.key !== " " && event.key !== "Enter") return false;
    return this.paintAtKeys(event.altKey);
  };

  /** Draws the seat that the keys are at, and the rectangle that is being drawn. */
  readonly layer: CanvasLayer = {
    id: "paint",
    place: "above",
    draw: (context, view) => {
      context.strokeStyle = getComputedStyle(context.canvas).color;
      context.lineWidth = 2;
      if (this.start !== null && this.corner !== null) {
        const [one, other] = [view.toScreen(this.start.at), view.toScreen(this.corner)];
        context.strokeRect(one.x, one.y, other.x - one.x, other.y - one.y);
      }
      const plan = this.designer.plan.value;
      const seat = seatOfIds(plan, this.at.value);
      const place = seat === null ? null : this.placesIn(plan).placeOf(seat);
      if (place === null) return;
      const { x, y } = view.toScreen(place);
      context.beginPath();
      context.arc(x, y, Math.max(7, 0.4 * view.pixelsPerM), 0, 2 * Math.PI);
      context.stroke();
    },
  };

  private begin(pointer: CanvasPointer | null, isErasing: boolean): void {
    const plan = this.designer.plan.value;
    this.seats = new PaintedSeats(plan);
    this.start = pointer;
    this.last = pointer?.at ?? null;
    this.corner = null;
    this.isErasing = isErasing;
    this.level = pointer?.seat == null ? undefined : levelOf(plan, pointer.seat);
  }

  private end(): void {
    cancelAnimationFrame(this.frame);
    const wasRectangle = this.corner !== null;
    this.seats = null;
    this.start = null;
    this.corner = null;
    if (wasRectangle) this.redraw();
  }

  /** Only seats of the level on which the stroke began: others lie above or below. */
  private readonly isMeant = (section: PlanSection): boolean =>
    this.level === undefined || (section.level ?? null) === this.level;

  private brush(at: Ground, seat: SeatIds | null, radiusM: number): boolean {
    const hit = seatOfIds(this.seats!.plan, seat);
    if (hit !== null) this.seats!.takeSeat(hit);
    const isAround = radiusM > ONE_SEAT_M && this.seats!.takeAround(at, radiusM, this.isMeant);
    return hit !== null || isAround;
  }

  /** The brush from the last place to this one: a fast pointer leaves no seats out. */
  private sweep(to: Ground, seat: SeatIds | null, radiusM: number): void {
    const from = this.last ?? to;
    const steps = Math.min(60, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / Math.max(radiusM, 0.25)));
    for (let step = 1; step < steps; step += 1) {
      const part = step / steps;
      const at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
      this.seats!.takeAround(at, Math.max(radiusM, ONE_SEAT_M), this.isMeant);
    }
    this.brush(to, seat, radiusM);
    this.last = to;
  }

  private stretch(from: Ground, to: Ground): void {
    this.corner = to;
    this.seats!.clear();
    this.seats!.takeBetween(from, to, this.isMeant);
    this.redraw();
  }

  private takeUnder(ids: SeatIds | null): boolean {
    const seat = seatOfIds(this.seats!.plan, ids);
    if (seat === null) return false;
    if (this.settings().shape === "block") this.seats!.takeBlock(seat.sectionIndex);
    else this.seats!.takeRow(seat.sectionIndex, seat.rowIndex);
    return true;
  }

  private show(): void {
    cancelAnimationFrame(this.frame);
    if (this.seats === null) return;
    const { paint, inAllLike } = this.settings();
    const stroke: Stroke = { paint, inAllLike, isErasing: this.isErasing, seats: this.seats.chosen };
    this.designer.show(paintSeats(this.seats.plan, stroke));
  }

  private settle(): void {
    const count = this.seats?.count ?? 0;
    const { title } = this.settings();
    const what = `${count} ${count === 1 ? "seat" : "seats"}: ${title}`;
    const [done, step] = this.isErasing ? ["Erased", "Erase"] : ["Painted", "Paint"];
    this.said.set(this.designer.isChanging ? `${done} ${what}` : "Nothing changed.");
    this.designer.settle(`${step} ${what}`);
    this.end();
  }

  private step(direction: Ground): boolean {
    const plan = this.designer.plan.value;
    const seats = this.placesIn(plan);
    const { pinned, hovered } = this.designer;
    const known = seatOfIds(plan, this.at.value);
    const from = known ?? seatOfIds(plan, pinned.value) ?? seatOfIds(plan, hovered.value) ?? seats.first();
    if (from === null) return false;
    const next = known === null ? from : (seats.next(from, direction) ?? from);
    this.at.set(idsOf(plan, next));
    this.designer.pinned.set(this.at.value);
    this.said.set(inWords(plan, next));
    this.redraw();
    return true;
  }

  private paintAtKeys(isOpposite: boolean): boolean {
    const plan = this.designer.plan.value;
    const seat = seatOfIds(plan, this.at.value ?? this.designer.pinned.value);
    if (seat === null) return this.step({ x: 1, y: 0 });
    const { shape, radiusM, isErasing } = this.settings();
    this.begin(null, isErasing !== isOpposite);
    this.level = plan.sections[seat.sectionIndex]?.level ?? null;
    const at = this.seats!.placeOf(seat);
    if (shape === "row" || shape === "block") this.takeUnder(idsOf(plan, seat));
    else if (at !== null) this.brush(at, idsOf(plan, seat), shape === "brush" ? radiusM : 0);
    this.show();
    this.settle();
    return true;
  }

  /** The places of a plan's seats, which are found once for each plan. */
  private placesIn(plan: Plan): PaintedSeats {
    if (this.places?.plan !== plan) this.places = new PaintedSeats(plan);
    return this.places;
  }

  /** Draws the layer anew: it is another object. */
  private redraw(): void {
    this.designer.addLayer({ ...this.layer });
  }
}

function levelOf(plan: Plan, { section }: SeatIds): string | null {
  return plan.sections.find(({ id }) => id === section)?.level ?? null;
}

function idsOf(plan: Plan, { sectionIndex, rowIndex, slot }: SeatAt): SeatIds {
  return idsOfSlot(plan, plan.sections[sectionIndex]!, rowIndex, slot);
}

function inWords(plan: Plan, at: SeatAt): string {
  const { row, seat } = idsOf(plan, at);
  const { name } = plan.sections[at.sectionIndex]!;
  return row === null ? `${name}, seat ${seat}` : `${name}, row ${row}, seat ${seat}`;
}
