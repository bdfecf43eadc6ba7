// The app shell: navigation, the current screen, toasts, and the dialog about unsaved changes.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Confirm } from "../../design/dialog";
import brandIcon from "../../design/icon.svg?no-inline";
import {
  ClockIcon,
  EventsIcon,
  HalfMoonIcon,
  KeyIcon,
  MoonIcon,
  PersonIcon,
  SendIcon,
  SignOutIcon,
  SunIcon,
  TenantsIcon,
  VenueIcon,
} from "../../design/icons";
import { Audit } from "../audit/audit";
import { Caller } from "../caller/caller";
import { Events } from "../events/events";
import { GettingStarted } from "../getting-started/getting-started";
import { Keys } from "../keys/keys";
import { api, signOut, watchUse } from "../signin/session";
import { Tenants } from "../tenants/tenants";
import { Venues } from "../venues/venues";
import { DisabledWebhooksNotice } from "../webhooks/disabled-notice";
import { Webhooks } from "../webhooks/webhooks";
import type { OperationId } from "./operations";
import { usePageTitle } from "./page-title";
import { may, refusalOf } from "./permissions";
import { forgetLastAddresses, hashOf, screenAddress, useRoute } from "./route";
import { useSaveShortcut } from "./save-shortcut";
import type { CallerInfo, ScreenProps } from "./screen-props";
import { Toasts } from "./toasts";
import { confirmLeaving, type LeaveRequest, mayLeave, onLeaveRequest } from "./unsaved-changes";
import { useRequest } from "./use-request";

type Screen = {
  name: string;
  title: string;
  icon: () => preact.JSX.Element;
  show: (props: ScreenProps) => preact.JSX.Element | null;
  /** The operation without which the screen has nothing to show. */
  operation: OperationId;
};

const SCREENS: Screen[] = [
  {
    name: "keys",
    title: "Keys",
    icon: () => <KeyIcon />,
    show: (props) => <Keys {...props} />,
    operation: "listKeys",
  },
  {
    name: "venues",
    title: "Venues",
    icon: () => <VenueIcon />,
    show: (props) => <Venues {...props} />,
    operation: "listVenues",
  },
  {
    name: "events",
    title: "Events",
    icon: () => <EventsIcon />,
    show: (props) => <Events {...props} />,
    operation: "reportEvents",
  },
  {
    name: "webhooks",
    title: "Webhooks",
    icon: () => <SendIcon />,
    show: (props) => <Webhooks {...props} />,
    operation: "listWebhooks",
  },
  {
    name: "audit",
    title: "Audit",
    icon: () => <ClockIcon />,
    show: (props) => <Audit {...props} />,
    operation: "listAudit",
  },
  {
    name: "tenants",
    title: "Tenants",
    icon: () => <TenantsIcon />,
    show: (props) => <Tenants {...props} />,
    operation: "listTenants",
  },
  {
    name: "you",
    title: "You",
    icon: () => <PersonIcon />,
    show: (props) => <Caller {...props} />,
    operation: "getCaller",
  },
];

