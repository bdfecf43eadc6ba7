// The requests that every visit needs. They are sent before the viewer itself has loaded: what they ask for is in the
// address already, and each of them would cost a round trip later.
import { type ApiResponse, Client, type Query } from "../api/client";
import type { components } from "../api/schema";
import type { Plan } from "../plan/plan";
import { isFarAway } from "./far-away";
import { chooseLocale, localeOf } from "./locales";
import { loadMessages } from "./messages/load";
import type { Preview } from "./types";
import { type FragmentValues, parseFragment } from "./url-fragment";

type CallerInfo = components["schemas"]["CallerInfo"];

export type FirstRequests = {
  client: Client;
  /** Holds the token that the client sends. A renewal replaces it. */
  holder: { token: string };
  caller: Promise<ApiResponse<CallerInfo>>;
  /** The preview of the seat in the address, in the language that it names or the service chooses; null without one. */
  preview: FirstPreview | null;
  /** The plan, if the view of the seat will be drawn from it, in the same language and configuration. */
  plan: Promise<Plan> | null;
};

export type FirstPreview = {
  seat: string;
  locale: string | null;
  configuration: string | null;
  response: Promise<Preview>;
};

export const address = parseFragment(location.hash);

/** Null if the address has no token. */
export const firstRequests = address.token === null ? null : send(address.token, address);

// Most sessions leave the language to the address or the browser, so its texts are the right ones.
loadMessages(chooseLocale(address.locale, ...navigator.languages)).catch(() => {});

function send(token: string, { seat, locale, configuration }: FragmentValues): FirstRequests {
  const holder = { token };
  const client = new Client({ bearer: () => holder.token });
  const caller = client.get<CallerInfo>("/caller");
  // Whoever uses the responses handles their failures.
  caller.catch(() => {});
  if (seat === null) return { client, holder, caller, preview: null, plan: null };
  const wishes = { locale: localeOf(locale), configuration };
  const response = client.get<Preview>("/seats/preview", { query: { seat, ...wishes } }).then(({ data }) => data);
  const requests: FirstRequests = { client, holder, caller, preview: { seat, ...wishes, response }, plan: null };
  response.then(
    (preview) => loadParts(requests, preview, wishes),
    () => {},
  );
  return requests;
}

/** Loads what the view will be made of: the small picture into the browser's cache, or the drawing's script and plan. */
function loadParts(requests: FirstRequests, preview: Preview, query: Query): void {
  const { imagery } = preview;
  if (imagery !== null && !isFarAway(preview)) {
    fetch(imagery.previewUrl ?? imagery.url, { credentials: "omit" })
      .then((response) => response.blob())
      .catch(() => {});
    return;
  }
  requests.plan = requests.client.get<Plan>("/seats/plan", { query }).then(({ data }) => data);
  requests.plan.catch(() => {});
  import("./drawing-renderer").catch(() => {});
}
