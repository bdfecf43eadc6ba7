// The viewer, once it has loaded. The viewer is a client of the public API with a session token.

import { Problem } from "@seatpreview/client";
import { render } from "preact";
import { setAccent } from "./accent";
import { AddressHistory } from "./address-history";
import { App } from "./app";
import { browserRefusesTracking, EventReporter } from "./event-reporter";
import { address, firstRequests, keyId } from "./first-requests";
import type { HostChannel } from "./host-channel";
import { chooseLocale, localeOf } from "./locales";
import { loadMessages, problemSentence } from "./messages";
import { Notice } from "./notice";
import { Session } from "./session";
import type { Texts } from "./use-texts";

const root = document.getElementById("viewer");

/** Shown if not even the texts could be loaded. */
const UNREACHABLE = "The preview cannot be loaded. Check your connection, and reload this page.";

export async function start(hostChannel: HostChannel): Promise<void> {
  if (address.accent !== null) setAccent(address.accent);
  const addressHistory = new AddressHistory(window, address.token ?? "");
  try {
    if (firstRequests === null) throw new Problem(401, "none", "");
    const session = await Session.open(firstRequests);
    const locale = chooseLocale(session.claims.locale, address.locale, ...navigator.languages);
    open(session, { locale, messages: await loadMessages(locale) }, hostChannel, addressHistory);
  } catch (failure) {
    await refuse(failure instanceof Problem ? failure.code : "other", hostChannel);
  }
}

function open(session: Session, texts: Texts, hostChannel: HostChannel, addressHistory: AddressHistory): void {
  const reporter = new EventReporter(
    () => session.token,
    keyId,
    session.claims.events === "on" && !browserRefusesTracking(),
    ({ kind, seat = null, ad = null }) => hostChannel.send({ event: "event", kind, seat, ad }),
  );
  session.onRenewed = (token) => addressHistory.renew(token);
  hostChannel.open(session.claims.origin);
  // A page may have asked for a seat while the viewer was loading. The viewer then starts with that seat.
  let { seat } = addressHistory;
  hostChannel.listen({
    show: (asked) => {
      seat = asked;
    },
  });
  hostChannel.send({ event: "ready" });
  reporter.report({ kind: "session_started" });
  // A phone may end a hidden page without telling it.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") reporter.flush();
  });
  window.addEventListener("pagehide", () => reporter.flush());
  window.addEventListener("error", () => reporter.error("script_failed"));
  window.addEventListener("unhandledrejection", () => reporter.error("script_failed"));
  const isLocaleAsked = localeOf(session.claims.locale) !== null || localeOf(address.locale) !== null;
  const { theme, configuration } = address;
  put(
    <App
      initialTexts={texts}
      {...{ session, isLocaleAsked, hostChannel, reporter, addressHistory, seat, theme, configuration }}
    />,
  );
}

async function refuse(code: string, hostChannel: HostChannel): Promise<void> {
  const sentence = await loadMessages(chooseLocale(address.locale, ...navigator.languages)).then(
    (messages) => problemSentence(messages, code),
    () => UNREACHABLE,
  );
  hostChannel.open(null);
  hostChannel.send({ event: "problem", code, detail: sentence });
  put(<Notice sentence={sentence} />);
}

function put(page: preact.JSX.Element): void {
  if (root !== null) render(page, root);
}
