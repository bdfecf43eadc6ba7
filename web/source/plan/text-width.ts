// The width of texts on the map, measured with the font that they are drawn with.
import type { MeasureText } from "./label-placement";

const MEASURED_PIXELS = 100;
const WEIGHT = 600;
const REMEMBERED_MAX = 5_000;

/** The widths of characters of a wide sans-serif font, for where nothing can be measured. */
const NARROW = new Set("iljtfrI1.,:;'|!()[] ");
const WIDE = new Set("mwMW@%&—");

/** An estimate that is rather too wide, in times of the font size. */
export function estimatedWidth(text: string): number {
  let width = 0;
  for (const letter of text) {
    if (NARROW.has(letter)) width += 0.48;
    else if (WIDE.has(letter)) width += 1.12;
    else width += letter > "\u2e80" ? 1.1 : 0.78;
  }
  return width;
}

/** Returns a function that measures texts in the font of an element, and remembers what it has measured. */
export function textMeasure(element: Element | null): MeasureText {
  const context = element === null ? null : document.createElement("canvas").getContext("2d");
  if (element === null || context === null) return estimatedWidth;
  context.font = `${WEIGHT} ${MEASURED_PIXELS}px ${getComputedStyle(element).fontFamily}`;
  const remembered = new Map<string, number>();
  return (text) => {
    const known = remembered.get(text);
    if (known !== undefined) return known;
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    const width = context.measureText(text).width / MEASURED_PIXELS;
    remembered.set(text, width);
    return width;
  };
}
