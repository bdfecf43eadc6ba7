// What the canvas shows besides the designer's state: the view, the levels that are on, and marks of a gesture.
import { isSamePiece, type Piece } from "../../../layout-edits/pieces";
import type { Bounds } from "../../../plan/map-shapes";
import { Watched } from "../../shell/watched";
import type { Designer } from "../designer";
import { boundsOfPieces, boundsOfScene, type Scene, sceneOf } from "./canvas-scene";
import type { CanvasView, Ground, ShownPlace } from "./canvas-tool";
import { fitted, meets, resized, type ScreenPoint, viewAt, visibleBounds, zoomedAt } from "./canvas-view";
import { selectionInWords } from "./piece-words";

/** A line that something is aligned to. */
export type Guide = { from: Ground; to: Ground };

/** The handle that turns what is selected, while it is dragged: it stays under the pointer. */
export type TurningHandle = { about: ScreenPoint; at: ScreenPoint };

/** What a gesture draws while it is under way. */
export type GestureMarks = {
  /** On the map, y down. */
  marquee: Bounds | null;
  guides: readonly Guide[];
  /** What happens, written beside the pointer. */
  readout: { at: ScreenPoint; lines: readonly string[] } | null;
  turning: TurningHandle | null;
};

export const NO_MARKS: GestureMarks = { marquee: null, guides: [], readout: null, turning: null };

const ZOOM_STEP = 1.4;

export class CanvasState {
  readonly view = new Watched<CanvasView>(viewAt({ x: 0, y: 0 }, 8, 0, 0));
  /** The levels that are switched off. They are drawn faintly, and nothing on them can be picked. */
  readonly hidden = new Watched<ReadonlySet<string>>(new Set());
  readonly isSnapping = new Watched(true);
  /** Whether clicks and taps add to what is selected, as they do with Shift. */
  readonly isSelectingSeveral = new Watched(false);
  readonly marks = new Watched<GestureMarks>(NO_MARKS);
  /** What is said to people who do not see the canvas. */
  readonly said = new Watched("");
  readonly scene: Watched<Scene>;
  /** Changes when the levels of the plan are others. */
  readonly levelsKey = new Watched("");

  constructor(readonly designer: Designer) {
    this.scene = new Watched(this.currentScene());
  }

  /** Follows the designer's plan. Returns the function that ends it. */
  follow(): () => void {
    this.readScene();
    const ends = [
      this.designer.plan.watch(() => this.readScene()),
      this.designer.shown.watch((place) => place !== null && this.showPlace(place)),
      this.view.watch((view) => this.designer.view.set(view)),
    ];
    return () => {
      for (const end of ends) end();
    };
  }

  resize(width: number, height: number): void {
    const isFirst = this.view.value.width === 0;
    this.view.set(resized(this.view.value, width, height));
    if (isFirst) this.fitAll();
  }

  fitAll(): void {
    this.fit(boundsOfScene(this.scene.value, this.designer.layers.value));
  }

  fitSelection(): void {
    const bounds = boundsOfPieces(this.scene.value, this.designer.selection.value);
    if (bounds === null) this.fitAll();
    else this.fit(bounds);
  }

  /** Selects a piece alone, or adds it to what is selected; one that is selected already is taken away again. */
  pick(piece: Piece, isAdded: boolean): void {
    const selected = this.designer.selection.value;
    const others = selected.filter((each) => !isSamePiece(each, piece));
    if (!isAdded && !this.isSelectingSeveral.value) this.select([piece]);
    else this.select(others.length < selected.length ? others : [...others, piece]);
  }

  /** Selects pieces, and says which. */
  select(pieces: readonly Piece[]): void {
    this.designer.select(pieces);
    this.said.set(selectionInWords(this.scene.value, this.designer.selection.value));
  }

  /** Moves the view if what is selected is outside of it. */
  showSelection(): void {
    const bounds = boundsOfPieces(this.scene.value, this.designer.selection.value);
    if (bounds !== null && !meets(bounds, visibleBounds(this.view.value))) this.fit(bounds);
  }

  /** Zooms in by steps, or out by negative ones, at the middle of the canvas. */
  zoom(steps: number): void {
    const { width, height } = this.view.value;
    this.view.set(zoomedAt(this.view.value, { x: width / 2, y: height / 2 }, ZOOM_STEP ** steps));
  }

  /** Brings a place into the middle, with so much of the ground around it. */
  private showPlace({ at, radiusM }: ShownPlace): void {
    const { width, height } = this.view.value;
    if (width > 0) this.view.set(viewAt(at, Math.min(width, height) / (2 * radiusM), width, height));
  }

  private fit(bounds: Bounds): void {
    const { width, height } = this.view.value;
    if (width > 0) this.view.set(fitted(bounds, width, height));
  }

  private readScene(): void {
    this.scene.set(this.currentScene());
    this.levelsKey.set(JSON.stringify(this.scene.value.levels));
  }

  private currentScene(): Scene {
    const { plan, record, configuration } = this.designer;
    return sceneOf({
      plan: plan.value,
      record: record.value,
      configuration: configuration.value,
      ruleOf: (index) => this.designer.ruleOf(index),
    });
  }
}
