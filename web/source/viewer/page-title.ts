// The title of the page, which names the seat and the venue.
import { useEffect } from "preact/hooks";
import type { Messages } from "./messages";
import { seatText } from "./preview-text";
import type { SeatPane } from "./use-seat-pane";

export function useTitle(pane: SeatPane, messages: Messages): void {
  const title = titleOf(pane, messages);
  useEffect(() => {
    document.title = title;
  }, [title]);
}

export function titleOf({ preview }: Pick<SeatPane, "preview">, messages: Messages): string {
  return preview === null ? messages.title : `${seatText(preview, messages)} - ${preview.venue.name}`;
}
