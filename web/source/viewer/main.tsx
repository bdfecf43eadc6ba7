// The entry point of the viewer. The viewer is a client of the public API with a session token.
import { render } from "preact";
import { ApiProblem } from "../api/client";
import "../design/theme.css";
import { App } from "./app";
import { EventReporter } from "./event-reporter";
import { HostPage } from "./host-page";
import { Notice } from "./notice";
import { Session } from "./session";
import { parseFragment, updateFragment } from "./url-fragment";
import "./viewer.css";
import "./sheet.css";
import { chooseLocale, MESSAGES } from "./messages";

const root = document.getElementById("viewer");
const address = parseFragment(location.hash);
/** The seat that was requested before the viewer was ready. */
let requestedSeat: string | null = address.seat;
let show = (seat: string): void => {
  requestedSeat = seat;
};
const hostPage = new HostPage((seat) => show(seat));
// Another fragment is another session. `history.replaceState`, which the viewer uses itself, fires no such event.
window.addEventListener("hashchange", () => location.reload());

void start();

async function start(): Promise<void> {
  try {
    if (address.token === null) throw new ApiProblem(401, "none", "");
    open(await Session.open(address.token));
  } catch (failure) {
    refuse(failure instanceof ApiProblem ? failure.code : "other");
  }
}

function open(session: Session): void {
  const reporter = new EventReporter(
    () => session.token,
    ({ kind, seat = null, ad = null }) => hostPage.send({ event: "event", kind, seat, ad }),
  );
  let shown: string | null = requestedSeat;
  // Keeps the latest token and the current seat in the address, so that a reload works.
  const keep = () => history.replaceState(null, "", updateFragment(location.hash, session.token, shown));
  session.onRenewed = keep;
  hostPage.bind(session.claims.origin);
  hostPage.send({ event: "ready" });
  reporter.report({ kind: "session_started" });
  window.addEventListener("error", ({ error, message }) => reporter.error(error ?? message));
  window.addEventListener("unhandledrejection", ({ reason }) => reporter.error(reason));
  put(
    <App
      session={session}
      hostPage={hostPage}
      reporter={reporter}
      seat={requestedSeat}
      callToAction={address.callToAction}
      onSeat={(seat) => {
        shown = seat;
        keep();
      }}
      onReady={(showing) => {
        show = showing;
      }}
    />,
  );
}

function refuse(code: string): void {
  const { problems } = MESSAGES[chooseLocale(...navigator.languages)];
  const sentence = problems[code] ?? problems.other;
  hostPage.bind(null);
  hostPage.send({ event: "problem", code, detail: sentence });
  put(<Notice sentence={sentence} />);
}

function put(page: preact.JSX.Element): void {
  if (root !== null) render(page, root);
}
