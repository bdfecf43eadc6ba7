// What nobody sees before the first view. It is loaded after it.
import "./dialogs.css";

export { Advert } from "./advert";
export { BestSeats } from "./best-seats";
export { ComparedSeats } from "./compared-seats";
export { ConfigurationSelect } from "./configuration-select";
export { DraftNote } from "./draft-note";
export { HelpDialog } from "./help-dialog";
export { LinkDialog } from "./link-dialog";
export { SeatFeatures } from "./seat-features";
export { FinderMap, LargeMap, OwnSeats, SeatField } from "./seat-finder";
