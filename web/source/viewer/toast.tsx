// A short sentence on the view about what has just happened, which disappears by itself.
import { useCallback, useEffect, useState } from "preact/hooks";

const SHOWN_MS = 5000;

/** Returns the sentence, and the function that shows another one and announces it to screen readers. */
export function useToast(announce: (text: string) => void): [sentence: string, tell: (sentence: string) => void] {
  const [shown, setShown] = useState({ sentence: "", number: 0 });
  useEffect(() => {
    if (shown.sentence === "") return undefined;
    const timer = setTimeout(() => setShown({ sentence: "", number: 0 }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown.number]);
  const tell = useCallback((sentence: string) => {
    announce(sentence);
    setShown(({ number }) => ({ sentence, number: number + 1 }));
  }, []);
  return [shown.sentence, tell];
}

export function Toast({ sentence }: { sentence: string }) {
  if (sentence === "") return null;
  return (
    <p class="toast" aria-hidden="true">
      {sentence}
    </p>
  );
}
