// Sends the request of "Try it", and reads what came back: at most as much of it as a page can show.
import type { TryRequest } from "./try-request";

/** Longer bodies are cut: a page with several megabytes of text is slow. */
export const SHOWN_CHARACTERS_MAX = 200_000;

export type TryResponse = {
  status: number;
  statusText: string;
  milliseconds: number;
  headers: readonly (readonly [string, string])[];
  /** The body as text; null if it is a picture. */
  text: string | null;
  isCut: boolean;
  pictureUrl: string | null;
};

/** Sends the request with the credential. It throws a TypeError if no response arrived. */
export async function send(request: TryRequest, credential: string, signal: AbortSignal): Promise<TryResponse> {
  const started = performance.now();
  const response = await fetch(request.url, {
    method: request.method,
    headers: { ...request.headers, ...(credential === "" ? {} : { Authorization: `Bearer ${credential}` }) },
    body: request.body,
    signal,
    cache: "no-store",
    credentials: "omit",
    referrerPolicy: "no-referrer",
  });
  const body = await response.blob();
  const milliseconds = Math.round(performance.now() - started);
  const isPicture = body.type.startsWith("image/");
  const text = isPicture ? null : shownText(await body.text(), body.type);
  return {
    status: response.status,
    statusText: response.statusText,
    milliseconds,
    headers: [...response.headers].sort(([a], [b]) => (a < b ? -1 : 1)),
    text: text?.slice(0, SHOWN_CHARACTERS_MAX) ?? null,
    isCut: (text?.length ?? 0) > SHOWN_CHARACTERS_MAX,
    pictureUrl: isPicture ? URL.createObjectURL(body) : null,
  };
}

/** JSON with line breaks, other text as it is. */
export function shownText(text: string, type: string): string {
  if (!type.includes("json")) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
