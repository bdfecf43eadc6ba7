// The viewer: one view or two, the toolbar, and the sheet.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { seatsOf } from "../plan/previewed-seats";
import { hasWebGl, useFullScreen, useReducedMotion, useTheme } from "./device";
import type { EventReporter } from "./event-reporter";
import { HelpDialog } from "./help-dialog";
import type { HostPage } from "./host-page";
import { useKeyboardShortcuts } from "./keyboard-shortcuts";
import { type Messages, problemSentence } from "./messages/load";
import { Notice } from "./notice";
import { preloadNeighbours, problemCode, usePlan } from "./requests";
import { focusField, focusMap } from "./seat-finder";
import { SeatView } from "./seat-view";
import type { Session } from "./session";
import { DESCRIPTION_IDS, Sheet } from "./sheet";
import { Toolbar } from "./toolbar";
import type { CallToAction, Preview, Side, Theme } from "./types";
import { useComparison } from "./use-comparison";
import { useGyroscope, type ViewControllers } from "./use-gyroscope";
import { type SeatPane, useSeatPane } from "./use-seat-pane";
import { type Texts, useTexts } from "./use-texts";

export type AppProps = {
  session: Session;
  /** The language to start with. */
  texts: Texts;
  /** Whether the session or the address names the language, which then wins over the venue's. */
  isLocaleAsked: boolean;
  hostPage: HostPage;
  reporter: EventReporter;
  seat: string | null;
  /** The theme that the host page asks for, which wins over the venue's. */
  theme: Theme | null;
  callToAction: CallToAction | null;
  /** Called with each new seat, or label of several seats, so that the page can keep it in its address. */
  onSeat: (seat: string) => void;
  /** Called once with the function that shows another seat. */
  onReady: (show: (seat: string) => void) => void;
};

export function App(props: AppProps) {
  const { session, reporter } = props;
  const own = session.claims.seats;
  const [venueLocale, setVenueLocale] = useState<string | undefined>(undefined);
  const texts = useTexts(props.texts, props.isLocaleAsked, venueLocale);
  const { locale, messages } = texts;
  const [announcement, announce] = useState("");
  const [first, second] = useSeatPanes(props, texts, announce);
  const comparison = useComparison(first, second, own);
  const pane = comparison.isOn && comparison.isSecond ? second : first;
  const plan = usePlan(session, reporter);
  const ended = useSessionEnd(props, messages);

  const defaults = first.preview?.viewerDefaults ?? {};
  useTheme(props.theme ?? defaults.theme);
  const reducedMotion = useReducedMotion(defaults.reducedMotion);
  const hasGraphics = useMemo(hasWebGl, []);
  const fullScreen = useFullScreen();
  const controllers: ViewControllers = useRef([null, null]);
  const gyroscope = useGyroscope(controllers, () => announce(messages.gyroscopeRefused));
  const [isOpen, setOpen] = useState(false);
  const [hasHelp, setHelp] = useState(false);
  const [hasKeys, setKeys] = useState(true);

  // A layout effect, so that no frame asks for a seat while one is already being loaded.
  useLayoutEffect(() => {
    const start = props.seat ?? own[0];
    if (start === undefined) setOpen(true);
    else first.show(start);
    props.onReady(first.show);
  }, []);
  // Without a view, the buyer needs the map or the text field, so the sheet opens.
  const isLost = first.preview === null && first.problem !== null;
  useEffect(() => {
    if (isLost) setOpen(true);
  }, [isLost]);
  useReloadOnLocale(texts, [first, second]);
  // The venue's own language is known from the first preview on.
  useEffect(() => setVenueLocale(defaults.locale), [defaults.locale]);

  useKeyboardShortcuts(hasKeys && ended === null, {
    left: () => step(pane, "left"),
    right: () => step(pane, "right"),
    inFront: () => step(pane, "inFront"),
    behind: () => step(pane, "behind"),
    find: () => opened(focusField),
    map: () => opened(focusMap),
    compare: comparison.toggle,
    other: comparison.swap,
    kind: () => pane.setDrawing(!pane.wantsDrawing),
    fullScreen: () => fullScreen?.toggle(),
    help: () => setHelp(true),
  });
  /** Opens the sheet and moves the focus. Elements of a closed sheet cannot take it yet. */
  const opened = (focus: () => void) => {
    focus();
    if (isOpen) return;
    setOpen(true);
    requestAnimationFrame(focus);
  };

  if (ended !== null) return <Notice sentence={problemSentence(messages, ended)} />;
  return (
    <main class="viewer" data-open={isOpen} data-compared={comparison.isOn}>
      <div class="views" role="group" aria-label={comparison.isOn ? messages.compared : messages.title}>
        {(comparison.isOn ? [first, second] : [first]).map((each, index) => (
          <SeatView
            key={index}
            {...{ pane: each, plan, messages, locale, reducedMotion, hasGraphics }}
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
            onDrawn={(seat) => reporter.reportOnce({ kind: "fallback_shown", seat })}
            onFailed={(code) => reporter.error(code)}
          />
        ))}
        <Toolbar
          messages={messages}
          comparison={own.length === 1 || first.preview === null ? null : comparison}
          gyroscope={gyroscope}
          fullScreen={fullScreen}
          onHelp={() => setHelp(true)}
        />
      </div>
      <Sheet
        {...{ first, second, comparison, plan, own, reporter, messages, locale, isOpen }}
        callToAction={props.callToAction}
        onOpen={setOpen}
      />
      <p class="visually-hidden" role="status">
        {announcement}
      </p>
      {hasHelp && <HelpDialog messages={messages} hasKeys={hasKeys} onKeys={setKeys} onClose={() => setHelp(false)} />}
    </main>
  );
}