export function Shell({ caller }: { caller: CallerInfo }) {
  const { route, go, setQuery } = useRoute();
  const screens = SCREENS.filter(({ operation }) => may(caller, operation));
  const wanted = route.screen ?? screens[0]?.name;
  const screen = screens.find(({ name }) => name === wanted);
  const main = useFocusOnNewScreen(screenAddress(route));
  useSaveShortcut();
  useLayoutEffect(watchUse, []);
  useLayoutEffect(() => forgetLastAddresses, []);

  const leave = () => (mayLeave() ? signOut() : confirmLeaving(() => signOut()));
  return (
    <>
      <div class="shell">
        <header class="side">
          <a
            class="skip"
            href={location.hash}
            onClick={(event) => {
              // The hash is the route, so the skip link sets the focus itself.
              event.preventDefault();
              main.current?.focus();
            }}
          >
            Skip to content
          </a>
          {/* The key lives in this page alone, so everything outside of the console opens beside it. */}
          <a class="site-brand" href="/" target="_blank" rel="noopener">
            <img src={brandIcon} alt="" width="26" height="26" />
            Seat Preview
          </a>
          <nav class="nav" aria-label="Screens">
            {screens.map(({ name, title, icon }) => (
              <a key={name} href={hashOf(name)} aria-current={name === screen?.name ? "page" : undefined}>
                {icon()}
                <span>{title}</span>
              </a>
            ))}
          </nav>
          <div class="side-foot">
            <p class="side-who">
              <span class="badge badge-accent">{caller.scope}</span>
              <OwnKey caller={caller} />
            </p>
            <p class="side-links">
              <a href="/guide/" target="_blank" rel="noopener">
                Guide
              </a>
              <a href="/docs" target="_blank" rel="noopener">
                API reference
              </a>
            </p>
            <ThemeButton />
            <button type="button" class="button button-quiet button-small" onClick={leave}>
              <SignOutIcon /> <span class="sign-out-text">Sign out</span>
            </button>
          </div>
        </header>
        <main class="main" id="main" tabIndex={-1} ref={main}>
          <DisabledWebhooksNotice api={api} caller={caller} screen={screen?.name} />
          {screen !== undefined && screen === screens[0] && route.path.length === 0 && (
            <GettingStarted api={api} caller={caller} />
          )}
          {screen === undefined ? (
            <UnknownScreen caller={caller} known={SCREENS.find(({ name }) => name === wanted)} />
          ) : (
            screen.show({ api, caller, path: route.path, query: route.query, setQuery, go })
          )}
        </main>
      </div>
      <Toasts />
      <LeaveDialog />
    </>
  );
}

/** The name of the key that somebody is signed in with; its id where it has none, or may not read it. */
function OwnKey({ caller }: { caller: CallerInfo }) {
  const { keyId } = caller;
  const isReadable = keyId !== null && may(caller, "getKey");
  const { data } = useRequest(
    (signal) => (isReadable ? api.keys.get(keyId, { signal }) : Promise.resolve(null)),
    [keyId, isReadable],
  );
  const label = data?.label ?? "";
  if (label === "") return <code title={keyId ?? ""}>{keyId}</code>;
  return (
    <span class="side-key" title={`${label} (${keyId})`}>
      {label}
    </span>
  );
}

/** What is shown in place of a screen that the caller may not use, or that does not exist. */
function UnknownScreen({ caller, known }: { caller: CallerInfo; known: Screen | undefined }) {
  usePageTitle(known?.title ?? "Page not found");
  const toCaller = <a href={hashOf("you")}>See what your key may do.</a>;
  if (known === undefined) {
    return (
      <div class="empty">
        <h1>Page not found</h1>
        <p>The address may be mistyped. {toCaller}</p>
      </div>
    );
  }
  return (
    <div class="empty">
      <h1>Your key is not for this screen</h1>
      <p>
        {refusalOf(caller, known.operation)} {toCaller}
      </p>
    </div>
  );
}

/**
 * Moves the focus to the main region when the screen changes, so that screen readers announce it. The first screen
 * does not.
 */
function useFocusOnNewScreen(address: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(address);
  useLayoutEffect(() => {
    if (shown.current === address) return;
    shown.current = address;
    main.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [address]);
  return main;
}

function LeaveDialog() {
  const [question, setQuestion] = useState<LeaveRequest | null>(null);
  useEffect(() => onLeaveRequest(setQuestion), []);
  if (question === null) return null;
  return (
    <Confirm
      title="Leave without saving?"
      action="Leave"
      cancel="Stay here"
      onClose={() => setQuestion(null)}
      onConfirm={() => {
        setQuestion(null);
        question.leave();
      }}
    >
      <p>Your changes on this screen are not saved. If you leave, they are lost.</p>
    </Confirm>
  );
}

const THEMES = ["auto", "light", "dark"] as const;
const WORDS = { auto: "system", light: "light", dark: "dark" };

/** The button for the colour theme. The system's setting applies until a theme is chosen for this tab. */
function ThemeButton() {
  const [theme, setTheme] = useState<(typeof THEMES)[number]>("auto");
  useEffect(() => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!;
  return (
    <button
      type="button"
      class="button button-quiet button-small"
      title={`Theme: ${WORDS[theme]}`}
      aria-label={`Theme: ${WORDS[theme]}. Change to ${WORDS[next]}.`}
      onClick={() => setTheme(next)}
    >
      {{ auto: <HalfMoonIcon />, light: <SunIcon />, dark: <MoonIcon /> }[theme]}
    </button>
  );
}
