// The requests that every visit needs. They are sent before the viewer itself has loaded: what they ask for is in the
// address already, and each of them would cost a round trip later.
import { type ApiResponse, Client } from "../api/client";
import type { components } from "../api/schema";
import type { Plan } from "../plan/plan";
import { isFarAway } from "./far-away";
import { chooseLocale } from "./locales";
import { loadMessages } from "./messages/load";
import type { Preview } from "./types";
import { parseFragment } from "./url-fragment";

type CallerInfo = components["schemas"]["CallerInfo"];

/** The language and the configuration of the first requests. */
export type Wishes = {
  locale: string;
  configuration: string | null;
};

export type FirstRequests = {
  client: Client;
  /** Holds the token that the client sends. A renewal replaces it. */
  holder: { token: string };
  caller: Promise<ApiResponse<CallerInfo>>;
  wishes: Wishes;
  /** The preview of the seat in the address; null without a seat. */
  preview: { seat: string; response: Promise<Preview> } | null;
  /** The plan, if the view of the seat will be drawn from it. */
  plan: Promise<Plan> | null;
};

export const address = parseFragment(location.hash);
/** Most sessions leave the language to the address or the browser. If one does not, it is asked again. */
const locale = chooseLocale(address.locale, ...navigator.languages);

/** Null if the address has no token. */
export const firstRequests = address.token === null ? null : send(address.token, address.seat);
loadMessages(locale).catch(() => {});

function send(token: string, seat: string | null): FirstRequests {
  const holder = { token };
  const client = new Client({ bearer: () => holder.token });
  const caller = client.get<CallerInfo>("/caller");
  // Whoever uses the responses handles their failures.
  caller.catch(() => {});
  const wishes = { locale, configuration: address.configuration };
  const requests: FirstRequests = { client, holder, caller, wishes, preview: null, plan: null };
  if (seat === null) return requests;
  const response = client.get<Preview>("/seats/preview", { query: { seat, ...wishes } }).then(({ data }) => data);
  requests.preview = { seat, response };
  response.then(
    (preview) => loadParts(requests, preview),
    () => {},
  );
  return requests;
}

/** Loads what the view will be made of: the small picture into the browser's cache, or the drawing's script and plan. */
function loadParts(requests: FirstRequests, preview: Preview): void {
  const { imagery } = preview;
  if (imagery !== null && !isFarAway(preview)) {
    fetch(imagery.previewUrl ?? imagery.url, { credentials: "omit" })
      .then((response) => response.blob())
      .catch(() => {});
    return;
  }
  requests.plan = requests.client.get<Plan>("/seats/plan", { query: requests.wishes }).then(({ data }) => data);
  requests.plan.catch(() => {});
  import("./drawing-renderer").catch(() => {});
}
