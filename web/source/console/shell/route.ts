// Which screen the address names. Routes live in the hash: the service serves one page for all of them.
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

/** The route, and how to change it. Leaving a form with unsaved changes waits for a yes. */
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
      // The browser has moved already: put the address back, and ask.
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
