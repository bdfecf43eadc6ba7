// The colours of the canvas, read from the page's style once for each theme.

export type CanvasTheme = {
  paper: string;
  grid: string;
  gridStrong: string;
  ink: string;
  soft: string;
  halo: string;
  floorOfClosed: string;
  seatOfClosed: string;
  stage: string;
  stageInk: string;
  field: string;
  fieldLine: string;
  body: string;
  table: string;
  pick: string;
  pinned: string;
  guide: string;
  font: string;
  /** The colours of a level, counted from the lowest. */
  floor: (level: number, levels: number) => string;
  seat: (level: number, levels: number) => string;
  /** The colour of a text on a colour: dark on light ones, light on dark ones. */
  inkOn: (colour: string) => string;
  /** Any CSS colour, without variables and functions that a canvas does not know. */
  resolved: (colour: string) => string;
};

/** From 0 to 255. Large figures in white can be read on colours that are darker. */
const LIGHT = 150;

/** Reads the colours by an element that has the variables of the canvas. */
export function readTheme(element: HTMLElement): CanvasTheme {
  const style = getComputedStyle(element);
  const probe = document.createElement("span");
  probe.hidden = true;
  const resolved = remembered((colour) => {
    element.append(probe);
    probe.style.color = "";
    probe.style.color = colour;
    const found = getComputedStyle(probe).color;
    probe.remove();
    return found === "" ? "#808080" : found;
  });
  return {
    paper: resolved("var(--surface)"),
    grid: resolved("var(--canvas-grid)"),
    gridStrong: resolved("var(--canvas-grid-strong)"),
    ink: resolved("var(--ink)"),
    soft: resolved("var(--ink-soft)"),
    halo: resolved("var(--canvas-halo)"),
    floorOfClosed: resolved("var(--canvas-closed-floor)"),
    seatOfClosed: resolved("var(--canvas-closed-seat)"),
    stage: resolved("var(--canvas-stage)"),
    stageInk: resolved("var(--canvas-stage-ink)"),
    field: resolved("var(--canvas-field)"),
    fieldLine: resolved("var(--canvas-field-line)"),
    body: resolved("var(--canvas-body)"),
    table: resolved("var(--canvas-table)"),
    pick: resolved("var(--accent)"),
    pinned: resolved("var(--canvas-pinned)"),
    guide: resolved("var(--canvas-guide)"),
    font: style.fontFamily || "sans-serif",
    floor: (level: number, levels: number) => resolved(toneOf(level, levels, "floor")),
    seat: (level: number, levels: number) => resolved(toneOf(level, levels, "seat")),
    inkOn: remembered((colour) => (isLight(resolved(colour)) ? "#17262c" : "#ffffff")),
    resolved,
  };
}

/** Calls back when the page's theme changes. Returns the function that ends it. */
export function watchTheme(onChange: () => void): () => void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "class"] });
  dark.addEventListener("change", onChange);
  return () => {
    observer.disconnect();
    dark.removeEventListener("change", onChange);
  };
}

/** As `levelColour` of the map, with seats strong enough to be seen one by one. */
function toneOf(level: number, levels: number, kind: "floor" | "seat"): string {
  const share = levels < 2 ? 30 : Math.round((level / (levels - 1)) * 100);
  const [low, high] = [`var(--canvas-${kind}-low)`, `var(--canvas-${kind}-high)`];
  return `color-mix(in oklab, ${high} ${share}%, ${low})`;
}

/** Whether a colour is light, by the pixel that it gives. */
function isLight(colour: string): boolean {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [1, 1];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) return false;
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return 0.299 * red + 0.587 * green + 0.114 * blue > LIGHT;
}

function remembered(read: (colour: string) => string): (colour: string) => string {
  const known = new Map<string, string>();
  return (colour) => {
    const found = known.get(colour) ?? read(colour);
    known.set(colour, found);
    return found;
  };
}
