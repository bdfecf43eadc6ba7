// The requests that every visit needs. They are sent before the viewer itself has loaded: what they ask for is in the
// address already, and each of them would cost a round trip later.
import { type ApiResponse, Client } from "../api/client";
import type { components } from "../api/schema";
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
  if (seat === null) return { client, holder, caller, preview: null };
  const query = { seat, locale: localeOf(locale), configuration };
  const response = client.get<Preview>("/seats/preview", { query }).then(({ data }) => data);
  response.then(loadParts, () => {});
  return { client, holder, caller, preview: { ...query, response } };
}

/** Loads what the view will be made of: the small picture into the browser's cache, or the script that draws. */
function loadParts({ imagery }: Preview): void {
  const part =
    imagery === null
      ? import("./drawing-renderer")
      : fetch(imagery.previewUrl ?? imagery.url, { credentials: "omit" }).then((response) => response.blob());
  part.catch(() => {});
}
