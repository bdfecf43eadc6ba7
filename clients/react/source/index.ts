// What the package @seatpreview/react gives.
export type {
  EventDetail,
  Offer,
  OffersDetail,
  ProblemDetail,
  SeatChosenDetail,
  SeatDetail,
  SeatPreviewElement,
} from "../../element/source/element-types.js";
export { SeatPreview, type SeatPreviewProps } from "./seat-preview.js";
