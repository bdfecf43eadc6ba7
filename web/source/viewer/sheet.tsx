// The panel: beside the view on a desktop, a sheet below it on a phone.
import { type MutableRef, useLayoutEffect, useRef } from "preact/hooks";
import type { Plan } from "../plan/plan";
import { Advert } from "./advert";
import type { Reporter } from "./event-reporter";
import type { Words } from "./messages";
import { MapOfVenue, OwnSeats, SeatField } from "./seat-finder";
import { BuyButton, ComparedSeat, Facts, Handle, Moves, Problem, Title } from "./sheet-parts";
import type { Locale } from "./types";
import type { CallToAction } from "./url-fragment";
import type { Comparison } from "./use-comparison";
import type { Pane } from "./use-seat-pane";

export type SheetProps = {
  first: Pane;
  second: Pane;
  comparison: Comparison;
  plan: Plan | null | undefined;
  /** Keys of the seats that the session is for; empty: all. */
  own: readonly string[];
  callToAction: CallToAction | null;
  reporter: Reporter;
  words: Words;
  locale: Locale;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
};

export const DESCRIPTION_IDS = ["description-of-first", "description-of-second"] as const;

export function Sheet(props: SheetProps) {
  const { first, comparison, plan, own, words, locale, isOpen, onOpen } = props;
  const pane = comparison.isOn && comparison.isSecond ? props.second : first;
  const onGone = () => onOpen(false);
  const peek = useRef<HTMLDivElement>(null);
  usePeekHeight(peek);
  return (
    <div class="panel">
      <Handle isOpen={isOpen} controls="more" words={words} onChange={onOpen} />
      <div ref={peek} class="peek">
        {comparison.isOn ? <h1 class="visually-hidden">{words.compared}</h1> : <Head {...props} />}
        {pane.preview !== null && <Moves pane={pane} words={words} />}
      </div>
      <div id="more" class="more">
        {comparison.isOn ? <Pair {...props} /> : <Told {...props} />}
        <OwnSeats seats={own} pane={pane} words={words} />
        {own.length === 0 && plan != null && <MapOfVenue {...{ plan, pane, words, locale, onGone }} />}
        {own.length === 0 && <SeatField pane={pane} words={words} onGone={onGone} />}
        <Promotion {...props} />
      </div>
    </div>
  );
}

/** The view ends where the shut sheet begins, however many lines its title takes. */
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

function Head({ first, callToAction, reporter, words }: SheetProps) {
  const seat = first.preview === null ? {} : { seat: first.preview.seat.key };
  return (
    <>
      <header class="head">
        <Title preview={first.preview} words={words} />
        {callToAction !== null && (
          <BuyButton
            callToAction={callToAction}
            words={words}
            onClick={() => reporter.report({ kind: "cta_clicked", ...seat })}
          />
        )}
      </header>
      <Problem pane={first} words={words} />
    </>
  );
}

function Told({ first, words, locale }: SheetProps) {
  const { preview } = first;
  return (
    <div class="told">
      {preview?.resolution.status === "section_only" && <p class="note note-warn">{words.sectionOnly}</p>}
      {preview !== null && <Facts preview={preview} words={words} locale={locale} />}
      <p id={DESCRIPTION_IDS[0]} class="description">
        {preview?.description}
      </p>
    </div>
  );
}

function Pair({ first, second, comparison, words, locale }: SheetProps) {
  return (
    <div class="pair">
      {[first, second].map((pane, index) => (
        <ComparedSeat
          key={index}
          pane={pane}
          name={index === 0 ? words.first : words.second}
          descriptionId={DESCRIPTION_IDS[index] ?? ""}
          isActive={comparison.isSecond === (index === 1)}
          onActivate={() => comparison.activate(index === 1)}
          words={words}
          locale={locale}
        />
      ))}
    </div>
  );
}

function Promotion({ first, reporter, words }: SheetProps) {
  const ad = first.preview?.ads[0];
  if (ad === undefined) return null;
  const seat = first.preview === null ? {} : { seat: first.preview.seat.key };
  return (
    <Advert
      ad={ad}
      words={words}
      onSeen={() => reporter.reportOnce({ kind: "ad_shown", ad: ad.id })}
      onFollowed={() => reporter.report({ kind: "ad_clicked", ad: ad.id, ...seat })}
    />
  );
}
