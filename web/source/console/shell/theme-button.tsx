// The button for the colour theme. The system's setting applies until a theme is chosen for this tab.
import { useEffect, useState } from "preact/hooks";

import { HalfMoonIcon, MoonIcon, SunIcon } from "../../design/icons";

const THEMES = ["auto", "light", "dark"] as const;
const WORDS = { auto: "system", light: "light", dark: "dark" };

export function ThemeButton() {
  const [theme, setTheme] = useState<(typeof THEMES)[number]>("auto");
  useEffect(() => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!;
  return (
    <button
      type="button"
      class="button button-quiet button-small"
      title={`Theme: ${WORDS[theme]}`}
      aria-label={`Theme: ${WORDS[theme]}. Change to ${WORDS[next]}.`}
      onClick={() => setTheme(next)}
    >
      {{ auto: <HalfMoonIcon />, light: <SunIcon />, dark: <MoonIcon /> }[theme]}
    </button>
  );
}
