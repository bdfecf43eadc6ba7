// The viewer as a whole: one view or two, and the panel beside or below them.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { hasWebGl, useFullScreen, useReducedMotion, useTheme } from "./device";
import type { Reporter } from "./event-reporter";
import { Help } from "./help-dialog";
import type { Host } from "./host-page";
import { useKeys } from "./keyboard-shortcuts";
import { spoken, WORDS } from "./messages";
import { Notice } from "./notice";
import { codeOf, preloadNeighbours, usePlan } from "./requests";
import { focusField, focusMap } from "./seat-finder";
import { View } from "./seat-view";
import type { Session } from "./session";
import { DESCRIPTION_IDS, Sheet } from "./sheet";
import { Tools } from "./toolbar";
import type { Locale, Preview, Side } from "./types";
import type { CallToAction } from "./url-fragment";
import { useComparison } from "./use-comparison";
import { type Stages, useFollowing } from "./use-gyroscope";
import { type Pane, usePane } from "./use-seat-pane";

export type AppProps = {
  session: Session;
  host: Host;
  reporter: Reporter;
  seat: string | null;
  callToAction: CallToAction | null;
  /** The page keeps it in its address, so that a reload shows it again. */
  onSeat: (seat: string) => void;
  /** Hands over how the host page shows another seat. */
  onReady: (show: (seat: string) => void) => void;
};

export function App(props: AppProps) {
  const { session, reporter } = props;
  const own = session.claims.seats;
  const [locale, setLocale] = useState<Locale>(() => spoken(session.claims.locale, ...navigator.languages));
  const words = WORDS[locale];
  const [said, say] = useState("");
  const [first, second] = usePanes(props, locale, say);
  const comparison = useComparison(first, second, own);
  const pane = comparison.isOn && comparison.isSecond ? second : first;
  const plan = usePlan(session, reporter);
  const ended = useEnd(props, locale);

  const defaults = first.preview?.viewerDefaults ?? {};
  const theme = useTheme(defaults.theme);
  const reducedMotion = useReducedMotion(defaults.reducedMotion);
  const hasGraphics = useMemo(hasWebGl, []);
  const fullScreen = useFullScreen();
  const stages: Stages = useRef([null, null]);
  const following = useFollowing(stages, () => say(words.gyroscopeRefused));
  const [isOpen, setOpen] = useState(false);
  const [hasHelp, setHelp] = useState(false);
  const [hasKeys, setKeys] = useState(true);

  // Before the first frame: nobody should be told to choose a seat while one is on its way.
  useLayoutEffect(() => {
    const start = props.seat ?? own[0];
    if (start === undefined) setOpen(true);
    else first.show(start);
    props.onReady(first.show);
  }, []);
  // Who has nothing to look at needs the map, or the field for the ticket.
  const isLost = first.preview === null && first.problem !== null;
  useEffect(() => {
    if (isLost) setOpen(true);
  }, [isLost]);
  useLanguage(locale, [first, second]);
  // A venue may have a language of its own, which is known with the first preview.
  useEffect(() => {
    if (session.claims.locale === null && defaults.locale !== undefined) setLocale(defaults.locale);
  }, [defaults.locale]);

  useKeys(hasKeys && ended === null, {
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
  /** In a sheet that is shut there is nothing yet that could have the focus. */
  const opened = (focus: () => void) => {
    focus();
    if (isOpen) return;
    setOpen(true);
    requestAnimationFrame(focus);
  };

  if (ended !== null) return <Notice sentence={words.problems[ended] ?? words.problems.other} />;
  return (
    <main class="viewer" data-open={isOpen} data-compared={comparison.isOn}>
      <div class="views" role="group" aria-label={comparison.isOn ? words.compared : words.title}>
        {(comparison.isOn ? [first, second] : [first]).map((each, index) => (
          <View
            key={index}
            {...{ pane: each, plan, words, locale, theme, reducedMotion, hasGraphics }}
            descriptionId={DESCRIPTION_IDS[index] ?? ""}
            stageRef={(stage) => {
              stages.current[index === 0 ? 0 : 1] = stage;
            }}
            compared={
              !comparison.isOn
                ? null
                : {
                    name: index === 0 ? words.first : words.second,
                    isActive: each === pane,
                    onActivate: () => comparison.activate(index === 1),
                  }
            }
            onTurned={(seat) => reporter.reportOnce({ kind: "view_rotated", seat })}
            onDrawn={(seat) => reporter.reportOnce({ kind: "fallback_shown", seat })}
            onFailed={(failure) => reporter.error(failure)}
          />
        ))}
        <Tools
          words={words}
          comparison={own.length === 1 || first.preview === null ? null : comparison}
          following={following}
          fullScreen={fullScreen}
          onHelp={() => setHelp(true)}
        />
      </div>
      <Sheet
        {...{ first, second, comparison, plan, own, reporter, words, locale, isOpen }}
        callToAction={props.callToAction}
        onOpen={setOpen}
      />
      <p class="visually-hidden" role="status">
        {said}
      </p>
      {hasHelp && <Help words={words} hasKeys={hasKeys} onKeys={setKeys} onClose={() => setHelp(false)} />}
    </main>
  );
}

/** Both views ask the same session; the first one's seat is the page's own. */
function usePanes(props: AppProps, locale: Locale, say: (text: string) => void): [Pane, Pane] {
  const { session, host, reporter, onSeat } = props;
  const { problems } = WORDS[locale];
  const onShown = (preview: Preview) => {
    say(preview.description);
    preloadNeighbours(session, preview, locale);
    reporter.report({ kind: "seat_viewed", seat: preview.seat.key });
    host.tell({ event: "seat", seat: preview.seat.key, description: preview.description });
  };
  const hands = {
    ask: (seat: string) => session.preview(seat, locale),
    codeOf: (failure: unknown) => codeOf(failure, reporter),
    onShown,
    onProblem: (code: string) => host.tell({ event: "problem", code, detail: problems[code] ?? problems.other }),
  };
  const first = usePane({
    ...hands,
    onShown: (preview) => {
      onSeat(preview.seat.key);
      onShown(preview);
    },
  });
  return [first, usePane(hands)];
}

/** The code of what ended the session; null while it lives. */
function useEnd({ session, host }: AppProps, locale: Locale): string | null {
  const [ended, setEnded] = useState<string | null>(null);
  const { problems } = WORDS[locale];
  useEffect(() => {
    session.onEnded = (code) => {
      setEnded(code);
      host.tell({ event: "problem", code, detail: problems[code] ?? problems.other });
    };
  }, [session, host, problems]);
  return ended;
}

/** In another language everything is told anew. */
function useLanguage(locale: Locale, panes: readonly Pane[]): void {
  const before = useRef(locale);
  useEffect(() => {
    document.documentElement.lang = locale;
    document.title = WORDS[locale].title;
    if (before.current === locale) return;
    before.current = locale;
    for (const { preview, show } of panes) if (preview !== null) show(preview.seat.key);
  }, [locale]);
}

function step(pane: Pane, side: Side): void {
  const key = pane.preview?.neighbours[side];
  if (key) pane.show(key);
}
