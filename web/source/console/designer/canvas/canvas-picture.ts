// Draws the canvas: a picture of what stands still, and above it what moves, what is selected and what is pointed at.
import type { PlanSection } from "../../../plan/plan";
import type { Designer } from "../designer";
import { levelOf, type ScenePart } from "./canvas-scene";
import type { CanvasState } from "./canvas-state";
import { type CanvasTheme, readTheme, watchTheme } from "./canvas-theme";
import { meets, visibleBounds } from "./canvas-view";
import {
  drawBodies,
  drawFloor,
  drawFocus,
  drawGrid,
  drawScaleBar,
  drawSeats,
  inMetres,
  inPixels,
  type Painting,
} from "./draw-plan";
import { drawMarks, drawSeatMarks, drawSelection } from "./draw-selection";
import { drawNames, drawNamesOfBodies, drawSmallNames } from "./draw-texts";
import type { SeatColours } from "./seat-paths";

export class CanvasPicture {
  private theme: CanvasTheme;
  private colours: SeatColours | null = null;
  private coloursKey = "";
  /** The sections of the settled record: what differs from them is moving. */
  private settled: ReadonlySet<PlanSection> = new Set();
  /** The stage and the bodies of the settled record, as text. */
  private settledBodies = "";
  /** What the picture of what stands still was drawn from. */
  private drawnFrom: readonly unknown[] = [];
  private frame = 0;

  constructor(
    private readonly element: HTMLElement,
    private readonly still: HTMLCanvasElement,
    private readonly above: HTMLCanvasElement,
    private readonly designer: Designer,
    private readonly state: CanvasState,
  ) {
    this.theme = readTheme(element);
  }

  /** Draws now, and again whenever something changes. Returns the function that ends it. */
  start(): () => void {
    const { designer, state } = this;
    const request = () => this.request();
    const watched = [
      designer.selection,
      designer.hovered,
      designer.pinned,
      designer.layers,
      designer.tool,
      designer.seatColour,
      designer.settled,
      state.view,
      state.hidden,
      state.scene,
      state.marks,
    ];
    const ends = watched.map((each) => (each as { watch: (on: () => void) => () => void }).watch(request));
    ends.push(
      watchTheme(() => {
        this.theme = readTheme(this.element);
        this.request();
      }),
    );
    this.request();
    return () => {
      cancelAnimationFrame(this.frame);
      for (const end of ends) end();
    };
  }

  private request(): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    const { designer, state } = this;
    const [still, above] = [this.painting(this.still), this.painting(this.above)];
    if (still === null || above === null) return;
    const { parts, plan, bodies } = state.scene.value;
    const bodiesText = JSON.stringify([plan.focus, bodies.map(({ body }) => body)]);
    if (!designer.isChanging) {
      this.settled = new Set(parts.map(({ placed }) => placed.section));
      this.settledBodies = bodiesText;
    }
    const areBodiesMoving = bodiesText !== this.settledBodies;
    const resting = parts.filter(({ placed }) => this.settled.has(placed.section));
    const moving = parts.filter(({ placed }) => !this.settled.has(placed.section));
    this.drawStill(still, resting, areBodiesMoving ? "" : bodiesText);
    this.drawAbove(above, moving, areBodiesMoving);
  }

  /** Draws what stands still, unless the picture of it is up to date. Without a text of them, bodies are moving. */
  private drawStill(painting: Painting, parts: readonly ScenePart[], bodiesText: string): void {
    const { designer, state } = this;
    const below = designer.layers.value.filter(({ place }) => place === "below");
    const from = [
      painting.view,
      painting.density,
      this.theme,
      painting.colours,
      state.hidden.value,
      bodiesText,
      ...parts.map(({ placed }) => placed.section),
      ...below,
    ];
    if (from.length === this.drawnFrom.length && from.every((each, index) => each === this.drawnFrom[index])) return;
    this.drawnFrom = from;
    clear(painting);
    drawGrid(painting);
    for (const layer of below) {
      inPixels(painting);
      layer.draw(painting.context, painting.view);
    }
    if (bodiesText !== "") drawFocus(painting);
    drawParts(painting, parts);
    if (bodiesText !== "") {
      drawBodies(painting);
      drawNamesOfBodies(painting);
    }
    drawNames(painting, parts);
    drawScaleBar(painting);
  }

  private drawAbove(painting: Painting, moving: readonly ScenePart[], areBodiesMoving: boolean): void {
    const { designer } = this;
    const marks = this.state.marks.value;
    clear(painting);
    if (areBodiesMoving) drawFocus(painting);
    drawParts(painting, moving);
    if (areBodiesMoving) {
      drawBodies(painting);
      drawNamesOfBodies(painting);
    }
    if (moving.length > 0) drawNames(painting, moving);
    for (const layer of designer.layers.value.filter(({ place }) => place === "above")) {
      inPixels(painting);
      layer.draw(painting.context, painting.view);
    }
    drawSeatMarks(painting, designer.hovered.value, designer.pinned.value);
    if (designer.tool.value === null) drawSelection(painting, designer.selection.value, marks.turning);
    drawMarks(painting, marks);
  }

  private painting(canvas: HTMLCanvasElement): Painting | null {
    const context = canvas.getContext("2d");
    const view = this.state.view.value;
    if (context === null || view.width === 0) return null;
    const density = Math.max(1, window.devicePixelRatio);
    const [width, height] = [Math.round(view.width * density), Math.round(view.height * density)];
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const scene = this.state.scene.value;
    return {
      context,
      view,
      density,
      theme: this.theme,
      scene,
      colours: this.colouring(),
      hidden: this.state.hidden.value,
      isAbovePicture: this.designer.layers.value.some(({ place }) => place === "below"),
    };
  }

  /** The same object as long as the colours of seats are the same, so that their paths are kept. */
  private colouring(): SeatColours {
    const { plan, levels } = this.state.scene.value;
    const seatColour = this.designer.seatColour.value;
    const key = JSON.stringify([levels, plan.categories, plan.seatKinds]);
    const { colours, theme } = this;
    if (colours?.theme === theme && colours.seatColour === seatColour && this.coloursKey === key) return colours;
    this.coloursKey = key;
    this.colours = { plan, levels, theme, seatColour };
    return this.colours;
  }
}

function clear(painting: Painting): void {
  inPixels(painting);
  painting.context.clearRect(0, 0, painting.view.width, painting.view.height);
}

const FAINT = 0.12;

/** Draws the sections that are in view: floors, tables, seats, and the names of rows and seats. */
function drawParts(painting: Painting, parts: readonly ScenePart[]): void {
  const { context, view, hidden } = painting;
  const visible = visibleBounds(view);
  for (const part of parts) {
    if (!meets(visible, part.placed.bounds)) continue;
    const isHidden = hidden.has(levelOf(part.placed.section));
    inMetres(painting);
    context.globalAlpha = isHidden ? FAINT : 1;
    drawFloor(painting, part.placed);
    drawSeats(painting, part);
    if (!isHidden) drawSmallNames(painting, part);
  }
  context.globalAlpha = 1;
}
