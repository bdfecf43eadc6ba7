// What the package @seatpreview/react gives.
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
export { SeatPreview, type SeatPreviewProps } from "./seat-preview.js";
