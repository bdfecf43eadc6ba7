// The address of the button to the shop, for the seat that is shown.
import { seatsOf } from "../plan/previewed-seats";
import type { Preview } from "./types";

const PLACEHOLDER = /\{(seat|section|row)\}/g;

/** The address with its placeholders replaced; null while no seat is known that could fill them. The service has made
 * sure that the host contains none of them. */
export function shopAddress(template: string, preview: Pick<Preview, "seat" | "seats"> | null): string | null {
  if (template.search(PLACEHOLDER) < 0) return template;
  if (preview === null) return null;
  const { section, row } = preview.seat;
  const seat = seatsOf(preview as Preview)
    .map(({ key }) => key)
    .join(",");
  const values = { seat, section, row: row ?? "" };
  const filled = template.replace(PLACEHOLDER, (_, name: keyof typeof values) => encodeURIComponent(values[name]));
  // A section may be called "..", which would be another folder of the shop.
  return depth(filled) === depth(template) ? filled : null;
}

function depth(address: string): number {
  return new URL(address).pathname.split("/").length;
}
