// The floor plan of a venue in the designer: the picture, where it lies, steps back, and saving after a pause.
import type { Client, components, Problem } from "@seatpreview/client";
import { toApiProblem } from "../../shell/use-request";
import { Watched } from "../../shell/watched";
import type { Designer } from "../designer";
import type { Pixel, Placement, Size } from "./floor-plan-placement";

export type StoredFloorPlan = components["schemas"]["FloorPlan"] & { readonly etag?: string | undefined };
export type SaveState = { kind: "saved" | "waiting" | "saving" } | { kind: "failed"; problem: Problem };
type Step = { title: string; before: Placement };

const PAUSE_MS = 800;
const STEPS_MAX = 50;
/** A larger picture is shown with fewer pixels, so that the canvas stays fluent. */
const SHOWN_PIXELS_MAX = 24_000_000;

export class FloorPlan {
  /** What the service has; null: there is no floor plan. Undefined: it is not known yet. */
  readonly stored = new Watched<StoredFloorPlan | null | undefined>(undefined);
  readonly placement = new Watched<Placement | null>(null);
  readonly picture = new Watched<CanvasImageSource | null>(null);
  /** Why it could not be read. */
  readonly problem = new Watched<Problem | undefined>(undefined);
  readonly isShown = new Watched(true);
  /** Whether dragging leaves it where it is. */
  readonly isLocked = new Watched(true);
  /** The points that set the scale: null while nobody sets it, at most two. */
  readonly points = new Watched<readonly Pixel[] | null>(null);
  /** Where the next point would be, for those who set it by keys. */
  readonly cursor = new Watched<Pixel | null>(null);
  readonly save = new Watched<SaveState>({ kind: "saved" });
  readonly steps = new Watched<readonly Step[]>([]);
  private settled: Placement | null = null;
  private timer = 0;

  constructor(
    private readonly api: Client["venues"],
    private readonly venueId: string,
    private readonly loadPicture = loadedPicture,
  ) {}

  get size(): Size | null {
    return this.stored.value ?? null;
  }

  /** Reads the floor plan, or finds that there is none. What goes wrong is kept in `problem`. */
  async load(signal?: AbortSignal): Promise<void> {
    this.problem.set(undefined);
    try {
      const stored = await this.api.getFloorPlan(this.venueId, signal === undefined ? {} : { signal });
      // What waits to be saved is newer than what the service has.
      if (this.save.value.kind !== "waiting" && this.save.value.kind !== "saving") await this.take(stored);
    } catch (failure) {
      if (signal?.aborted) return;
      const problem = toApiProblem(failure);
      if (problem.status === 404) this.forget();
      else this.problem.set(problem);
    }
  }

  /** Stores a picture, and lays it where `first` says if it has no place yet. */
  async upload(file: Blob, first: (size: Size) => Placement, onProgress: (sentBytes: number) => void): Promise<void> {
    await this.flush();
    const stored = await this.api.putFloorPlan(this.venueId, file, {
      contentType: file.type || "application/octet-stream",
      onProgress: ({ sentBytes }) => onProgress(sentBytes),
    });
    this.steps.set([]);
    this.points.set(null);
    await this.take(stored);
    if (stored.placement !== null) return;
    this.isLocked.set(false);
    this.show(first(stored));
    this.settle("");
  }

  async remove(): Promise<void> {
    window.clearTimeout(this.timer);
    await this.api.deleteFloorPlan(this.venueId);
    this.forget();
  }

  /** Shows a placement that is not settled yet: while the picture is dragged, or a slider is. */
  show(placement: Placement): void {
    this.placement.set(placement);
  }

  /** Keeps what is shown as a step that can be undone, and saves it after a pause. Steps with the same title that
   * follow each other are one, if they are so small that nobody wants to undo each. */
  settle(title: string, isSmall = false): void {
    const [before, after] = [this.settled, this.placement.value];
    if (after === null || before === after) return;
    const last = this.steps.value.at(-1);
    if (before !== null && !(isSmall && last?.title === title)) {
      this.steps.set([...this.steps.value, { title, before }].slice(-STEPS_MAX));
    }
    this.settled = after;
    this.saveSoon();
  }

  change(title: string, placement: Placement, isSmall = false): void {
    this.show(placement);
    this.settle(title, isSmall);
  }

  /** Gives up what is shown and not settled. */
  cancel(): void {
    this.placement.set(this.settled);
  }

  undo(): void {
    const step = this.steps.value.at(-1);
    if (step === undefined) return;
    this.steps.set(this.steps.value.slice(0, -1));
    this.settled = step.before;
    this.placement.set(step.before);
    this.saveSoon();
  }

  /** Saves at once what waits for the pause to end. */
  async flush(): Promise<void> {
    if (this.save.value.kind !== "waiting") return;
    window.clearTimeout(this.timer);
    await this.saveNow();
  }

  private saveSoon(): void {
    window.clearTimeout(this.timer);
    this.save.set({ kind: "waiting" });
    this.timer = window.setTimeout(() => void this.saveNow(), PAUSE_MS);
  }

  private async saveNow(): Promise<void> {
    const [stored, placement] = [this.stored.value, this.settled];
    if (!stored || placement === null) return;
    this.save.set({ kind: "saving" });
    try {
      const saved = await this.api.placeFloorPlan(this.venueId, placement, { ifMatch: stored.etag ?? "*" });
      this.stored.set(saved);
      // A change that was made meanwhile has a pause of its own.
      if (this.save.value.kind === "saving") this.save.set({ kind: "saved" });
    } catch (failure) {
      const problem = toApiProblem(failure);
      this.save.set({ kind: "failed", problem });
      // Somebody else has moved, replaced or removed it: it is shown as they left it.
      if (problem.status === 412 || problem.status === 404) await this.load();
      this.save.set({ kind: "failed", problem });
    }
  }

  private async take(stored: StoredFloorPlan): Promise<void> {
    const isSame = stored.imageId === this.stored.value?.imageId;
    this.stored.set(stored);
    this.settled = stored.placement;
    this.placement.set(stored.placement);
    this.save.set({ kind: "saved" });
    if (!isSame) this.picture.set(await this.loadPicture(stored));
  }

  private forget(): void {
    this.stored.set(null);
    this.settled = null;
    this.placement.set(null);
    this.picture.set(null);
    this.points.set(null);
    this.steps.set([]);
    this.save.set({ kind: "saved" });
  }
}

const floorPlans = new WeakMap<Designer, FloorPlan>();

/** The floor plan of a designer: the same one for the canvas and for the panel. */
export function floorPlanOf(designer: Designer, api: Client, venueId: string): FloorPlan {
  const known = floorPlans.get(designer);
  if (known !== undefined) return known;
  const made = new FloorPlan(api.venues, venueId);
  floorPlans.set(designer, made);
  return made;
}

async function loadedPicture({ url, width, height }: StoredFloorPlan): Promise<CanvasImageSource> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const factor = Math.min(1, Math.sqrt(SHOWN_PIXELS_MAX / (width * height)));
  return createImageBitmap(image, {
    resizeWidth: Math.max(1, Math.round(width * factor)),
    resizeHeight: Math.max(1, Math.round(height * factor)),
    resizeQuality: "high",
  });
}
