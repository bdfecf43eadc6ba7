// Routing by the hash of the address. The service serves the same page for all routes.
import { useCallback, useEffect, useState } from "preact/hooks";

import { confirmLeaving, mayLeave } from "./unsaved-changes";

export type Route = { screen: string; path: string[] };

export const FIRST_SCREEN = "keys";

export function routeOf(hash: string): Route {
  const [screen, ...path] = hash
    .replace(/^#?\/?/, "")
    .split("/")
    .filter(Boolean)
    .map(decoded);
  return { screen: screen ?? FIRST_SCREEN, path };
}

export function hashOf(path: string): string {
  return `#${path.startsWith("/") ? path : `/${path}`}`;
}

/** Returns the current route and a function that changes it. Leaving unsaved changes must be confirmed first. */
export function useRoute(): { route: Route; go: (path: string) => void } {
  const [hash, setHash] = useState(location.hash);

  useEffect(() => {
    const follow = () => {
      const next = location.hash;
      if (next === hash) return;
      if (mayLeave()) {
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
