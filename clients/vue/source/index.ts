// What the package @seatpreview/vue gives.
export type {
  BrokenRule,
  EventDetail,
  Offer,
  OffersDetail,
  ProblemDetail,
  Rules,
  SeatChosenDetail,
  SeatDetail,
  SeatPreviewElement,
} from "../../element/source/element-types.js";
export { SeatPreview } from "./seat-preview.js";
