// One HTTP request to the service, sent once. Pages that must stay small use it without the rest of the client.
import { Problem, problemOf } from "./problem.js";

const BASE_PATH = "/v1";
const UNREACHABLE = "The service cannot be reached. Check the connection and try again.";

/** Query parameters. Undefined and null are left out; a list is sent by repeating the name. */
export type Query = { readonly [name: string]: string | number | boolean | readonly string[] | null | undefined };

/** Returns the full address of an API path. Without a service it is relative to the page's own origin. */
export function addressOf(service: string, path: string, query: Query = {}): string {
  const text = new URLSearchParams(pairsOf(query)).toString();
  return `${service}${BASE_PATH}${path}${text === "" ? "" : `?${text}`}`;
}

/** What sends a request: `fetch`, or a function that does the same. */
export type Fetch = (address: string, request: RequestInit) => Promise<Response>;

/** Sends a request. Throws a Problem where the service refuses it or cannot be reached. */
export async function sendRequest(address: string, request: RequestInit, send: Fetch = fetch): Promise<Response> {
  // The only credential is a header; cookies are never used.
  const response = await orUnreachable(() => send(address, { credentials: "omit", cache: "no-store", ...request }));
  if (!response.ok && response.status !== 304) throw await problemOf(response);
  return response;
}

/** Reads the JSON of a response; undefined where there is none. The connection can break while it is being read. */
export async function readJson<T>(response: Response): Promise<T> {
  const text = await orUnreachable(() => response.text());
  try {
    return (text === "" ? undefined : JSON.parse(text)) as T;
  } catch {
    const detail = "The address answers, but not as a Seat Preview service does. Check the address.";
    throw new Problem(response.status, "unexpected", detail, { requestId: response.headers.get("x-request-id") });
  }
}

/** An aborted request stays an AbortError; every other failure becomes a problem with the code `unreachable`. */
export async function orUnreachable<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (failure) {
    if (failure instanceof Error && (failure.name === "AbortError" || failure.name === "TimeoutError")) throw failure;
    throw new Problem(0, "unreachable", UNREACHABLE, { cause: failure });
  }
}

function pairsOf(query: Query): string[][] {
  return Object.entries(query).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    if (typeof value === "object") return value.map((each) => [name, each]);
    return [[name, String(value)]];
  });
}
