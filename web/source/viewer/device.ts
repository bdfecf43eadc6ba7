// The capabilities and preferences of the buyer's device.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Preview, Theme } from "./types";

/** Whether the browser supports WebGL, as far as is known, and the function that says that it does not. */
export function useGraphics(): [hasGraphics: boolean, onNoGraphics: () => void] {
  const [hasGraphics, setGraphics] = useState(typeof WebGL2RenderingContext === "function");
  return [hasGraphics, useCallback(() => setGraphics(false), [])];
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

export type FullScreen = {
  isOn: boolean;
  /** Whether the whole viewer has the screen, which a small frame asks for. */
  isLarge: boolean;
  toggle: () => void;
  openLarge: () => void;
};

/**
 * The picture alone: on the whole screen, or in the whole page or frame where the browser has no full screen for pages,
 * as on an iPhone. Escape ends it.
 */
export function useFullScreen(): FullScreen {
  const [isOn, setOn] = useState(document.fullscreenElement !== null);
  const [isLarge, setLarge] = useState(false);
  const wantsLarge = useRef(false);
  const isEnded = useRef(false);
  useEffect(() => {
    const onChange = () => {
      const isFull = document.fullscreenElement !== null;
      // Escape may come while the browser is still on its way to full screen.
      if (isFull && isEnded.current) void document.exitFullscreen();
      else setOn(isFull && !wantsLarge.current);
      setLarge(isFull && wantsLarge.current);
      wantsLarge.current &&= isFull;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      isEnded.current = true;
      setOn(false);
    };
    document.addEventListener("fullscreenchange", onChange);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("fullscreenchange", onChange);
      document.removeEventListener("keydown", onKey);
    };
  }, []);
  const openLarge = () => {
    wantsLarge.current = true;
    isEnded.current = false;
    const asked = document.fullscreenEnabled ? document.documentElement.requestFullscreen() : Promise.reject();
    // Where a frame has no full screen, as on an iPhone, the viewer opens in a tab of its own.
    asked.catch(() => window.open(location.href, "_blank", "noopener"));
  };
  const toggle = () => {
    if (isLarge) {
      void document.exitFullscreen();
      return;
    }
    isEnded.current = isOn;
    setOn(!isOn);
    if (!document.fullscreenEnabled) return;
    const asked = isOn ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    // If the browser refuses, the picture alone fills the page.
    asked.catch(() => {});
  };
  return { isOn, isLarge, toggle, openLarge };
}

export type InputDevices = {
  /** Whether fingers are the main way to point. */
  isTouched: boolean;
  hasKeyboard: boolean;
};

/** A device without a touch screen has a keyboard, and so has every device where a key was pressed outside of a field. */
export function useInputDevices(): InputDevices {
  const isTouched = useMedia("(pointer: coarse)");
  const [wasPressed, setPressed] = useState(false);
  useEffect(() => {
    // A keyboard on the screen sends keys to fields only.
    const onKey = ({ target }: KeyboardEvent) => {
      if (!(target instanceof HTMLInputElement)) setPressed(true);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return { isTouched, hasKeyboard: !isTouched || wasPressed };
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
