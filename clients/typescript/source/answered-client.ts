// For tests: a client whose requests get prepared answers, and time that passes at once.
import { afterEach, beforeEach, vi } from "vitest";
import { Client, type Retries } from "./index.js";

export const KEY = "sk_live_secret0123456789";
export const SERVICE = "https://seats.example";

type Sent = { address: string; method: string; headers: Record<string, string>; body: unknown };
type Answer = Response | Error | ((request: RequestInit) => Promise<Response>);

/** A client whose requests are answered one after the other, and what it has sent. */
export function answered(...answers: Answer[]) {
  return answeredWith({}, ...answers);
}

export function answeredWith(retries: Retries, ...answers: Answer[]) {
  const sent: Sent[] = [];
  const fetch = async (address: string, request: RequestInit) => {
    sent.push({ address, method: request.method!, headers: request.headers as Sent["headers"], body: request.body });
    const answer = answers.shift();
    if (answer === undefined) throw new Error("The test expects no further request.");
    if (answer instanceof Error) throw answer;
    return answer instanceof Response ? answer : answer(request);
  };
  return { client: new Client({ service: SERVICE, key: KEY, retries, fetch }), sent };
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
export const problem = (status: number, code: string, headers: Record<string, string> = {}) =>
  json({ code, detail: "No.", status }, status, headers);

/** Gives every test of a file a clock that stands still until `settle` moves it. */
export function useStillClock(): void {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
}

/** Lets a call go through all of its waits. */
export async function settle<T>(call: Promise<T>): Promise<T> {
  call.catch(() => {});
  await vi.runAllTimersAsync();
  return call;
}
