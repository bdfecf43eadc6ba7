// Reads names of sections, rows and seats as a layout writes them: single ones, and ranges by counting on.
import { namesBetween, SeriesFault } from "./series";
import { type Json, LayoutFault, list, number, object } from "./written-json";

/** The names of a list or of a single range, in order. */
export function names(written: unknown, at: string): string[] {
  const items = Array.isArray(written) ? written : [written];
  return items.flatMap((item: unknown, index) => {
    const place = Array.isArray(written) ? `${at}/${index}` : at;
    if (typeof item !== "object" || item === null) return [nameOf(item, place)];
    return rangeOf(object(item, place), place);
  });
}

export function nameOf(written: unknown, at: string): string {
  if (typeof written === "number" || (typeof written === "string" && written !== "")) return String(written);
  throw new LayoutFault(at, "must be a name or a whole number");
}

/** Counts names, and turns the fault of a series into the fault of the member at `at`. */
export function withSeriesFaults(at: string, count: () => string[]): string[] {
  try {
    return count();
  } catch (failure) {
    if (failure instanceof SeriesFault) throw new LayoutFault(at, failure.message);
    throw failure;
  }
}

function rangeOf(range: Json, at: string): string[] {
  const style = range.style === "letters" || range.style === "doubled" ? range.style : null;
  const [first, last] = [nameOf(range.first, `${at}/first`), nameOf(range.last, `${at}/last`)];
  const skipped = new Set(list(range.skip ?? [], `${at}/skip`).map(String));
  const counted = withSeriesFaults(at, () => namesBetween(first, last, number(range.step, 1), style));
  return counted.filter((name) => !skipped.has(name));
}
