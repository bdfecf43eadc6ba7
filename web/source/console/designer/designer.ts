// The state of the designer: the record, the plan that is read from it, what is selected, and the steps back.
import { followedPiece, keyOfPiece, type Piece } from "../../layout-edits/pieces";
import type { RecordEdit } from "../../layout-edits/record-edit";
import { LayoutFault, LayoutReader } from "../../layouts/layout-reader";
import type { Json } from "../../layouts/written-json";
import type { Plan, SeatIds } from "../../plan/plan";
import { Watched } from "../shell/watched";
import type { CanvasLayer, CanvasTool, CanvasView, ShownPlace } from "./canvas/canvas-tool";
import { SeatColouring } from "./canvas/seat-colouring";
import type { Finding } from "./checks/check-finding";
import { History } from "./history";

export type Fault = { pointer: string; detail: string };

export class Designer {
  /** The record as it is shown, with a change that is still under way. */
  readonly record: Watched<Json>;
  /** The record without a change under way. This is what is saved. */
  readonly settled: Watched<Json>;
  /** The last plan that could be read. It follows `record`. */
  readonly plan: Watched<Plan>;
  /** Why the record cannot be drawn as it is; null if the plan is up to date. */
  readonly fault = new Watched<Fault | null>(null);
  readonly configuration: Watched<string | null>;
  readonly selection = new Watched<readonly Piece[]>([]);
  /** The seat under the pointer, and the one that the view stays at. */
  readonly hovered = new Watched<SeatIds | null>(null);
  readonly pinned = new Watched<SeatIds | null>(null);
  readonly tool: Watched<CanvasTool | null> = new Watched<CanvasTool | null>(null);
  readonly layers: Watched<readonly CanvasLayer[]> = new Watched<readonly CanvasLayer[]>([]);
  /** The place that the canvas was asked to show last. Each request is an object of its own. */
  readonly shown = new Watched<ShownPlace | null>(null);
  /** What the canvas shows now; null before it is drawn. */
  readonly view = new Watched<CanvasView | null>(null);
  /** What the checks found in the settled record. */
  readonly findings: Watched<readonly Finding[]> = new Watched<readonly Finding[]>([]);
  readonly colouring = new SeatColouring();
  readonly seatColour = this.colouring.shown;
  /** Counts the steps, so that buttons for undo and redo are drawn again. */
  readonly steps = new Watched(0);
  readonly history = new History();
  private readonly reader = new LayoutReader();

  constructor(record: Json, configuration: string | null = null) {
    this.record = new Watched(record);
    this.settled = new Watched(record);
    this.configuration = new Watched(configuration);
    this.plan = new Watched(EMPTY);
    this.readPlan();
    this.configuration.watch(() => this.readPlan());
  }

  /** Whether a change is under way: something is being dragged. */
  get isChanging(): boolean {
    return this.record.value !== this.settled.value;
  }

  /** The index of the rule that a section of the plan is from. */
  ruleOf(sectionIndex: number): number {
    return this.reader.ruleIndexes[sectionIndex] ?? -1;
  }

  /** Changes the record, as one step that can be undone. */
  edit(title: string, change: RecordEdit): void {
    this.show(change);
    this.settle(title);
  }

  /** Shows a change that is under way, made to the settled record: the next one replaces it. */
  show(change: RecordEdit): void {
    this.set(change(this.settled.value));
  }

  /** Makes the change that is under way a step. */
  settle(title: string): void {
    const [before, after] = [this.settled.value, this.record.value];
    if (before === after) return;
    this.history.add({ title, before, after });
    this.settled.set(after);
    this.steps.set(this.steps.value + 1);
  }

  /** Gives up the change that is under way. */
  cancel(): void {
    this.set(this.settled.value);
  }

  undo(): void {
    this.cancel();
    this.goTo(this.history.undo());
  }

  redo(): void {
    this.cancel();
    this.goTo(this.history.redo());
  }

  /** Takes over a record that the same person changed elsewhere: as text, or by discarding a draft. It is a step. */
  replace(record: Json, title: string): void {
    this.edit(title, () => record);
  }

  /** Takes over what another person changed. It ends the history: steps back would undo their changes, too. */
  takeOver(record: Json): void {
    if (record === this.settled.value) return;
    this.history.clear();
    this.set(record);
    this.settled.set(record);
    this.steps.set(this.steps.value + 1);
  }

  select(pieces: readonly Piece[]): void {
    const known = new Map(pieces.map((piece) => [keyOfPiece(piece), piece]));
    this.selection.set([...known.values()]);
  }

  addLayer(layer: CanvasLayer): () => void {
    this.layers.set([...this.layers.value.filter(({ id }) => id !== layer.id), layer]);
    return () => this.layers.set(this.layers.value.filter((each) => each !== layer));
  }

  private goTo(record: Json | null): void {
    if (record === null) return;
    this.set(record);
    this.settled.set(record);
    this.steps.set(this.steps.value + 1);
  }

  private set(record: Json): void {
    const before = this.record.value;
    if (record === before) return;
    this.record.set(record);
    this.followSelection(before, record);
    if (DRAWN_MEMBERS.some((name) => record[name] !== before[name])) this.readPlan();
  }

  /** Keeps the selected pieces selected. Those who watch the selection are told only of another one. */
  private followSelection(before: Json, after: Json): void {
    const { value } = this.selection;
    const followed = value.flatMap((piece) => followedPiece(before, after, piece) ?? []);
    const isSame = followed.length === value.length && followed.every((piece, index) => piece === value[index]);
    if (!isSame) this.selection.set(followed);
  }

  private readPlan(): void {
    try {
      this.plan.set(this.reader.read(this.record.value, this.configuration.value));
      this.fault.set(null);
    } catch (failure) {
      if (!(failure instanceof LayoutFault)) throw failure;
      this.fault.set({ pointer: failure.pointer, detail: failure.message });
    }
  }
}

/** The members of a record that a plan is read from. Others, such as images, change without the plan. */
const DRAWN_MEMBERS = ["name", "rules", "viewerDefaults"];

export const EMPTY: Plan = {
  venueId: "",
  version: 0,
  name: "",
  configuration: null,
  configurations: [],
  defaultConfiguration: null,
  mood: null,
  hall: null,
  roof: null,
  assumed: [],
  categories: [],
  seatKinds: [],
  origin: { x: 0, y: 0, z: 0 },
  focus: { name: null, x: 0, y: 0, z: 0, extent: null },
  sections: [],
  seatings: [],
  offsets: [],
  obstructions: [],
};
