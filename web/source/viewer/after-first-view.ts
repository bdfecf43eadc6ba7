// What nobody sees before the first view. It is loaded after it.
import "./dialogs.css";

export { VenueMap } from "../plan/venue-map";
export { ComparedSeats } from "./compared-seats";
export { HelpDialog } from "./help-dialog";
export { LinkDialog } from "./link-dialog";
export { SeatFeatures } from "./seat-features";
