// What the panel for images adds to the canvas: cameras, colours of seats, and the tool for what is being done.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Covered } from "../../../layout-edits/image-covers";
import { type ImageRef, moveImage, type PlacedImage, turnImage } from "../../../layout-edits/image-edits";
import { inTurn } from "../../../layout-edits/record-edit";
import { idsOfSlot, keyOfIds, type Plan, type SeatIds } from "../../../plan/plan";
import { useWatched } from "../../shell/watched";
import type { CanvasView, Ground, SeatColour } from "../canvas/canvas-tool";
import { useColouring } from "../canvas/use-colouring";
import type { Designer } from "../designer";
import type { SeatCoverage } from "./image-coverage";
import { BORROWED_COLOUR, COVERAGE_COLOURS, COVERED_COLOUR, cameraLayer, SHOWN_COLOUR } from "./image-layers";
import { DRAGGED_IMAGE } from "./image-list";
import { nearestSeats } from "./image-places";
import { type Brush, brushTool, cameraTool, movedYawDeg, placeTool } from "./image-tools";

type ImageCanvas = {
  designer: Designer;
  cameras: readonly PlacedImage[];
  /** The chosen image, and the seats that it is for. */
  image: PlacedImage | null;
  covered: Covered;
  /** Shown while no image is chosen; null: not shown. */
  coverage: SeatCoverage | null;
  brush: Brush;
  activity: "place" | "paint" | null;
  onPlace: (at: Ground, seat: SeatIds | null) => void;
  onDrop: (name: string, at: Ground, seat: SeatIds | null) => void;
  onSelect: (ref: ImageRef) => void;
  onPainted: (covered: Covered) => void;
  onEnd: () => void;
};

/** A file that is dropped this near to a seat was taken at it. */
const DROP_REACH_M = 0.7;

export function useImageCanvas(given: ImageCanvas): void {
  const { designer, cameras, image, covered, coverage, activity } = given;
  const plan = useWatched(designer.plan);
  const [stroke, setStroke] = useState<Covered | null>(null);
  const view = useRef<CanvasView | null>(null);
  // Tools live as long as what is being done, and read what is current when they are used.
  const current = useRef({ ...given, plan });
  current.current = { ...given, plan };

  useEffect(() => {
    const set = (next: CanvasView) => {
      view.current = next;
    };
    return designer.addLayer(cameraLayer(cameras, image, set));
  }, [designer, ...cameras, image]);

  // Before the button that chose it is shown as pressed: the next click is the tool's.
  useLayoutEffect(() => {
    const tool = toolFor(activity, () => current.current, setStroke);
    designer.tool.set(tool);
    // On a tablet the panel is below the canvas, which is needed now.
    if (activity !== null) document.querySelector(".designer-canvas")?.scrollIntoView({ block: "nearest" });
    return () => {
      if (designer.tool.value === tool) designer.tool.set(null);
    };
  }, [designer, activity]);

  useColouring(
    designer,
    () => (image === null ? byCoverage(coverage) : byImage(plan, image, stroke ?? covered, coverage)),
    [plan, image, covered, stroke, coverage],
  );

  useEffect(() => listenToDrops(() => ({ ...current.current, view: view.current })), []);
}

type Current = ImageCanvas & { plan: Plan };

function toolFor(
  activity: ImageCanvas["activity"],
  current: () => Current,
  onStroke: (stroke: Covered | null) => void,
) {
  const onEnd = () => current().onEnd();
  if (activity === "place") return placeTool((at, seat) => current().onPlace(at, seat), onEnd);
  if (activity === "paint") {
    return brushTool({
      plan: () => current().plan,
      brush: () => current().brush,
      covered: () => current().covered,
      pinned: () => current().designer.pinned.value,
      onStroke,
      onDone: (covered) => current().onPainted(covered),
      onEnd,
    });
  }
  return cameraTool({
    plan: () => current().plan,
    cameras: () => current().cameras,
    selected: () => current().image,
    onSelect: (ref) => current().onSelect(ref),
    onMove: (image, to) => {
      const turned = { yawDeg: movedYawDeg(current().plan, image, to) };
      current().designer.show(inTurn(moveImage(image, to), turnImage(image, turned)));
    },
    onTurn: (image, yawDeg) => current().designer.show(turnImage(image, { yawDeg })),
    onSettle: (title) => current().designer.settle(title),
    onCancel: () => current().designer.cancel(),
  });
}

function byCoverage(coverage: SeatCoverage | null): SeatColour | null {
  if (coverage === null) return null;
  return (sectionIndex, rowIndex, slot) => {
    const kind = coverage.kindOf(sectionIndex, rowIndex, slot);
    return kind === null ? null : COVERAGE_COLOURS[kind];
  };
}

/** Seats that are shown the image, seats that it is for but that have a better one, and the others. */
function byImage(plan: Plan, image: PlacedImage, covered: Covered, coverage: SeatCoverage | null): SeatColour {
  return (sectionIndex, rowIndex, slot) => {
    const section = plan.sections[sectionIndex];
    if (section === undefined) return null;
    const isShown = coverage?.objectOf(sectionIndex, rowIndex, slot) === image.object;
    if (!covered.has(keyOfIds(idsOfSlot(plan, section, rowIndex, slot)))) return isShown ? BORROWED_COLOUR : null;
    return isShown || coverage === null ? SHOWN_COLOUR : COVERED_COLOUR;
  };
}

/** Images of the list can be dropped on the canvas. */
function listenToDrops(current: () => Current & { view: CanvasView | null }): () => void {
  const canvas = document.querySelector<HTMLElement>(".designer-canvas");
  if (canvas === null) return () => undefined;
  const over = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes(DRAGGED_IMAGE)) event.preventDefault();
  };
  const drop = (event: DragEvent) => {
    const name = event.dataTransfer?.getData(DRAGGED_IMAGE) ?? "";
    const { view, plan, onDrop } = current();
    if (name === "" || view === null) return;
    event.preventDefault();
    const box = (canvas.querySelector("canvas") ?? canvas).getBoundingClientRect();
    const at = view.toGround(event.clientX - box.left, event.clientY - box.top);
    const [seat] = nearestSeats(plan, at, 1);
    onDrop(name, at, seat !== undefined && seat.distanceM <= DROP_REACH_M ? idsOf(seat) : null);
  };
  canvas.addEventListener("dragover", over);
  canvas.addEventListener("drop", drop);
  return () => {
    canvas.removeEventListener("dragover", over);
    canvas.removeEventListener("drop", drop);
  };
}

function idsOf({ section, row, seat }: SeatIds): SeatIds {
  return { section, row, seat };
}
