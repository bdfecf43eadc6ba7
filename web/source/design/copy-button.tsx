// A button that copies a text, and a text with such a button beside it.
import { useRef, useState } from "preact/hooks";

import { CheckIcon, CopyIcon } from "./icons";

type CopyButtonProps = { text: string; label?: string; isPrimary?: boolean; onCopied?: () => void };

export function CopyButton({ text, label = "Copy", isPrimary = false, onCopied }: CopyButtonProps) {
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");
  const timer = useRef<number>(0);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
      onCopied?.();
    } catch {
      // Browsers refuse outside of secure contexts, or if the user has denied it.
      setState("refused");
    }
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setState("idle"), 2500);
  };

  const said = { idle: label, copied: "Copied", refused: "Select and copy by hand" }[state];
  return (
    <button type="button" class={`button button-small${isPrimary ? " button-primary" : ""}`} onClick={copy}>
      {state === "copied" ? <CheckIcon /> : <CopyIcon />}
      <span aria-live="polite">{said}</span>
    </button>
  );
}

/** An id within a line of text, with a small button that copies it. */
export function CopyableText({ text, name }: { text: string; name: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <span class="copyable">
      <code>{text}</code>
      <button
        type="button"
        class="copyable-button"
        aria-label={isCopied ? `${name} copied` : `Copy ${name}`}
        title={`Copy ${name}`}
        onClick={() => {
          navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            () => undefined,
          );
        }}
        onBlur={() => setCopied(false)}
      >
        {isCopied ? <CheckIcon /> : <CopyIcon />}
      </button>
    </span>
  );
}
