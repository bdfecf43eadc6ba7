// The viewer, once it has loaded. The viewer is a client of the public API with a session token.

import { Problem } from "@seatpreview/client";
import { render } from "preact";
import { setAccent } from "./accent";
import { AddressHistory } from "./address-history";
import { App } from "./app";
import { replayEarlyMessages } from "./early-messages";
import { browserRefusesTracking, EventReporter } from "./event-reporter";
import { address, firstRequests, keyId } from "./first-requests";
import { HostPage } from "./host-page";
import { chooseLocale, localeOf } from "./locales";
import { loadMessages, problemSentence } from "./messages/load";
import { Notice } from "./notice";
import { OfferInbox } from "./offers/inbox";
import { Session } from "./session";
import type { Texts } from "./use-texts";

const root = document.getElementById("viewer");
/** The seat that was requested before the viewer was ready. */
let requestedSeat: string | null = address.seat;
let show = (seat: string, _isBack?: boolean): void => {
  requestedSeat = seat;
};
const offerInbox = new OfferInbox();
const hostPage = new HostPage(
  (seat) => show(seat),
  (message) => offerInbox.receive(message),
);
replayEarlyMessages();
const addressHistory = new AddressHistory(window, (seat, isBack) => show(seat, isBack));

if (address.accent !== null) setAccent(address.accent);

/** Shown if not even the texts could be loaded. */
const UNREACHABLE = "The preview cannot be loaded. Check your connection, and reload this page.";

void start();

async function start(): Promise<void> {
  try {
    if (firstRequests === null) throw new Problem(401, "none", "");
    const session = await Session.open(firstRequests);
    const locale = chooseLocale(session.claims.locale, address.locale, ...navigator.languages);
    open(session, { locale, messages: await loadMessages(locale) });
  } catch (failure) {
    await refuse(failure instanceof Problem ? failure.code : "other");
  }
}

function open(session: Session, texts: Texts): void {
  const reporter = new EventReporter(
    () => session.token,
    keyId,
    session.claims.events === "on" && !browserRefusesTracking(),
    ({ kind, seat = null, ad = null }) => hostPage.send({ event: "event", kind, seat, ad }),
  );
  let shown: string | null = requestedSeat;
  let configuration = address.configuration;
  // Keeps the latest token and what is shown in the address, so that a reload works.
  const keep = () => addressHistory.keep(session.token, shown, configuration);
  session.onRenewed = keep;
  hostPage.bind(session.claims.origin);
  hostPage.send({ event: "ready" });
  reporter.report({ kind: "session_started" });
  window.addEventListener("error", () => reporter.error("script_failed"));
  window.addEventListener("unhandledrejection", () => reporter.error("script_failed"));
  put(
    <App
      session={session}
      texts={texts}
      isLocaleAsked={localeOf(session.claims.locale) !== null || localeOf(address.locale) !== null}
      hostPage={hostPage}
      offerInbox={offerInbox}
      reporter={reporter}
      seat={requestedSeat}
      theme={address.theme}
      callToAction={session.claims.cta}
      configuration={address.configuration}
      addressHistory={addressHistory}
      onShown={(seat, chosen) => {
        shown = seat;
        configuration = chosen;
        keep();
      }}
      onReady={(showing) => {
        show = showing;
      }}
    />,
  );
}

async function refuse(code: string): Promise<void> {
  const sentence = await loadMessages(chooseLocale(address.locale, ...navigator.languages)).then(
    (messages) => problemSentence(messages, code),
    () => UNREACHABLE,
  );
  hostPage.bind(null);
  hostPage.send({ event: "problem", code, detail: sentence });
  put(<Notice sentence={sentence} />);
}

function put(page: preact.JSX.Element): void {
  if (root !== null) render(page, root);
}
