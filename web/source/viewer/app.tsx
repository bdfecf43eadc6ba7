// The viewer: one view or two, the toolbar, and the sheet.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { AddressHistory } from "./address-history";
import { hasWebGl, useFullScreen, useInputDevices, useReducedMotion, useTheme } from "./device";
import type { EventReporter } from "./event-reporter";
import { HelpDialog, helpTitle } from "./help-dialog";
import type { HostChannel } from "./host-channel";
import { type Actions, useKeyboardShortcuts } from "./keyboard-shortcuts";
import { LinkDialog } from "./link-dialog";
import { type Messages, problemSentence } from "./messages/load";
import { Notice } from "./notice";
import { useOffers } from "./offers/use-offers";
import { seatText } from "./preview-text";
import { usePlan, usePreloadedNeighbours } from "./requests";
import { focusField, focusMap } from "./seat-finder";
import { SeatView } from "./seat-view";
import type { Session } from "./session";
import { DESCRIPTION_IDS, Sheet } from "./sheet";
import { Toast, useToast } from "./toast";
import { Toolbar } from "./toolbar";
import type { Preview, Side, Theme } from "./types";
import { useComparison } from "./use-comparison";
import { useGyroscope, type ViewControllers } from "./use-gyroscope";
import { useMedia } from "./use-media";
import { useSeatPanes, useTellShown } from "./use-panes";
import type { SeatPane } from "./use-seat-pane";
import { useShare } from "./use-share";
import { type Texts, useTexts } from "./use-texts";

export type AppProps = {
  session: Session;
  /** The language to start with. */
  texts: Texts;
  /** Whether the session or the address names the language, which then wins over the venue's. */
  isLocaleAsked: boolean;
  hostChannel: HostChannel;
  reporter: EventReporter;
  addressHistory: AddressHistory;
  /** The seat to start with. */
  seat: string | null;
  /** The theme that the host page asks for, which wins over the venue's. */
  theme: Theme | null;
  /** The configuration that the address names. It counts only where the session leaves it open. */
  configuration: string | null;
};

