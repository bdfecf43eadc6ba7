// The script for shops' pages. It defines <seat-preview>, which shows the viewer in a frame.
import { SeatPreviewElement } from "./seat-preview-element";

if (customElements.get("seat-preview") === undefined) customElements.define("seat-preview", SeatPreviewElement);
