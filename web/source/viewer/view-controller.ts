// The stage of one view: which painter shows a subject, and what hands, keys and the phone's movement do to it.
import { Gyroscope } from "./gyroscope";
import type { Painter, PainterKind, PainterOptions, Subject } from "./renderer";
import type { Theme } from "./types";

const DEGREES_OF_A_KEY = 6;
const ZOOM_OF_A_KEY = 0.85;
const ROTATION_DEG_PER_SECOND = 4;
/** A shaking finger is not a turn. */
const TURN_PIXELS_MIN = 8;

export type StageOptions = {
  theme: Theme;
  reducedMotion: boolean;
  autoRotate: boolean;
  /** The buyer turned the view. */
  onTurned: () => void;
  onFailed: (failure: unknown) => void;
};

type Made = { kind: PainterKind; plan: Subject["plan"]; painter: Painter; layer: HTMLElement };

export class Stage {
  private made: Made | null = null;
  private asked = 0;
  private theme: Theme;
  private rotation = 0;
  private gyroscope: Gyroscope | null = null;
  private readonly listening = new AbortController();

  constructor(
    private readonly element: HTMLElement,
    private readonly options: StageOptions,
  ) {
    this.theme = options.theme;
    this.watchHands();
  }

  /** The last one asked for wins, whichever is ready first. Resolves to whether it is this one that is seen. */
  async show(subject: Subject, kind: PainterKind): Promise<boolean> {
    const asked = ++this.asked;
    this.stopRotation();
    const made = await this.painterFor(kind, subject, asked);
    if (made === null) return false;
    try {
      await made.painter.show(subject);
    } catch (failure) {
      if (made !== this.made) this.drop(made);
      throw failure;
    }
    if (asked !== this.asked) {
      if (made !== this.made) this.drop(made);
      return false;
    }
    this.replace(made);
    if (this.options.autoRotate && !this.options.reducedMotion) this.rotate();
    return true;
  }

  /** What a key does to the view; false where it does nothing. */
  press(key: string): boolean {
    const painter = this.made?.painter;
    if (painter === undefined) return false;
    const turn = TURNS[key];
    if (turn !== undefined) {
      painter.turn(turn[0] * DEGREES_OF_A_KEY, turn[1] * DEGREES_OF_A_KEY);
      this.turnedByHand();
      return true;
    }
    if (key === "+" || key === "=") painter.zoom(ZOOM_OF_A_KEY);
    else if (key === "-" || key === "_") painter.zoom(1 / ZOOM_OF_A_KEY);
    else return false;
    return true;
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.made?.painter.setTheme(theme);
  }

  /** Resolves to false where the device refuses. */
  async follow(): Promise<boolean> {
    this.stopRotation();
    const gyroscope = new Gyroscope((yaw, pitch) => this.made?.painter.aim(yaw, pitch));
    const { yaw, pitch } = this.made?.painter.direction() ?? { yaw: 0, pitch: 0 };
    if (!(await gyroscope.start(yaw, pitch))) return false;
    this.gyroscope?.stop();
    this.gyroscope = gyroscope;
    this.options.onTurned();
    return true;
  }

  unfollow(): void {
    this.gyroscope?.stop();
    this.gyroscope = null;
  }

  dispose(): void {
    this.asked++;
    this.stopRotation();
    this.unfollow();
    this.listening.abort();
    if (this.made !== null) this.drop(this.made);
    this.made = null;
  }

  private async painterFor(kind: PainterKind, subject: Subject, asked: number): Promise<Made | null> {
    const { plan } = subject;
    if (this.made?.kind === kind && (kind !== "drawing" || this.made.plan === plan)) return this.made;
    const layer = document.createElement("div");
    layer.className = "layer";
    this.element.append(layer);
    try {
      const painter = await paint(kind, layer, plan, this.painterOptions());
      const made = { kind, plan, painter, layer };
      if (asked === this.asked) return made;
      this.drop(made);
      return null;
    } catch (failure) {
      layer.remove();
      throw failure;
    }
  }

  private painterOptions(): PainterOptions {
    return { theme: this.theme, reducedMotion: this.options.reducedMotion, onLost: this.options.onFailed };
  }

  /** The old picture stays until the new one can be seen. */
  private replace(made: Made): void {
    const before = this.made;
    this.made = made;
    made.layer.dataset.shown = "";
    if (before !== null && before !== made) this.drop(before);
    if (this.gyroscope !== null && before !== made) void this.follow();
  }

  private drop({ painter, layer }: Made): void {
    painter.dispose();
    layer.remove();
  }

  private rotate(): void {
    let before = performance.now();
    const step = (now: number) => {
      this.made?.painter.turn(((now - before) / 1000) * ROTATION_DEG_PER_SECOND, 0);
      before = now;
      this.rotation = requestAnimationFrame(step);
    };
    this.rotation = requestAnimationFrame(step);
  }

  private stopRotation(): void {
    cancelAnimationFrame(this.rotation);
  }

  private turnedByHand(): void {
    this.stopRotation();
    this.options.onTurned();
  }

  private watchHands(): void {
    const { signal } = this.listening;
    let start: { x: number; y: number } | null = null;
    const listen = <K extends keyof HTMLElementEventMap>(name: K, hear: (event: HTMLElementEventMap[K]) => void) =>
      this.element.addEventListener(name, hear, { signal, capture: true, passive: true });
    listen("pointerdown", (event) => {
      start = { x: event.clientX, y: event.clientY };
      this.stopRotation();
    });
    listen("pointermove", (event) => {
      if (start === null || event.buttons === 0) return;
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < TURN_PIXELS_MIN) return;
      start = null;
      this.turnedByHand();
    });
    listen("wheel", () => this.stopRotation());
  }
}

const TURNS: Record<string, readonly [right: number, up: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Each painter is a script of its own, loaded when it is first needed. */
async function paint(
  kind: PainterKind,
  layer: HTMLElement,
  plan: Subject["plan"],
  options: PainterOptions,
): Promise<Painter> {
  if (kind === "panorama") return (await import("./panorama-renderer")).createPanorama(layer, options);
  if (kind === "flat") return (await import("./flat-renderer")).createFlat(layer, options);
  if (plan === null) throw new Error("There is no plan to draw from.");
  return (await import("./drawing-renderer")).createDrawing(layer, plan, options);
}
