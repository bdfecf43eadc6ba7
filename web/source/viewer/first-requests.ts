// The requests that every visit needs. They are sent before the viewer itself has loaded: the
// address already says what they ask for, and each of them would cost a round trip later.
import type { components } from "@seatpreview/client";
import type { Plan } from "../plan/plan";
import { isDrawnFirst } from "./drawn-first";
import { chooseLocale } from "./locales";
import { loadMessages } from "./messages";
import type { Preview } from "./types";
import { parseFragment } from "./url-fragment";
import { type ApiResponse, ViewerApi } from "./viewer-api";
import { keyIdOfPath } from "./viewer-path";

type CallerInfo = Pick<components["schemas"]["CallerInfo"], "session">;

/** The language and the configuration of the first requests. */
export type Wishes = {
  locale: string;
  configuration: string | null;
};

export type FirstRequests = {
  api: ViewerApi;
  /** Holds the token that the requests carry. A renewal replaces it. */
  holder: { token: string };
  /** Says what the token allows: the answer that also has the preview, if there is one. */
  caller: Promise<ApiResponse<CallerInfo>>;
  wishes: Wishes;
  /** The preview of the seat in the address; null without a seat. */
  preview: { seat: string; response: Promise<Preview> } | null;
  /** The plan of the venue; null without a seat. It is small, and nearly every view needs it: for the drawing, or for the map. */
  plan: Promise<Plan> | null;
};

export const address = parseFragment(location.hash);
/** The service refuses a token that another key made: the key in the path decides which pages may show this one. */
export const keyId = keyIdOfPath(location.pathname);
/** Most sessions leave the language to the address or the browser. For any other, the requests are sent again. */
const locale = chooseLocale(address.locale, ...navigator.languages);

/** Null if the address has no token. */
export const firstRequests = address.token === null ? null : send(address.token, address.seat);
loadMessages(locale).catch(() => {});

function send(token: string, seat: string | null): FirstRequests {
  const holder = { token };
  const api = new ViewerApi(() => holder.token, keyId);
  const wishes = { locale, configuration: address.configuration };
  const askForCaller = () => api.get<CallerInfo>("/caller");
  const query = { seat, ...wishes, withNeighbours: true, withSession: true };
  const answer = seat === null ? null : api.get<Preview & CallerInfo>("/seats/preview", query);
  // Where the seat is refused, or an older service does not know these parameters, the token may still be valid.
  const caller = answer?.catch(askForCaller) ?? askForCaller();
  // The code that uses the responses handles their failures.
  caller.catch(() => {});
  const requests: FirstRequests = { api, holder, caller, wishes, preview: null, plan: null };
  if (answer === null || seat === null) return requests;
  const response = answer.then(({ data }) => data);
  requests.preview = { seat, response };
  requests.plan = api.get<Plan>("/seats/plan", wishes).then(({ data }) => data);
  requests.plan.catch(() => {});
  response.then(
    (preview) => loadParts(requests, preview),
    () => {},
  );
  return requests;
}

/** Loads what the view will be made of: the small picture or still into the browser's cache, and the drawing's script. */
function loadParts(requests: FirstRequests, preview: Preview): void {
  const { imagery } = preview;
  if (imagery !== null && !isDrawnFirst(preview)) {
    fetch(imagery.previewUrl ?? imagery.url, { credentials: "omit" })
      .then((response) => response.blob())
      .catch(() => {});
    return;
  }
  const still = preview.drawing?.still ?? null;
  if (still !== null) new Image().src = still.previewUrl;
  beginDrawing(requests.plan, preview).catch(() => {});
}

/** The hall is built by a worker while the script that draws it is still loading. */
async function beginDrawing(plan: FirstRequests["plan"], { eye }: Preview): Promise<void> {
  import("./drawing-renderer").catch(() => {});
  const [{ beginHall }, loaded] = await Promise.all([import("../drawing/hall-building"), plan]);
  if (loaded !== null && eye !== null) beginHall(loaded, eye);
}
