// The words of a label that was read, and what each of them was taken for.
import type { LabelResult } from "./label-result";

export type ReadWord = NonNullable<LabelResult["words"]>[number];
export type TakenFor = ReadWord["takenFor"];

/** A piece of the text: a word with what it was taken for, or what stands between two words. */
export type Piece = {
  text: string;
  word: ReadWord | null;
};

/** The kinds of words, in the order of the legend: the mark below a word, and what such a word does. */
export const KINDS: Record<TakenFor, { mark: string; explanation: string; isPlace: boolean }> = {
  section: { mark: "section", explanation: "names the section", isPlace: true },
  level: { mark: "level", explanation: "names the level", isPlace: true },
  row: { mark: "row", explanation: "names the row", isPlace: true },
  seat: { mark: "seat", explanation: "names the seat", isPlace: true },
  marker: { mark: "→", explanation: "says what follows", isPlace: false },
  aside: { mark: "aside", explanation: "says nothing about a place", isPlace: false },
  unknown: { mark: "?", explanation: "is not known here", isPlace: false },
  against: { mark: "✕", explanation: "contradicts the places", isPlace: false },
};

/**
 * Cuts the text into its words and what stands between them. The service counts code points, and a string here UTF-16
 * units, of which "𝟏" or an emoji has two. A word that lies outside of the text or overlaps another is left unmarked.
 */
export function piecesOf(text: string, words: readonly ReadWord[]): Piece[] {
  const points = Array.from(text);
  const pieces: Piece[] = [];
  let from = 0;
  const add = (end: number, word: ReadWord | null) => {
    if (end > from) pieces.push({ text: points.slice(from, end).join(""), word });
    from = end;
  };
  for (const word of words.toSorted((one, other) => one.start - other.start)) {
    if (word.start < from || word.end <= word.start || word.end > points.length) continue;
    add(word.start, null);
    add(word.end, word);
  }
  add(points.length, null);
  return pieces;
}

/** Says in words what a word was taken for: "section, orchestra", or "says what follows". */
export function takenForText({ takenFor, meaning }: ReadWord): string {
  const { mark, explanation, isPlace } = KINDS[takenFor];
  const text = isPlace ? mark : explanation;
  return meaning ? `${text}, ${meaning}` : text;
}

/** The kinds that occur in these results, in the order of the legend. */
export function kindsIn(results: Iterable<LabelResult>): TakenFor[] {
  const found = new Set<TakenFor>();
  for (const { words } of results) for (const { takenFor } of words ?? []) found.add(takenFor);
  return (Object.keys(KINDS) as TakenFor[]).filter((kind) => found.has(kind));
}
