// Checked by the compiler alone: the published types (embed.d.ts) say what the element and the viewer do.
/// <reference path="./embed.d.ts" />
import type { components } from "@seatpreview/client";
import type { MessageToPage } from "../host-messages/messages";
import type { SeatPreviewElement } from "./seat-preview-element";

type EventKind = components["schemas"]["ReportedEvent"]["kind"];
type Detail<Name extends MessageToPage["event"]> = Omit<Extract<MessageToPage, { event: Name }>, "event">;

/** Does not compile where the first type cannot be used as the second. */
type Fits<Given extends Published, Published> = Given;

export type Checks = [
  // The element takes anything as offers and rules, and checks it.
  Fits<SeatPreviewElement, Omit<SeatPreview.Element, "offers" | "chosen" | "rules">>,
  Fits<Detail<"seat">, SeatPreview.SeatDetail>,
  Fits<SeatPreview.SeatDetail, Detail<"seat">>,
  Fits<Detail<"problem"> & { hint: string }, SeatPreview.ProblemDetail>,
  Fits<keyof Detail<"event">, keyof SeatPreview.EventDetail>,
  Fits<Detail<"offers">, SeatPreview.OffersDetail>,
  Fits<Detail<"seat-chosen">, SeatPreview.SeatChosenDetail>,
  Fits<EventKind, SeatPreview.EventDetail["kind"]>,
  Fits<SeatPreview.EventDetail["kind"], EventKind>,
];

/** As a shop's developer would write it. */
export function example(element: HTMLElementTagNameMap["seat-preview"]): void {
  element.addEventListener("seat", ({ detail }) => element.setAttribute("seat", detail.seats?.[0] ?? detail.seat));
  element.addEventListener("problem", ({ detail }) => console.info(detail.code, detail.hint));
  element.addEventListener("click", ({ clientX }) => console.info(clientX));
  // @ts-expect-error  A seat is a text.
  element.show(7);
}
