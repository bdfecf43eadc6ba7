// The sheet with everything about the seat: beside the view on a desktop, at the bottom on a phone.
import { type MutableRef, useLayoutEffect, useRef } from "preact/hooks";
import type { Plan } from "../plan/plan";
import { seatsOf } from "../plan/previewed-seats";
import { Advert } from "./advert";
import type { EventReporter } from "./event-reporter";
import type { Locale } from "./locales";
import type { Messages } from "./messages/load";
import { FinderMap, OwnSeats, SeatField } from "./seat-finder";
import {
  BuyButton,
  ComparedSeat,
  NeighbourButtons,
  PaneProblem,
  SeatTitle,
  SheetHandle,
  SightlineFacts,
} from "./sheet-parts";
import type { CallToAction } from "./types";
import type { Comparison } from "./use-comparison";
import type { SeatPane } from "./use-seat-pane";

export type SheetProps = {
  first: SeatPane;
  second: SeatPane;
  comparison: Comparison;
  plan: Plan | null | undefined;
  /** The keys of the seats that the session is limited to; empty if it is not limited. */
  own: readonly string[];
  callToAction: CallToAction | null;
  reporter: EventReporter;
  messages: Messages;
  locale: Locale;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
};

export const DESCRIPTION_IDS = ["description-of-first", "description-of-second"] as const;

export function Sheet(props: SheetProps) {
  const { first, comparison, plan, own, messages, isOpen, onOpen } = props;
  const pane = comparison.isOn && comparison.isSecond ? props.second : first;
  const onSeatChosen = () => onOpen(false);
  const peek = useRef<HTMLDivElement>(null);
  usePeekHeight(peek);
  return (
    <div class="panel">
      <SheetHandle isOpen={isOpen} controls="more" messages={messages} onChange={onOpen} />
      <div ref={peek} class="peek">
        {comparison.isOn ? <h1 class="visually-hidden">{messages.compared}</h1> : <SheetHeader {...props} />}
        {pane.preview !== null && <NeighbourButtons pane={pane} messages={messages} />}
      </div>
      <div id="more" class="more">
        {comparison.isOn ? <ComparedSeats {...props} /> : <SeatDescription {...props} />}
        <OwnSeats seats={own} pane={pane} messages={messages} />
        {own.length === 0 && plan != null && (
          <FinderMap {...{ plan, pane, messages, onSeatChosen }} other={otherPane(props)} isSecond={pane !== first} />
        )}
        {own.length === 0 && <SeatField pane={pane} messages={messages} onSeatChosen={onSeatChosen} />}
        <SheetAdvert {...props} />
      </div>
    </div>
  );
}

/** The other of two compared views; null if there is one alone. */
function otherPane({ first, second, comparison }: SheetProps): SeatPane | null {
  if (!comparison.isOn) return null;
  return comparison.isSecond ? first : second;
}

/** Measures the visible part of the closed sheet, so that the view ends where it begins. */
function usePeekHeight(peek: MutableRef<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const element = peek.current;
    const viewer = element?.closest<HTMLElement>(".viewer");
    if (element === null || !viewer) return;
    const measure = () => viewer.style.setProperty("--peek", `${element.offsetTop + element.offsetHeight}px`);
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
}

function SheetHeader({ first, callToAction, reporter, messages }: SheetProps) {
  const seat = first.preview === null ? {} : { seat: first.preview.seat.key };
  const isSeveral = first.preview !== null && seatsOf(first.preview).length > 1;
  return (
    <>
      <header class="head">
        <SeatTitle preview={first.preview} messages={messages} />
        {callToAction !== null && (
          <BuyButton
            callToAction={callToAction}
            name={isSeveral ? messages.buySeveral : messages.buy}
            messages={messages}
            onClick={() => reporter.report({ kind: "cta_clicked", ...seat })}
          />
        )}
      </header>
      <PaneProblem pane={first} messages={messages} />
    </>
  );
}

function SeatDescription({ first, messages, locale }: SheetProps) {
  const { preview } = first;
  return (
    <div class="told">
      {preview?.resolution.status === "section_only" && <p class="note note-warn">{messages.sectionOnly}</p>}
      {preview !== null && <SightlineFacts preview={preview} messages={messages} locale={locale} />}
      <p id={DESCRIPTION_IDS[0]} class="description">
        {preview?.description}
      </p>
    </div>
  );
}

function ComparedSeats({ first, second, comparison, messages, locale }: SheetProps) {
  return (
    <div class="pair">
      {[first, second].map((pane, index) => (
        <ComparedSeat
          key={index}
          pane={pane}
          name={index === 0 ? messages.first : messages.second}
          descriptionId={DESCRIPTION_IDS[index] ?? ""}
          isActive={comparison.isSecond === (index === 1)}
          onActivate={() => comparison.activate(index === 1)}
          messages={messages}
          locale={locale}
        />
      ))}
    </div>
  );
}

function SheetAdvert({ first, reporter, messages }: SheetProps) {
  const ad = first.preview?.ads[0];
  if (ad === undefined) return null;
  const seat = first.preview === null ? {} : { seat: first.preview.seat.key };
  return (
    <Advert
      ad={ad}
      messages={messages}
      onSeen={() => reporter.reportOnce({ kind: "ad_shown", ad: ad.id })}
      onFollowed={() => reporter.report({ kind: "ad_clicked", ad: ad.id, ...seat })}
    />
  );
}
