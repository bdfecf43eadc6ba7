// Routing by the hash of the address. The service serves the same page for all routes.
import { useCallback, useLayoutEffect, useState } from "preact/hooks";

import { confirmLeaving, mayLeave } from "./unsaved-changes";

/** The screen is null in an address that names none. */
export type Route = { screen: string | null; path: string[] };

export function routeOf(hash: string): Route {
  const [screen, ...path] = hash
    .replace(/^#?\/?/, "")
    .split("/")
    .filter(Boolean)
    .map(decoded);
  return { screen: screen ?? null, path };
}

/** The part of a route that decides which screen is shown, without what a screen shows by itself: a venue's tab. */
export function screenAddress({ screen, path }: Route): string {
  const shown = screen === "venues" ? path.slice(0, 1) : path;
  return [screen ?? "", ...shown].join("/");
}

/** Whether a change of the address stays on the screen, so that nothing on it is lost. */
export function staysOnScreen(from: string, to: string): boolean {
  const [one, other] = [routeOf(from), routeOf(to)];
  return one.path.length > 0 && screenAddress(one) === screenAddress(other);
}

export function hashOf(path: string): string {
  return `#${path.startsWith("/") ? path : `/${path}`}`;
}

/** Returns the current route and a function that changes it. Leaving unsaved changes must be confirmed first. */
export function useRoute(): { route: Route; go: (path: string) => void } {
  const [hash, setHash] = useState(location.hash);

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
  return { route: routeOf(hash), go };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
