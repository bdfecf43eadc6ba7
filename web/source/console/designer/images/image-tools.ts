// What the pointer does on the canvas while images are worked on: it puts an image somewhere, moves and turns cameras,
// and paints the seats that an image is for.
import { apartM, bearingTo } from "../../../layout-edits/ground";
import { type Covered, keysOfRow, keysOfSection } from "../../../layout-edits/image-covers";
import {
  type CameraPlace,
  cameraOf,
  type ImageRef,
  isSameImage,
  normalizedDeg,
  type PlacedImage,
} from "../../../layout-edits/image-edits";
import { keyOfIds, type Plan, type SeatIds } from "../../../plan/plan";
import type { CanvasPointer, CanvasTool, Ground } from "../canvas/canvas-tool";
import { cameraAt, directionToFocus, type FoundSeat, seatsWithin } from "./image-places";

/** How long the arrow of the chosen camera is, and how near the pointer must be to it, in pixels. */
export const ARROW_PIXELS = 46;
const REACH_PIXELS = 16;
/** A camera that moved less than this was only clicked on. */
const DRAG_PIXELS = 4;

export type Brush = { unit: "seats" | "rows" | "sections"; radiusM: number; isAdding: boolean };

/** The next click puts an image there. */
export function placeTool(onPlace: (at: Ground, seat: SeatIds | null) => void, onEnd: () => void): CanvasTool {
  return {
    id: "place-image",
    cursor: "crosshair",
    down: () => true,
    up: ({ at, seat }) => onPlace(at, seat),
    key: (event) => endedBy(event, onEnd),
  };
}

export type CameraActions = {
  plan: () => Plan;
  cameras: () => readonly PlacedImage[];
  selected: () => ImageRef | null;
  onSelect: (ref: ImageRef) => void;
  onMove: (image: PlacedImage, to: CameraPlace) => void;
  onTurn: (image: PlacedImage, yawDeg: number) => void;
  onSettle: (title: string) => void;
  onCancel: () => void;
};

/** Chooses, moves and turns cameras. Everything else is left to the canvas. */
export function cameraTool(actions: CameraActions): CanvasTool {
  let held: { image: PlacedImage; part: "camera" | "arrow"; from: Ground; hasMoved: boolean } | null = null;
  return {
    id: "cameras",
    isOnlyPanning: true,
    down: (pointer) => {
      const found = cameraUnder(actions.cameras(), actions.selected(), pointer);
      held = found === null ? null : { ...found, from: pointer.at, hasMoved: false };
      if (held !== null) actions.onSelect(held.image);
      return held !== null;
    },
    move: (pointer, isDown) => {
      if (held === null || !isDown) return;
      const { image, part, from } = held;
      if (!held.hasMoved && apartM(from, pointer.at) * pointer.pixelsPerM < DRAG_PIXELS) return;
      held.hasMoved = true;
      if (part === "camera") actions.onMove(image, cameraAt(actions.plan(), pointer.at, pointer.seat));
      else actions.onTurn(image, bearingTo(image.pose as Ground, pointer.at));
    },
    up: () => {
      if (held?.hasMoved) actions.onSettle(held.part === "camera" ? "Move a camera" : "Turn an image");
      held = null;
    },
    cancel: () => {
      held = null;
      actions.onCancel();
    },
  };
}

/** The direction of an image whose camera is elsewhere now: the focus stays at the same column of the picture. */
export function movedYawDeg(plan: Plan, image: PlacedImage, to: CameraPlace): number {
  const before = cameraOf(image.pose);
  const turned = before === null ? 0 : directionToFocus(plan, before).yawDeg - (image.pose?.yawDeg ?? 0);
  // Directions are written in tenths of a degree: a difference that small is none.
  return normalizedDeg(directionToFocus(plan, to).yawDeg - (Math.abs(normalizedDeg(turned)) <= 0.1 ? 0 : turned));
}

export type BrushActions = {
  plan: () => Plan;
  brush: () => Brush;
  covered: () => Covered;
  /** The seat that keys paint at. */
  pinned: () => SeatIds | null;
  /** Called while seats are painted. */
  onStroke: (covered: Covered | null) => void;
  onDone: (covered: Covered) => void;
  onEnd: () => void;
};

