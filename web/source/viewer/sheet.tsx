// The sheet with everything about the seat: beside the view on a desktop, at the bottom on a phone.
import { type MutableRef, useLayoutEffect, useRef } from "preact/hooks";
import type { Plan } from "../plan/plan";
import { seatsOf } from "../plan/previewed-seats";
import { DrawingAssumptions } from "./drawing-assumptions";
import type { EventReporter } from "./event-reporter";
import { MAP_ID } from "./finder-focus";
import type { Locale } from "./locales";
import { MediumChoice } from "./medium-choice";
import type { Messages } from "./messages";
import type { Offers } from "./offers/use-offers";
import { descriptionOf, seatText } from "./preview-text";
import type { Session } from "./session";
import { AtAGlance, BuyButton, PaneProblem, SeatTitle, SheetHandle, SightlineFacts } from "./sheet-parts";
import { shopAddress } from "./shop-address";
import type { CallToAction, Preview } from "./types";
import type { Comparison } from "./use-comparison";
import type { Media } from "./use-media";
import type { SeatPane } from "./use-seat-pane";

type Later = typeof import("./after-first-view");

export type SheetProps = {
  first: SeatPane;
  second: SeatPane;
  media: Media;
  comparison: Comparison;
  plan: Plan | null | undefined;
  /** The keys of the seats that the session is limited to; empty if it is not limited. */
  own: readonly string[];
  callToAction: CallToAction | null;
  /** Whether the session shows the draft of the venue. */
  isDraft: boolean;
  /** What the page sells; null if it has said nothing about that. */
  offers: Offers | null;
  /** Whether the map lies on the view, where it is large. */
  isMapLarge: boolean;
  /** Returns the preview of a seat, for small views. */
  ask: (seat: string) => Promise<Preview>;
  /** Finds the best seats side by side. */
  findBest: Session["findBest"];
  reporter: EventReporter;
  messages: Messages;
  locale: Locale;
  isOpen: boolean;
  /** Null until it is loaded. */
  later: Later | null;
  onOpen: (isOpen: boolean) => void;
  /** Shows another configuration; null if the buyer has no choice. */
  onConfiguration: ((configuration: string) => void) | null;
};

export const DESCRIPTION_IDS = ["description-of-first", "description-of-second"] as const;

export function Sheet(props: SheetProps) {
  const { first, second, comparison, plan, own, offers, messages, locale, isOpen, onOpen, later } = props;
  const pane = comparison.isOn && comparison.isSecond ? second : first;
  const { preview } = pane;
  const onSeatChosen = () => onOpen(false);
  const panel = useRef<HTMLDivElement>(null);
  useSheetHeight(panel);
  const callToAction = props.callToAction === null ? null : <SheetCallToAction {...props} pane={pane} />;
  const field = own.length === 0 && later !== null && (
    <later.SeatField {...{ pane, messages, onSeatChosen }} plan={plan ?? null} />
  );
  return (
    <div ref={panel} class="panel">
      <SheetHandle isOpen={isOpen} controls="more" messages={messages} onChange={onOpen} />
      <div class="peek">
        {later !== null && props.isDraft && <later.DraftNote messages={messages} />}
        {comparison.isOn ? (
          <>
            <h1 class="visually-hidden">{messages.compared}</h1>
            {first.preview !== null && (
              <div class="compared-head">
                <p class="venue-name">
                  <bdi>{first.preview.venue.name}</bdi>
                </p>
                <MediumChoice preview={first.preview} media={props.media} messages={messages} />
              </div>
            )}
            {later !== null && (
              <later.ComparedSeats panes={[first, second]} plan={plan ?? null} {...{ comparison, messages, locale }} />
            )}
          </>
        ) : (
          <>
            <header class="head">
              <SeatTitle preview={first.preview} messages={messages}>
                {later !== null && first.preview !== null && (
                  <later.SeatFeatures preview={first.preview} plan={plan ?? null} messages={messages} />
                )}
              </SeatTitle>
              {offers === null && callToAction}
            </header>
            {first.preview !== null && <AtAGlance preview={first.preview} messages={messages} locale={locale} />}
          </>
        )}
        <PaneProblem pane={pane} messages={messages} />
        {offers !== null && preview !== null && (
          <offers.Panel {...{ offers, preview, callToAction }} near={offers.near} onShow={pane.show} />
        )}
        {comparison.isOn && offers === null && callToAction}
        {preview === null && !pane.isBusy && own.length === 0 && <p class="soft">{messages.chooseOnMap}</p>}
        {preview === null && field}
      </div>
      <div id="more" class="more">
        {first.preview !== null && !comparison.isOn && (
          <SightlineFacts preview={first.preview} messages={messages} locale={locale} />
        )}
        {later !== null && props.onConfiguration !== null && plan != null && (
          <later.ConfigurationSelect plan={plan} messages={messages} onChange={props.onConfiguration} />
        )}
        {later !== null && <later.OwnSeats seats={own} plan={plan ?? null} pane={pane} messages={messages} />}
        {offers !== null && own.length !== 1 && <offers.Legend offers={offers} />}
        {own.length === 0 && plan != null && !props.isMapLarge && (
          <section id={MAP_ID} class="map" tabIndex={-1} aria-label={messages.map}>
            {later !== null && (
              <later.FinderMap
                {...{ plan, pane, messages, locale, onSeatChosen }}
                ask={props.ask}
                other={otherPane(props)}
                isSecond={pane !== first}
                offers={offers?.map}
              />
            )}
          </section>
        )}
        <Descriptions {...props} />
        {later !== null && own.length !== 1 && plan != null && (
          <later.BestSeats
            {...{ plan, messages, locale, onSeatChosen }}
            ask={props.ask}
            find={props.findBest}
            free={offers?.freeSeats}
            rules={offers?.rules}
            priceOf={offers?.map.seatText}
            onShow={pane.show}
          />
        )}
        {preview !== null && field}
        {later !== null && <SheetAdvert {...props} Advert={later.Advert} />}
      </div>
    </div>
  );
}

