// The language that samples are shown in: one choice for the whole page, remembered for the visit.
import { useEffect, useState } from "preact/hooks";

const STORED_AS = "seatpreview.reference.language";
const listeners = new Set<(language: string) => void>();

let chosen = stored();

export function useLanguage(): string {
  const [language, setLanguage] = useState(chosen);
  useEffect(() => {
    listeners.add(setLanguage);
    setLanguage(chosen);
    return () => {
      listeners.delete(setLanguage);
    };
  }, []);
  return language;
}

export function chooseLanguage(language: string): void {
  chosen = language;
  for (const listener of listeners) listener(language);
  try {
    sessionStorage.setItem(STORED_AS, language);
  } catch {
    // Without storage, the choice is remembered until the page is left.
  }
}

function stored(): string {
  try {
    return sessionStorage.getItem(STORED_AS) ?? "curl";
  } catch {
    return "curl";
  }
}