export function App(props: AppProps) {
  const { session, hostChannel, reporter, addressHistory } = props;
  const own = session.claims.seats;
  const isOnlySeat = own.length === 1;
  const isConfigurationOpen = session.claims.configuration === null;
  const [configuration, setConfiguration] = useState(isConfigurationOpen ? props.configuration : null);
  const [venueLocale, setVenueLocale] = useState<string | undefined>(undefined);
  const texts = useTexts(props.texts, props.isLocaleAsked, venueLocale);
  const { locale, messages } = texts;
  const [announcement, announce] = useState("");
  const [toast, tell] = useToast(announce);
  const [needsPlan, setNeedsPlan] = useState(props.seat === null && own[0] === undefined);
  const plan = usePlan(session, reporter, locale, configuration, needsPlan);
  const onSeat = (seat: string) => addressHistory.show(seat, configuration);
  const [first, second] = useSeatPanes({ session, hostChannel, reporter, texts, configuration, onSeat });
  const comparison = useComparison(first, second, own);
  const pane = comparison.isOn && comparison.isSecond ? second : first;
  const offers = useOffers({
    ...{ session, plan, texts, announce, hostChannel },
    onFailed: () => reporter.error("request_failed"),
  });
  const moves = pane.preview === null ? null : (offers?.movesOf(pane.preview) ?? pane.preview.neighbours);
  const step = (side: Side) => moves?.[side] && pane.show(moves[side]);
  usePreloadedNeighbours(session, [first.preview, second.preview], locale, configuration, plan !== undefined);
  const ended = useSessionEnd(props, messages);

  const defaults = first.preview?.viewerDefaults ?? {};
  useTheme(props.theme ?? defaults.theme);
  const reducedMotion = useReducedMotion(defaults.reducedMotion);
  const hasGraphics = useMemo(hasWebGl, []);
  const input = useInputDevices();
  const fullScreen = useFullScreen();
  const panes = comparison.isOn ? [first, second] : [first];
  const media = useMedia(panes, plan, hasGraphics);
  // A picture is shown before the plan is loaded. A drawing, and a problem that names the configuration, need it.
  const isPlanNext = media.shown[0] === "drawing" || first.problem !== null;
  useEffect(() => setNeedsPlan((before) => before || isPlanNext), [isPlanNext]);
  useTellShown(first, media.shown[0], texts, hostChannel, announce);
  useTellShown(second, media.shown[1], texts, hostChannel, announce);
  const controllers: ViewControllers = useRef([null, null]);
  const gyroscope = useGyroscope(controllers, () => tell(messages.gyroscopeRefused));
  const sharing = useShare(session, texts, configuration, tell);
  const [isOpen, setOpen] = useState(false);
  const [hasHelp, setHelp] = useState(false);
  const [hasKeys, setKeys] = useState(true);

  // A layout effect, so that no frame asks for a seat while one is already being loaded.
  useLayoutEffect(() => {
    const start = props.seat ?? own[0];
    if (start === undefined) setOpen(true);
    else first.show(start);
    hostChannel.listen({ show: first.show });
    addressHistory.onReturn = first.show;
  }, []);
  // Without a view, the buyer needs the map or the text field, so the sheet opens.
  const isLost = first.preview === null && first.problem !== null;
  useEffect(() => {
    if (isLost) setOpen(true);
  }, [isLost]);
  useReload([locale, configuration], [first, second]);
  useTitle(pane, messages);
  // The venue's own language is known from the first preview on.
  useEffect(() => setVenueLocale(defaults.locale), [defaults.locale]);

  /** The address keeps the first view, so there Back is the browser's, and the two cannot disagree. */
  const goBack = (from: SeatPane) => {
    const last = from.past.at(-1);
    if (last === undefined) return;
    if (from === first && addressHistory.hasEntries) addressHistory.back();
    else from.show(last.name, true);
  };
  const moving: Actions = {
    left: () => step("left"),
    right: () => step("right"),
    inFront: () => step("inFront"),
    behind: () => step("behind"),
    back: () => goBack(pane),
    compare: comparison.toggle,
    other: comparison.swap,
  };
  const finding: Actions = { find: () => opened(focusField), map: () => opened(focusMap) };
  const actions: Actions = {
    ...(isOnlySeat ? {} : moving),
    ...(own.length > 0 ? {} : finding),
    kind: () => media.canChoose && media.toggle(),
    fullScreen: fullScreen.toggle,
    help: () => setHelp(true),
  };
  useKeyboardShortcuts(hasKeys && ended === null, actions);
  /** Opens the sheet and moves the focus. Elements of a closed sheet cannot take it yet. */
  const opened = (focus: () => void) => {
    focus();
    if (isOpen) return;
    setOpen(true);
    requestAnimationFrame(focus);
  };

  const last = pane.past.at(-1);
  const nameOf = (preview: Preview) => seatText(preview, messages);
  if (ended !== null) return <Notice sentence={problemSentence(messages, ended)} />;
  return (
    <main class="viewer" data-open={isOpen} data-compared={comparison.isOn} data-full={fullScreen.isOn}>
      <div class="views" role="group" aria-label={comparison.isOn ? messages.compared : messages.title}>
        {panes.map((each, index) => (
          <SeatView
            key={index}
            {...{ pane: each, plan, messages, locale, reducedMotion, hasGraphics, media }}
            medium={media.shown[index] ?? "picture"}
            descriptionId={DESCRIPTION_IDS[index] ?? ""}
            controllerRef={(controller) => {
              controllers.current[index === 0 ? 0 : 1] = controller;
            }}
            compared={
              !comparison.isOn
                ? null
                : {
                    name: index === 0 ? messages.first : messages.second,
                    isActive: each === pane,
                    onActivate: () => comparison.activate(index === 1),
                  }
            }
            onTurned={(seat) => reporter.reportOnce({ kind: "view_rotated", seat })}
            onShown={() => setNeedsPlan(true)}
            onDrawn={(seat) => reporter.reportOnce({ kind: "fallback_shown", seat })}
            onFailed={(code) => reporter.error(code)}
          />
        ))}
        <Toolbar
          messages={messages}
          back={last === undefined ? null : { name: messages.backTo(nameOf(last.preview)), go: () => goBack(pane) }}
          comparison={isOnlySeat || first.preview === null ? null : comparison}
          gyroscope={gyroscope}
          fullScreen={fullScreen}
          help={helpTitle(messages, input)}
          onShare={pane.preview === null ? null : () => sharing.share(pane.shown, titleOf(pane, messages))}
          onHelp={() => setHelp(true)}
        />
        <Toast sentence={toast} />
      </div>
      <Sheet
        {...{ first, second, comparison, plan, own, reporter, messages, locale, isOpen }}
        media={media}
        callToAction={session.claims.cta}
        offers={offers}
        moves={moves}
        onOpen={setOpen}
        onConfiguration={isConfigurationOpen && (plan?.configurations.length ?? 0) > 1 ? setConfiguration : null}
      />
      <p class="visually-hidden" role="status">
        {announcement}
      </p>
      {hasHelp && (
        <HelpDialog {...{ messages, input, actions, hasKeys }} onKeys={setKeys} onClose={() => setHelp(false)} />
      )}
      {sharing.link !== null && <LinkDialog link={sharing.link} messages={messages} onClose={sharing.close} />}
    </main>
  );
}

/** The code of the problem that ended the session; null while it is valid. */
function useSessionEnd({ session, hostChannel }: AppProps, messages: Messages): string | null {
  const [ended, setEnded] = useState<string | null>(null);
  useEffect(() => {
    session.onEnded = (code) => {
      setEnded(code);
      hostChannel.send({ event: "problem", code, detail: problemSentence(messages, code) });
    };
  }, [session, hostChannel, messages]);
  return ended;
}

/** Shows the seats anew when the language or the configuration changes. */
function useReload(chosen: readonly [locale: string, configuration: string | null], panes: readonly SeatPane[]): void {
  const isFirst = useRef(true);
  useEffect(() => {
    const isStart = isFirst.current;
    isFirst.current = false;
    if (isStart) return;
    for (const { shown, show } of panes) if (shown !== null) show(shown);
  }, chosen);
}

/** The title of the page names the seat and the venue. */
function useTitle(pane: SeatPane, messages: Messages): void {
  const title = titleOf(pane, messages);
  useEffect(() => {
    document.title = title;
  }, [title]);
}

function titleOf({ preview }: SeatPane, messages: Messages): string {
  return preview === null ? messages.title : `${seatText(preview, messages)} - ${preview.venue.name}`;
}
