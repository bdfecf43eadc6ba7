// The key of this tab. It is in a variable, and in the tab's sessionStorage only where the person asked for it.
import { Client } from "@seatpreview/client";
import { forgetHistories } from "../designer/kept-history";
import { forgetCachedLists } from "../shell/list-cache";
import type { CallerInfo } from "../shell/screen-props";
import { mayLeave } from "../shell/unsaved-changes";
import { forgetKeptKey, keepKey, keptKey, noteUse } from "./kept-key";

const CHECK_EVERY_MS = 30_000;

let key: string | null = null;
/** Whether the key is in the storage, too, as far as this page knows. */
let isStored = false;
let onSignOut: (reason: SignOutReason) => void = () => undefined;

export type SignOutReason = "asked" | "idle";

export const api = new Client({ key: () => key, fetch: watchedFetch });

/**
 * Signs in and returns what the API says about the key. A key that the API refuses is not kept. With `isKept`, the key
 * survives a reload of this tab.
 */
export async function signIn(secret: string, isKept: boolean): Promise<CallerInfo> {
  const caller = await new Client({ key: secret }).caller.get();
  key = secret;
  forget();
  if (isKept) {
    keepKey(secret, Date.now());
    isStored = true;
  }
  return caller;
}

/** Whether this tab has a key from before it was reloaded. */
export function hasKeptKey(): boolean {
  return keptKey(Date.now()) !== null;
}

/** Signs in again after a reload. Returns null if there is no key any more. */
export async function signInAgain(): Promise<CallerInfo | null> {
  const secret = keptKey(Date.now());
  if (secret === null) return null;
  key = secret;
  isStored = true;
  try {
    return await api.caller.get();
  } catch (failure) {
    key = null;
    throw failure;
  }
}

export function isSignedIn(): boolean {
  return key !== null;
}

export function signOut(reason: SignOutReason = "asked"): void {
  key = null;
  forget();
  forgetCachedLists();
  forgetHistories();
  onSignOut(reason);
}

/** Sets the function that is called when the key has been removed. */
export function setSignOutHandler(tell: (reason: SignOutReason) => void): void {
  onSignOut = tell;
}

/**
 * Notes what a person does, and removes a kept key after an hour without. The tab is signed out then, unless it has
 * unsaved changes: these stay on the screen, and only a reload asks for the key. Returns a function that ends this.
 */
export function watchUse(): () => void {
  const note = () => noteUse(Date.now());
  const inputs = ["pointerdown", "keydown", "wheel"] as const;
  for (const name of inputs) addEventListener(name, note, { capture: true, passive: true });
  const look = () => {
    if (!isStored || hasKeptKey()) return;
    isStored = false;
    if (mayLeave()) signOut("idle");
  };
  const timer = setInterval(look, CHECK_EVERY_MS);
  // A computer that slept has not run the timer.
  document.addEventListener("visibilitychange", look);
  return () => {
    for (const name of inputs) removeEventListener(name, note, { capture: true });
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}

/** Sends a request. One that changes something counts as use; those that only read may be made by a timer. */
async function watchedFetch(address: string, request: RequestInit): Promise<Response> {
  const isReading = (request.method ?? "GET") === "GET";
  if (!isReading) noteUse(Date.now());
  const response = await fetch(address, request);
  if (!isReading) forgetCachedLists();
  // A key that is refused is not kept.
  if (response.status === 401) {
    forget();
    forgetHistories();
  }
  return response;
}

function forget(): void {
  isStored = false;
  forgetKeptKey();
}
