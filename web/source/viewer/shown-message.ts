// What the host page and the buyer's screen reader hear of a view.
import type { MessageToPage } from "../host-messages/messages";
import { seatsOf } from "../plan/previewed-seats";
import type { Medium } from "./media";
import { descriptionOf, provenanceText } from "./preview-text";
import type { Preview } from "./types";
import type { Texts } from "./use-texts";

/** The message about the seat that is shown, or about several seats that a label names. */
export function shownMessage(preview: Preview, label: string, medium: Medium): MessageToPage {
  const description = descriptionOf(preview, medium === "drawing");
  const keys = seatsOf(preview).map(({ key }) => key);
  const several = keys.length > 1 ? { seats: keys, label } : {};
  return { event: "seat", seat: preview.seat.key, description, medium, ...several };
}

/** The announcement of a new seat, or of another medium for the same seat. */
export function shownAnnouncement(preview: Preview, isNewSeat: boolean, medium: Medium, texts: Texts): string {
  const isDrawn = medium === "drawing";
  if (isNewSeat) return descriptionOf(preview, isDrawn);
  return texts.messages.nowShown(provenanceText(preview, texts.messages, texts.locale, isDrawn));
}