/** Paints seats in and out. With Alt it does the opposite; Enter paints at the pinned seat. */
export function brushTool(actions: BrushActions): CanvasTool {
  let stroke: Set<string> | null = null;
  let isAdding = true;
  const paint = ({ at, seat, piece }: Pick<CanvasPointer, "at" | "seat" | "piece">) => {
    if (stroke === null) return;
    const section = piece?.kind === "section" ? piece.id : null;
    for (const key of keysUnder(actions.plan(), at, seat, section, actions.brush())) {
      if (isAdding) stroke.add(key);
      else stroke.delete(key);
    }
    actions.onStroke(new Set(stroke));
  };
  const finish = () => {
    if (stroke !== null) actions.onDone(stroke);
    stroke = null;
    actions.onStroke(null);
  };
  return {
    id: "cover-seats",
    cursor: "crosshair",
    down: (pointer) => {
      stroke = new Set(actions.covered());
      isAdding = actions.brush().isAdding !== pointer.altKey;
      paint(pointer);
      return true;
    },
    move: (pointer, isDown) => isDown && paint(pointer),
    up: finish,
    cancel: () => {
      stroke = null;
      actions.onStroke(null);
    },
    key: (event) => {
      if (event.key !== "Enter") return endedBy(event, actions.onEnd);
      const seat = actions.pinned();
      if (seat === null) return false;
      stroke = new Set(actions.covered());
      isAdding = actions.brush().isAdding !== event.altKey;
      const { x, y } = cameraAt(actions.plan(), { x: 0, y: 0 }, seat);
      paint({ at: { x, y }, seat, piece: null });
      finish();
      return true;
    },
  };
}

/** The keys of what a brush touches: seats within its circle, their rows, or their sections. Seats of other levels, which
 * lie below or above the one under the pointer, are left alone. */
export function keysUnder(
  plan: Plan,
  at: Ground,
  seat: SeatIds | null,
  section: string | null,
  { unit, radiusM }: Brush,
): string[] {
  const level = levelOf(plan, seat?.section ?? section);
  const isOnLevel = ({ sectionIndex }: FoundSeat) =>
    level === undefined || plan.sections[sectionIndex]?.level === level;
  const seats = seatsWithin(plan, at, radiusM).filter(isOnLevel);
  if (seat !== null && unit === "seats") return [...new Set([keyOfIds(seat), ...seats.map(keyOfIds)])];
  if (unit === "seats") return seats.map(keyOfIds);
  const touched = [...seats.map((each) => each.section), ...(section === null ? [] : [section])];
  const sections = plan.sections.filter(({ id }) => touched.includes(id));
  if (unit === "sections") return sections.flatMap((each) => keysOfSection(plan, each));
  const rows = new Set(seats.map(({ sectionIndex, rowIndex }) => `${sectionIndex}/${rowIndex}`));
  return [...rows].flatMap((row) => {
    const [sectionIndex = 0, rowIndex = 0] = row.split("/").map(Number);
    return keysOfRow(plan, plan.sections[sectionIndex]!, rowIndex);
  });
}

function levelOf(plan: Plan, section: string | null): string | null | undefined {
  return plan.sections.find(({ id }) => id === section)?.level;
}

function cameraUnder(
  cameras: readonly PlacedImage[],
  selected: ImageRef | null,
  { at, pixelsPerM }: CanvasPointer,
): { image: PlacedImage; part: "camera" | "arrow" } | null {
  const reachM = REACH_PIXELS / pixelsPerM;
  const chosen = cameras.find((image) => selected !== null && isSameImage(image, selected));
  const tip = chosen === undefined ? null : arrowTip(chosen, ARROW_PIXELS / pixelsPerM);
  if (chosen !== undefined && tip !== null && apartM(tip, at) <= reachM) return { image: chosen, part: "arrow" };
  const near = cameras
    .map((image) => ({ image, awayM: apartM(cameraOf(image.pose) ?? FAR, at) }))
    .filter(({ awayM }) => awayM <= reachM)
    .sort((one, other) => one.awayM - other.awayM)[0];
  return near === undefined ? null : { image: near.image, part: "camera" };
}

/** The end of a camera's arrow on the ground plan. */
function arrowTip(image: PlacedImage, lengthM: number): Ground | null {
  const camera = cameraOf(image.pose);
  if (camera === null) return null;
  const yaw = ((image.pose?.yawDeg ?? 0) * Math.PI) / 180;
  return { x: camera.x + lengthM * Math.sin(yaw), y: camera.y + lengthM * Math.cos(yaw) };
}

const FAR: Ground = { x: Number.POSITIVE_INFINITY, y: 0 };

function endedBy(event: KeyboardEvent, onEnd: () => void): boolean {
  if (event.key !== "Escape") return false;
  onEnd();
  return true;
}
