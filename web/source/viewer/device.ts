// The capabilities and preferences of the buyer's device.
import { useEffect, useState } from "preact/hooks";
import type { Preview, Theme } from "./types";

/** Whether the browser supports WebGL. Each call creates a context, so call it once. */
export function hasWebGl(): boolean {
  try {
    const context = document.createElement("canvas").getContext("webgl2");
    context?.getExtension("WEBGL_lose_context")?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}

/** The venue's theme, or else the device's. */
export function useTheme(venueDefault: Preview["viewerDefaults"]["theme"]): Theme {
  const isDark = useMedia("(prefers-color-scheme: dark)");
  const theme = venueDefault === "light" || venueDefault === "dark" ? venueDefault : isDark ? "dark" : "light";
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return theme;
}

export function useReducedMotion(venueDefault: Preview["viewerDefaults"]["reducedMotion"]): boolean {
  const isReduced = useMedia("(prefers-reduced-motion: reduce)");
  return isReduced || venueDefault === "always";
}

/** The full-screen state and its switch; null if the browser does not support it. */
export function useFullScreen(): { isOn: boolean; toggle: () => void } | null {
  const [isOn, setOn] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const hear = () => setOn(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", hear);
    return () => document.removeEventListener("fullscreenchange", hear);
  }, []);
  if (!document.fullscreenEnabled) return null;
  const toggle = () => {
    const asked = isOn ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    // If the browser refuses, nothing changes.
    asked.catch(() => {});
  };
  return { isOn, toggle };
}

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const hear = () => setMatches(list.matches);
    list.addEventListener("change", hear);
    return () => list.removeEventListener("change", hear);
  }, [query]);
  return matches;
}
