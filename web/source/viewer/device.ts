// What the buyer's device can do and would like.
import { useEffect, useState } from "preact/hooks";
import type { Preview, Theme } from "./types";

/** Whether the browser draws in space at all. Asked once: each answer costs a context. */
export function hasWebGl(): boolean {
  try {
    const context = document.createElement("canvas").getContext("webgl2");
    context?.getExtension("WEBGL_lose_context")?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}

/** The venue's wish, or else the device's. */
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

/** Null where the browser has no full screen. */
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
    // A browser that refuses leaves everything as it is.
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