/** Both views use the same session. The address keeps the seat of the first one. */
function useSeatPanes(props: AppProps, texts: Texts, announce: (text: string) => void): [SeatPane, SeatPane] {
  const { session, hostPage, reporter, onSeat } = props;
  const { locale, messages } = texts;
  const onShown = (preview: Preview, shown: string) => {
    const { key } = preview.seat;
    const keys = seatsOf(preview).map((each) => each.key);
    announce(preview.description);
    preloadNeighbours(session, preview, locale);
    // Several seats that are viewed together are one view, reported under the first of them.
    reporter.report({ kind: "seat_viewed", seat: key });
    const several = keys.length > 1 ? { seats: keys, label: shown } : {};
    hostPage.send({ event: "seat", seat: key, description: preview.description, ...several });
  };
  const callbacks = {
    ask: (seat: string) => session.preview(seat, locale),
    codeOf: (failure: unknown) => problemCode(failure, reporter),
    onShown,
    onProblem: (code: string) => hostPage.send({ event: "problem", code, detail: problemSentence(messages, code) }),
  };
  const first = useSeatPane({
    ...callbacks,
    onShown: (preview, shown) => {
      onSeat(shown);
      onShown(preview, shown);
    },
  });
  return [first, useSeatPane(callbacks)];
}

/** The code of the problem that ended the session; null while it is valid. */
function useSessionEnd({ session, hostPage }: AppProps, messages: Messages): string | null {
  const [ended, setEnded] = useState<string | null>(null);
  useEffect(() => {
    session.onEnded = (code) => {
      setEnded(code);
      hostPage.send({ event: "problem", code, detail: problemSentence(messages, code) });
    };
  }, [session, hostPage, messages]);
  return ended;
}

/** Sets the title of the page, and reloads the previews when the language changes. */
function useReloadOnLocale({ locale, messages }: Texts, panes: readonly SeatPane[]): void {
  const before = useRef(locale);
  useEffect(() => {
    document.title = messages.title;
    if (before.current === locale) return;
    before.current = locale;
    for (const { shown, show } of panes) if (shown !== null) show(shown);
  }, [locale]);
}

function step(pane: SeatPane, side: Side): void {
  const key = pane.preview?.neighbours[side];
  if (key) pane.show(key);
}
