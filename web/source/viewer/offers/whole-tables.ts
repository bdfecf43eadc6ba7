// Tables that are sold as a whole: by an offer of the table, or by one of each of its seats.
import { idsOfKey, keyOf, keyOfIds, type PlanIndex, seatingOf } from "../../plan/plan";
import { isOnSale, type OfferBook } from "./offer-book";

export type WholeTable = {
  /** The key of the table, by which it is shown: that of a row. */
  key: string;
  /** What is chosen: the table itself where it has an offer, or else all its seats on sale. */
  chosen: readonly string[];
  canBeChosen: boolean;
};

/** The table that a place belongs to, where it is sold as a whole; null for any other place. */
export function wholeTableOf(index: PlanIndex, book: OfferBook, key: string): WholeTable | null {
  if (!book.hasTables) return null;
  const { section: sectionId, row, seat } = idsOfKey(key);
  const tableKey = keyOfIds({ section: sectionId, row, seat: null });
  const offer = book.byKey.get(tableKey);
  const isWhole = offer?.sell === "whole" || (seat !== null && book.byKey.get(key)?.sell === "whole");
  const section = index.section(sectionId);
  if (section === null || (!isWhole && seat !== null)) return null;
  const rowIndex = section.rows.findIndex(({ id }) => id === row);
  if (rowIndex < 0) return null;
  if (offer?.sell === "whole") return { key: tableKey, chosen: [tableKey], canBeChosen: isOnSale(book, tableKey) };
  const seats = seatingOf(index.plan, section, rowIndex).flatMap((each) => each ?? []);
  const keys = seats.map((each) => keyOf(section, rowIndex, each));
  const whole = keys.filter((each) => book.byKey.get(each)?.sell === "whole");
  if (whole.length === 0) return null;
  return { key: tableKey, chosen: whole, canBeChosen: whole.every((each) => isOnSale(book, each)) };
}
