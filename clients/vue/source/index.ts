// What the package @seatpreview/vue gives.
export type {
  EventDetail,
  Offer,
  OffersDetail,
  ProblemDetail,
  SeatChosenDetail,
  SeatDetail,
  SeatPreviewElement,
} from "../../element/source/element-types.js";
export { SeatPreview } from "./seat-preview.js";
