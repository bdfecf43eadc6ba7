// The still of a drawn seat, which is shown until the drawing is there and lies under it while that fades in.

import { idsOfKey } from "../plan/plan";
import type { Messages } from "./messages/load";
import type { Preview } from "./types";

/** A square picture that covers a view is as large as its longer side, which has the field of view: so both agree. */
export function StillPlaceholder({ preview }: { preview: Preview }) {
  const still = preview.drawing?.still ?? null;
  if (still === null) return null;
  return <div class="still" style={{ backgroundImage: `url("${still.url}"), url("${still.previewUrl}")` }} />;
}

/** Says which seat the still shows if it is that of another one: "Drawing from row K, seat 9"; null if it is not. */
export function stillText(preview: Preview, messages: Messages): string | null {
  const from = preview.drawing?.still?.from ?? null;
  if (from === null) return null;
  const { row, seat } = idsOfKey(from);
  const where = row === null ? messages.fromSeat : `${messages.fromRow} ${row}, ${messages.ofSeat}`;
  return `${messages.drawing} ${where} ${seat}`;
}
