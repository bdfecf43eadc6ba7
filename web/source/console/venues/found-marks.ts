// Where a text was found, and which of these places are in view of the editor.

const FOUND_MAX = 2000;

/** The offsets at which `wanted` stands in the text, in any case of its letters. */
export function offsetsOf(text: string, wanted: string): number[] {
  if (wanted === "") return [];
  const [hay, needle] = [text.toLowerCase(), wanted.toLowerCase()];
  const found: number[] = [];
  for (let at = hay.indexOf(needle); at >= 0 && found.length < FOUND_MAX; at = hay.indexOf(needle, at + needle.length))
    found.push(at);
  return found;
}

export type FoundMark = {
  /** The number of the line, counted from 0. */
  line: number;
  /** What stands before it in its line. It is as wide as the mark is far from the left. */
  before: string;
  text: string;
  isCurrent: boolean;
};

/** The marks in the lines from `first` to `last`, counted from 0. A mark reaches to the end of its line at most. */
export function marksInView(
  text: string,
  found: readonly number[],
  length: number,
  current: number,
  [first, last]: [number, number],
): FoundMark[] {
  const marks: FoundMark[] = [];
  let [line, lineStart] = [0, 0];
  for (const offset of found) {
    for (let end = text.indexOf("\n", lineStart); end >= 0 && end < offset; end = text.indexOf("\n", lineStart)) {
      line += 1;
      lineStart = end + 1;
    }
    if (line > last) break;
    if (line < first) continue;
    const [marked = ""] = text.slice(offset, offset + length).split("\n", 1);
    marks.push({ line, before: text.slice(lineStart, offset), text: marked, isCurrent: offset === found[current] });
  }
  return marks;
}
