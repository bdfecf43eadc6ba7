// <seat-preview>: the viewer in a frame on a shop's page.
import { SeatPreviewElement } from "./seat-preview-element";

if (customElements.get("seat-preview") === undefined) customElements.define("seat-preview", SeatPreviewElement);
