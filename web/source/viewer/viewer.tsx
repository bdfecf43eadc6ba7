// The viewer: the views, the sheet and the dialogs, and the state that they share.
import { useEffect, useState } from "preact/hooks";
import type { AddressHistory } from "./address-history";
import { useFullScreen, useGraphics, useInputDevices, useReducedMotion, useTheme } from "./device";
import type { EventReporter } from "./event-reporter";
import { focusField, focusMap } from "./finder-focus";
import type { HostChannel } from "./host-channel";
import { useKeyboardShortcuts } from "./keyboard-shortcuts";
import { useOffers } from "./offers/use-offers";
import { titleOf, useTitle } from "./page-title";
import { usePlan, usePreloadedNeighbours } from "./requests";
import type { Session } from "./session";
import { Sheet } from "./sheet";
import { useToast } from "./toast";
import type { Side, Theme } from "./types";
import { useMedia } from "./use-media";
import { useModule } from "./use-module";
import { useTellShown } from "./use-panes";
import { useSeats } from "./use-seats";
import { useShare } from "./use-share";
import { useSheetState } from "./use-sheet-state";
import type { Texts } from "./use-texts";
import { viewerActions } from "./viewer-actions";
import { Views } from "./views";

export type ViewerProps = {
  session: Session;
  texts: Texts;
  hostChannel: HostChannel;
  reporter: EventReporter;
  addressHistory: AddressHistory;
  /** The seat that the address or the host page names. */
  seat: string | null;
  /** The theme that the host page asks for, which wins over the venue's. */
  theme: Theme | null;
  /** The configuration that the address names. It counts only where the session leaves it open. */
  configuration: string | null;
  /** Called with the venue's own language, which is known from the first preview on. */
  onVenueLocale: (locale: string | undefined) => void;
};

export function Viewer(props: ViewerProps) {
  const { session, texts, hostChannel, reporter, addressHistory } = props;
  const { locale, messages } = texts;
  const own = session.claims.seats;
  const start = props.seat ?? own[0] ?? null;
  const isConfigurationOpen = session.claims.configuration === null;
  const [configuration, setConfiguration] = useState(isConfigurationOpen ? props.configuration : null);
  const [announcement, announce] = useState("");
  const [toast, tell] = useToast(announce);

  const seats = useSeats({ session, hostChannel, reporter, addressHistory, texts, configuration, start });
  const { first, second, active, comparison } = seats;
  const [plan, needPlan] = usePlan(session, reporter, locale, configuration, start === null);
  const onFailed = () => reporter.error("request_failed");
  const offers = useOffers({ session, plan, texts, announce, hostChannel, onFailed });
  const moves = active.preview === null ? null : (offers?.movesOf(active.preview) ?? active.preview.neighbours);
  const [wasSeen, setSeen] = useState(false);
  usePreloadedNeighbours(session, [first.preview, second.preview], locale, configuration, wasSeen);

  const defaults = first.preview?.viewerDefaults ?? {};
  useTheme(props.theme ?? defaults.theme);
  useEffect(() => props.onVenueLocale(defaults.locale), [defaults.locale]);
  const reducedMotion = useReducedMotion(defaults.reducedMotion);
  const [hasGraphics, onNoGraphics] = useGraphics();
  const input = useInputDevices();
  const fullScreen = useFullScreen();
  const media = useMedia(seats.shown, plan, hasGraphics);
  // A picture is shown before the plan is loaded. A drawing, and a problem that names the configuration, need it.
  const isPlanNext = media.shown[0] === "drawing" || first.problem !== null;
  useEffect(() => {
    if (isPlanNext) needPlan();
  }, [isPlanNext]);
  useTellShown(first, media.shown[0], texts, hostChannel, announce);
  useTellShown(second, media.shown[1], texts, hostChannel, announce);
  useTitle(active, messages);

  const sharing = useShare(session, texts, configuration, tell);
  const sheet = useSheetState();
  // Before the first request, a seat that is going to be asked for counts as a view.
  const hasNoView = first.preview === null && !first.isBusy && (start === null || first.asked !== null);
  const later = useModule(wasSeen || hasNoView || sheet.isOpen, () => import("./after-first-view"));
  const [wantsMap, setWantsMap] = useState(false);
  // Whoever compares wants to see the views.
  useEffect(() => setWantsMap(false), [comparison.isOn]);
  // Without a view, the map takes its place.
  const isMapLarge = own.length === 0 && plan != null && later !== null && (hasNoView || wantsMap);
  const ask = (seat: string) => session.preview(seat, locale, configuration);
  // On a phone without a keyboard, nothing speaks of keys.
  const helpTitle = input.hasKeyboard ? messages.help : messages.helpTouch;
  const [hasHelp, setHelp] = useState(false);
  const [hasKeys, setKeys] = useState(true);
  const step = (side: Side) => moves?.[side] && active.show(moves[side]);
  const actions = viewerActions(own, {
    left: () => step("left"),
    right: () => step("right"),
    inFront: () => step("inFront"),
    behind: () => step("behind"),
    back: seats.goBack,
    compare: comparison.toggle,
    other: comparison.swap,
    find: () => sheet.openAt(focusField),
    map: () => (isMapLarge ? focusMap() : sheet.openAt(focusMap)),
    kind: () => media.canChoose && media.toggle(),
    fullScreen: fullScreen.toggle,
    help: () => setHelp(true),
  });
  useKeyboardShortcuts(hasKeys, actions);

  return (
    <main class="viewer" data-open={sheet.isOpen} data-compared={comparison.isOn} data-full={fullScreen.isOn}>
      <Views
        {...{
          seats,
          own,
          plan,
          media,
          texts,
          reporter,
          reducedMotion,
          hasGraphics,
          onNoGraphics,
          fullScreen,
          toast,
          tell,
        }}
        help={helpTitle}
        onShown={() => {
          needPlan();
          setSeen(true);
        }}
        onShare={active.preview === null ? null : () => sharing.share(active.shown, titleOf(active, messages))}
        onHelp={() => setHelp(true)}
        moves={own.length === 1 ? null : moves}
        map={own.length > 0 || hasNoView ? null : { isOn: isMapLarge, toggle: () => setWantsMap(!wantsMap) }}
        largeMap={
          isMapLarge ? (
            <later.LargeMap
              {...{ plan, messages, locale, ask }}
              pane={active}
              other={!comparison.isOn ? null : active === first ? second : first}
              isSecond={active === second}
              offers={offers?.map}
              legend={offers !== null && <offers.Prices offers={offers} />}
              onSeatChosen={() => setWantsMap(false)}
            />
          ) : null
        }
      />
      <Sheet
        {...{ first, second, comparison, plan, own, reporter, messages, locale, media, offers, later, isMapLarge, ask }}
        findBest={session.findBest}
        isOpen={sheet.isOpen}
        callToAction={session.claims.cta}
        isDraft={session.claims.draft}
        onOpen={sheet.setOpen}
        onConfiguration={isConfigurationOpen && (plan?.configurations.length ?? 0) > 1 ? setConfiguration : null}
      />
      <p class="visually-hidden" role="status">
        {announcement}
      </p>
      {later !== null && hasHelp && (
        <later.HelpDialog
          {...{ messages, input, actions, hasKeys }}
          title={helpTitle}
          onKeys={setKeys}
          onClose={() => setHelp(false)}
        />
      )}
      {later !== null && sharing.link !== null && (
        <later.LinkDialog link={sharing.link} messages={messages} onClose={sharing.close} />
      )}
    </main>
  );
}
