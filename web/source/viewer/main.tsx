// The viewer: a client of the public API that holds a session token, and nothing else.
import { render } from "preact";
import { ApiProblem } from "../api/client";
import "../design/base.css";
import { App } from "./app";
import { Reporter } from "./event-reporter";
import { Host } from "./host-page";
import { Notice } from "./notice";
import { Session } from "./session";
import { addressOf, fragmentOf } from "./url-fragment";
import "./viewer.css";
import "./sheet.css";
import { spoken, WORDS } from "./messages";

const root = document.getElementById("viewer");
const address = addressOf(location.hash);
/** A seat that the host page wishes before the viewer can show one. */
let wished: string | null = address.seat;
let show = (seat: string): void => {
  wished = seat;
};
const host = new Host((seat) => show(seat));
// Another address in the same tab is another session. Those that the viewer writes itself are not heard here.
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
  const reporter = new Reporter(
    () => session.token,
    ({ kind, seat = null, ad = null }) => host.tell({ event: "event", kind, seat, ad }),
  );
  let shown: string | null = wished;
  // The address stays good for a reload: the newest token, and the seat that is shown.
  const keep = () => history.replaceState(null, "", fragmentOf(location.hash, session.token, shown));
  session.onRenewed = keep;
  host.bind(session.claims.origin);
  host.tell({ event: "ready" });
  reporter.report({ kind: "session_started" });
  window.addEventListener("error", ({ error, message }) => reporter.error(error ?? message));
  window.addEventListener("unhandledrejection", ({ reason }) => reporter.error(reason));
  put(
    <App
      session={session}
      host={host}
      reporter={reporter}
      seat={wished}
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
  const { problems } = WORDS[spoken(...navigator.languages)];
  const sentence = problems[code] ?? problems.other;
  host.bind(null);
  host.tell({ event: "problem", code, detail: sentence });
  put(<Notice sentence={sentence} />);
}

function put(page: preact.JSX.Element): void {
  if (root !== null) render(page, root);
}