/** The other of two compared views; null if there is one alone. */
function otherPane({ first, second, comparison }: SheetProps): SeatPane | null {
  if (!comparison.isOn) return null;
  return comparison.isSecond ? first : second;
}

/** Measures the sheet, so that the view ends where it begins and nothing of the view is covered, open or closed. */
function useSheetHeight(panel: MutableRef<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const element = panel.current;
    const viewer = element?.closest<HTMLElement>(".viewer");
    if (element === null || !viewer) return;
    const measure = () => viewer.style.setProperty("--sheet", `${element.offsetHeight}px`);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
}

/** The call to action, which is about the view that moves change. */
function SheetCallToAction(props: SheetProps & { pane: SeatPane }) {
  const { callToAction, comparison, reporter, messages } = props;
  const { preview } = props.pane;
  const seat = preview === null ? {} : { seat: preview.seat.key };
  const isSeveral = preview !== null && seatsOf(preview).length > 1;
  const address = callToAction === null ? null : shopAddress(callToAction.url, preview);
  if (callToAction === null || address === null) return null;
  return (
    <BuyButton
      address={address}
      name={callToAction.label || (isSeveral ? messages.buySeveral : messages.buy)}
      about={comparison.isOn && preview !== null ? seatText(preview, messages) : null}
      messages={messages}
      onClick={() => reporter.report({ kind: "cta_clicked", ...seat })}
    />
  );
}

/** The views in words, which the views themselves refer to. */
function Descriptions({ first, second, media, comparison, plan, messages }: SheetProps) {
  const { preview } = first;
  const isDrawn = preview !== null && preview.drawing !== null && media.shown[0] === "drawing";
  return (
    <div class="told">
      {preview?.resolution.status === "section_only" && <p class="note note-warn">{messages.sectionOnly}</p>}
      {(comparison.isOn ? [first, second] : [first]).map((pane, index) => (
        <p key={index} id={DESCRIPTION_IDS[index]} class="description">
          {pane.preview === null ? "" : descriptionOf(pane.preview, media.shown[index] === "drawing")}
        </p>
      ))}
      {isDrawn && plan != null && <DrawingAssumptions plan={plan} messages={messages} isInFull />}
    </div>
  );
}

function SheetAdvert({ first, reporter, messages, Advert }: SheetProps & { Advert: Later["Advert"] }) {
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
