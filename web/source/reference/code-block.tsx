// Listings with a copy button, and the samples of an operation in tabs.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

import { CopyButton } from "../design/copy-button";
import { tokensOf } from "./highlight";
import { chooseLanguage, useLanguage } from "./language";
import type { CodeSample } from "./openapi-document";

type CodeBlockProps = { title: ComponentChildren; name: string; text: string };

/** A listing under its title. `name` says to a screen reader what it is. */
export function CodeBlock({ title, name, text }: CodeBlockProps) {
  return (
    <figure class="listing">
      <figcaption>
        <span class="listing-title">{title}</span>
        <CopyButton text={text} />
      </figcaption>
      <Listing text={text} name={name} />
    </figure>
  );
}

export function Listing({ text, name }: { text: string; name: string }) {
  return (
    // A listing that scrolls must be reachable by keyboard.
    <pre tabIndex={0} role="region" aria-label={name}>
      <code>
        {tokensOf(text).map((token, position) => (
          // The parts of a text have nothing but their position.
          <span key={position} class={token.kind === "plain" ? undefined : `token-${token.kind}`}>
            {token.text}
          </span>
        ))}
      </code>
    </pre>
  );
}

/** The samples of an operation. A choice of language switches all samples of the page. */
export function Samples({ samples, of }: { samples: readonly CodeSample[]; of: string }) {
  const id = useId();
  const language = useLanguage();
  const shown = samples.find((sample) => sample.label === language) ?? samples[0];
  if (shown === undefined) return null;

  const move = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = samples[(samples.indexOf(shown) + step + samples.length) % samples.length]!;
    chooseLanguage(next.label);
    document.getElementById(`${id}-${next.label}`)?.focus();
  };

  return (
    <figure class="listing">
      <figcaption>
        <div role="tablist" aria-label={`Language of the sample of ${of}`} class="listing-tabs">
          {samples.map(({ label }) => (
            <button
              key={label}
              id={`${id}-${label}`}
              type="button"
              role="tab"
              aria-selected={label === shown.label}
              aria-controls={`${id}-panel`}
              tabIndex={label === shown.label ? 0 : -1}
              onClick={() => chooseLanguage(label)}
              onKeyDown={move}
            >
              {label}
            </button>
          ))}
        </div>
        <CopyButton key={shown.label} text={shown.source} />
      </figcaption>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${shown.label}`}>
        <Listing text={shown.source} name={`${of} in ${shown.label}`} />
      </div>
    </figure>
  );
}
