// Routing by the hash of the address. The service serves the same page for all routes.
import { useCallback, useLayoutEffect, useState } from "preact/hooks";

import { confirmLeaving, mayLeave } from "./unsaved-changes";

/** The filters in an address: `{ status: "revoked" }` for `#/keys?status=revoked`. */
export type Query = Readonly<Record<string, string>>;

/** The screen is null in an address that names none. */
export type Route = { screen: string | null; path: string[]; query: Query };

/** How a screen reads and changes the filters in its address. */
export type AddressQuery = {
  query: Query;
  /**
   * Changes some filters; an empty text removes one. Each change is an entry of the history, but for typing, which
   * replaces the entry.
   */
  setQuery: (changes: Query, isTyping?: boolean) => void;
};

export function routeOf(hash: string): Route {
  const [address = "", query = ""] = split(hash.replace(/^#?\/?/, ""));
  const [screen, ...path] = address.split("/").filter(Boolean).map(decoded);
  return { screen: screen ?? null, path, query: Object.fromEntries(new URLSearchParams(query)) };
}

/** Returns the same address with other filters. */
export function withQuery(hash: string, changes: Query): string {
  const [address = ""] = split(hash);
  const kept = Object.entries({ ...routeOf(hash).query, ...changes }).filter(([, value]) => value !== "");
  return withFilters(address, kept);
}

/** The address of a screen with filters: `linkTo("audit", { key: "key_1" })`. */
export function linkTo(path: string, query: Query): string {
  return withQuery(hashOf(path), query);
}

/** The part of a route that decides which screen is shown, without what a screen shows by itself: a venue's tab. */
export function screenAddress({ screen, path }: Route): string {
  const shown = screen === "venues" ? path.slice(0, 1) : path;
  return [screen ?? "", ...shown].join("/");
}

/** Whether a change of the address stays on the screen, so that nothing on it is lost. */
export function staysOnScreen(from: string, to: string): boolean {
  const [one, other] = [routeOf(from), routeOf(to)];
  return screenAddress(one) === screenAddress(other);
}

export function hashOf(path: string): string {
  return `#${path.startsWith("/") ? path : `/${path}`}`;
}

/** The filters that each list had last, so that the way back from one of its records shows the same list. */
const lastLists = new Map<string, string>();

/** The address of a list as it was shown last. */
export function lastAddress(path: string): string {
  const address = hashOf(path);
  return lastLists.get(address) ?? address;
}

/** Forgets the filters of all lists: another key sees other records. */
export function forgetLastAddresses(): void {
  lastLists.clear();
}

/**
 * Returns the current route and functions that change it and its filters. Leaving unsaved changes must be confirmed
 * first.
 */
export function useRoute(): { route: Route; go: (path: string) => void; setQuery: AddressQuery["setQuery"] } {
  const [hash, setHash] = useState(location.hash);
  const [list] = split(hash);
  if (list !== undefined) lastLists.set(list, hash);

  // Before the next frame: a link that is followed at once must not be missed.
  useLayoutEffect(() => {
    const follow = () => {
      const next = location.hash;
      if (next === hash) return;
      if (mayLeave() || staysOnScreen(hash, next)) {
        setHash(next);
        return;
      }
      // The browser has already changed the address: restore it, and ask for confirmation.
      history.replaceState(null, "", hash === "" ? location.pathname : hash);
      confirmLeaving(() => {
        location.hash = next;
      });
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [hash]);

  const go = useCallback((path: string) => {
    location.hash = hashOf(path);
  }, []);
  const setQuery = useCallback((changes: Query, isTyping = false) => {
    const next = withQuery(location.hash, changes);
    if (next === location.hash) return;
    if (isTyping) history.replaceState(null, "", next);
    else location.hash = next;
    setHash(next);
  }, []);
  return { route: routeOf(hash), go, setQuery };
}

function split(address: string): string[] {
  const at = address.indexOf("?");
  return at < 0 ? [address] : [address.slice(0, at), address.slice(at + 1)];
}

function withFilters(address: string, filters: [string, string][]): string {
  const query = new URLSearchParams(filters).toString();
  return query === "" ? address : `${address}?${query}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
