// The props of the parts of the designer.
import type { Client } from "@seatpreview/client";
import type { CallerInfo } from "../shell/screen-props";
import type { StoredDraft } from "../venues/draft";
import type { StoredVenue } from "../venues/record";
import type { Designer } from "./designer";

export type DesignerProps = {
  designer: Designer;
  api: Client;
  caller: CallerInfo;
  stored: StoredVenue;
  /** The draft as it was saved last; null if there is none. */
  draft: StoredDraft | null;
};
