// The React component <SeatPreview>.
import {
  type CSSProperties,
  createElement,
  type ForwardedRef,
  forwardRef,
  type ReactElement,
  type ReactNode,
  useEffect,
  useImperativeHandle,
  useRef,
} from "react";
import { attributesOf, type SeatPreviewAttributes } from "../../element/source/element-attributes.js";
import type {
  ElementEvents,
  EventDetail,
  Offer,
  OffersDetail,
  ProblemDetail,
  Rules,
  SeatChosenDetail,
  SeatDetail,
  SeatPreviewElement,
} from "../../element/source/element-types.js";
import { loadElement } from "../../element/source/load-element.js";

export type SeatPreviewProps = SeatPreviewAttributes & {
  /** What the page sells. It stays in the browser. Give a list that is the same object while nothing changes. */
  offers?: readonly Offer[] | null | undefined;
  /** The keys of the places that the buyer has chosen: an area once for each of its places. */
  chosen?: readonly string[] | undefined;
  /** What may be chosen. The element is told when a rule has another value. */
  rules?: Rules | null | undefined;
  onReady?: (() => void) | undefined;
  /** Another seat is shown. */
  onSeat?: ((detail: SeatDetail) => void) | undefined;
  /** The buyer does something. */
  onEvent?: ((detail: EventDetail) => void) | undefined;
  onProblem?: ((detail: ProblemDetail) => void) | undefined;
  /** The offers are on the map. */
  onOffers?: ((detail: OffersDetail) => void) | undefined;
  /** The buyer has chosen seats on offer, or removed them. */
  onSeatChosen?: ((detail: SeatChosenDetail) => void) | undefined;
  id?: string | undefined;
  className?: string | undefined;
  style?: CSSProperties | undefined;
  /** What is shown until the script has loaded, and where there is none. */
  children?: ReactNode;
};

const HANDLERS = {
  ready: "onReady",
  seat: "onSeat",
  event: "onEvent",
  problem: "onProblem",
  offers: "onOffers",
  "seat-chosen": "onSeatChosen",
} as const satisfies { [Name in keyof ElementEvents]: keyof SeatPreviewProps };

/** The view from a seat. The script of the service is loaded when the first one is shown. */
export const SeatPreview = forwardRef(function SeatPreview(
  props: SeatPreviewProps,
  ref: ForwardedRef<SeatPreviewElement>,
): ReactElement {
  const { offers, chosen, id, className, style, children } = props;
  const element = useRef<SeatPreviewElement>(null);
  useImperativeHandle(ref, () => element.current as SeatPreviewElement, []);
  // Handlers are read when something happens, so that new ones need no new listeners.
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const shown = element.current;
    if (shown === null) return;
    const listeners = Object.entries(HANDLERS).map(([name, handler]) => {
      const listener = (event: Event) => tell(latest.current, handler, (event as CustomEvent).detail);
      shown.addEventListener(name, listener);
      return [name, listener] as const;
    });
    return () => {
      for (const [name, listener] of listeners) shown.removeEventListener(name, listener);
    };
  }, []);

  // They are set before the script has loaded too: the element takes them when it is defined.
  useEffect(() => {
    if (element.current !== null && chosen !== undefined) element.current.chosen = chosen;
  }, [chosen]);
  useEffect(() => {
    if (element.current !== null && offers !== undefined) element.current.offers = offers;
  }, [offers]);

  const rules = props.rules === undefined ? undefined : JSON.stringify(props.rules);
  useEffect(() => {
    if (element.current !== null && rules !== undefined) element.current.rules = JSON.parse(rules);
  }, [rules]);

  const { service, session } = props;
  useEffect(() => {
    let isShown = true;
    loadElement({ service, session }).catch((problem: ProblemDetail) => {
      if (isShown) latest.current.onProblem?.(problem);
    });
    return () => {
      isShown = false;
    };
  }, [service, session]);

  // React 18 knows `class` alone for custom elements, and React 19 both.
  return createElement("seat-preview", { ...attributesOf(props), id, class: className, style, ref: element }, children);
});

function tell(props: SeatPreviewProps, handler: (typeof HANDLERS)[keyof typeof HANDLERS], detail: unknown): void {
  (props[handler] as ((detail: unknown) => void) | undefined)?.(detail);
}
