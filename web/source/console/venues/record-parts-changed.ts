// Which parts of a record are different from those of another, in words that people use.
import { type Difference, differencesOf } from "../../layout-edits/record-differences";

const PARTS: readonly [pattern: RegExp, words: string][] = [
  [/^rules\/layout\/(configurations\/\d+\/)?focus\b/, "the stage or field"],
  [/^rules\/layout\/configurations\/\d+\/obstructions\b/, "stages and obstacles"],
  [/^rules\/layout\/(configurations|defaultConfiguration)\b/, "the configurations"],
  [/^rules\/layout\/sections\b/, "blocks, or what is said of their seats"],
  [/^rules\/layout\/(levels|categories)\b/, "levels and categories"],
  [/^rules\/layout\b/, "the hall around the seats"],
  [/^rules\b/, "how labels are read"],
  [/^imagerySets\b/, "which image is shown from which seat"],
  [/^viewerDefaults\b/, "how the viewer opens"],
  [/^(name|timezone|aliases)\b/, "the venue's name, other names or time zone"],
  [/^translations\b/, "translations of names"],
  [/^ads\b/, "advertisements"],
  [/^imageLinks\b/, "links to preview images"],
];

/** Returns what is different, each once. What one record leaves out and the other has empty is the same. */
export function partsChanged(before: unknown, after: unknown): string[] {
  const paths = differencesOf(before, after)
    .filter((each) => !isEmptyInBoth(each))
    .map(({ path }) => path.join("/"));
  return PARTS.filter(([pattern], index) => {
    const isOfAnEarlierPart = (path: string) => PARTS.slice(0, index).some(([earlier]) => earlier.test(path));
    return paths.some((path) => pattern.test(path) && !isOfAnEarlierPart(path));
  }).map(([, words]) => words);
}

function isEmptyInBoth(difference: Difference): boolean {
  return "from" in difference ? false : isEmpty(difference.before) && isEmpty(difference.after);
}

function isEmpty(value: unknown): boolean {
  return value == null || (typeof value === "object" && Object.keys(value).length === 0);
}
