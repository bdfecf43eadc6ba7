// The Vue component <SeatPreview>.
import { defineComponent, h, onBeforeUnmount, onMounted, type PropType, shallowRef, watch } from "vue";
import { ATTRIBUTES, attributesOf, type SeatPreviewAttributes } from "../../element/source/element-attributes.js";
import type {
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

type AttributeProps = {
  [Name in keyof Required<SeatPreviewAttributes>]: { type: PropType<SeatPreviewAttributes[Name]> };
};

const attributeProps = Object.fromEntries(
  Object.keys(ATTRIBUTES).map((name) => [name, { type: String }]),
) as unknown as AttributeProps;

/** The view from a seat. The script of the service is loaded when the first one is shown. */
export const SeatPreview = defineComponent({
  name: "SeatPreview",
  props: {
    ...attributeProps,
    /** What the page sells. It stays in the browser. */
    offers: { type: Array as PropType<readonly Offer[]>, default: undefined },
    /** The keys of the seats that the buyer has chosen; `v-model:chosen` follows the buyer. */
    chosen: { type: Array as PropType<readonly string[]>, default: undefined },
    /** What may be chosen. */
    rules: { type: Object as PropType<Rules>, default: undefined },
  },
  emits: {
    ready: () => true,
    /** Another seat is shown. */
    seat: (_detail: SeatDetail) => true,
    /** The buyer does something. */
    event: (_detail: EventDetail) => true,
    problem: (_detail: ProblemDetail) => true,
    /** The offers are on the map. */
    offers: (_detail: OffersDetail) => true,
    /** The buyer has chosen seats on offer, or removed them. */
    seatChosen: (_detail: SeatChosenDetail) => true,
    "update:chosen": (_keys: string[]) => true,
  },
  setup(props, { emit, expose, slots }) {
    const element = shallowRef<SeatPreviewElement | null>(null);
    let isShown = true;

    const load = () => {
      loadElement(props).catch((problem: ProblemDetail) => {
        if (isShown) emit("problem", problem);
      });
    };
    onMounted(load);
    watch([() => props.service, () => props.session], load);
    onBeforeUnmount(() => {
      isShown = false;
    });

    // They are set before the script has loaded too: the element takes them when it is defined. Lists may be changed in
    // place, and what the element gets must not be a proxy, which cannot be sent to the viewer's frame.
    const given = [() => props.chosen?.map(String), () => props.offers?.map((offer) => ({ ...offer }))] as const;
    watch([element, ...given], ([shown, chosen, offers], [shownBefore]) => {
      if (shown === null) return;
      if (chosen !== undefined) shown.chosen = chosen;
      if (offers !== undefined || shownBefore !== null) shown.offers = offers ?? null;
    });

    watch([element, () => JSON.stringify(props.rules ?? null)], ([shown, rules], [shownBefore]) => {
      if (shown !== null && (props.rules !== undefined || shownBefore !== null)) shown.rules = JSON.parse(rules);
    });

    const detailOf = <Detail>(event: Event) => (event as CustomEvent<Detail>).detail;
    const listeners = {
      onReady: () => emit("ready"),
      onSeat: (event: Event) => emit("seat", detailOf(event)),
      onEvent: (event: Event) => emit("event", detailOf(event)),
      onProblem: (event: Event) => emit("problem", detailOf(event)),
      onOffers: (event: Event) => emit("offers", detailOf(event)),
      onSeatChosen: (event: Event) => {
        const detail = detailOf<SeatChosenDetail>(event);
        emit("seatChosen", detail);
        emit("update:chosen", detail.allChosen);
      },
    };
    expose({
      element,
      show: (seat: string) => element.value?.show(seat),
      updateOffers: (offers: readonly Offer[]) => element.value?.updateOffers(offers.map((offer) => ({ ...offer }))),
    });
    return () => h("seat-preview", { ...attributesOf(props), ...listeners, ref: element }, slots.default?.());
  },
});
