// A label as it was read: each word marked with what it was taken for.
import { useId, useState } from "preact/hooks";

import "./marked-label.css";
import { KINDS, piecesOf, type ReadWord, type TakenFor, takenForText } from "./read-words";

/** The keys that move between the words of a label, as steps; infinite steps go to the first and the last one. */
const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/**
 * The words of a label are one tab stop, and arrow keys move between them: a list of labels would have thousands
 * otherwise. The word under the pointer, or with the focus, has its meaning below. `onOpen` is called when a word is
 * pressed.
 */
export function MarkedLabel(props: { text: string; words: readonly ReadWord[]; onOpen: () => void }) {
  const pieces = piecesOf(props.text, props.words);
  const marked = pieces.flatMap(({ text, word }) => (word === null ? [] : [{ text, word }]));
  /** The index of the word that the Tab key leads to. */
  const [stop, setStop] = useState(0);
  /** The start of the word whose meaning is shown. Another result may have other words. */
  const [explainedStart, setExplained] = useState<number | null>(null);
  const explained = marked.find(({ word }) => word.start === explainedStart);
  const tipId = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") setExplained(null);
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(stop + step, 0), marked.length - 1);
    setStop(next);
    (event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>(".word")[next]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys and the pointer of the words within.
    <div class="marked" onPointerLeave={() => setExplained(null)} onKeyDown={onKeyDown}>
      <p class="label-text">
        {pieces.map(({ text, word }, index) =>
          word === null ? (
            <span key={index}>{text}</span>
          ) : (
            <button
              key={index}
              type="button"
              class={`word word-${word.takenFor}`}
              data-mark={KINDS[word.takenFor].mark}
              aria-label={`${text}: ${takenForText(word)}`}
              aria-describedby={explained?.word === word ? tipId : undefined}
              tabIndex={marked[Math.min(stop, marked.length - 1)]?.word === word ? 0 : -1}
              onPointerEnter={() => setExplained(word.start)}
              onFocus={() => {
                setExplained(word.start);
                setStop(marked.findIndex((each) => each.word === word));
              }}
              onBlur={() => setExplained(null)}
              onClick={props.onOpen}
            >
              <span>{text}</span>
            </button>
          ),
        )}
      </p>
      {explained !== undefined && (
        <p id={tipId} class="word-tip" role="tooltip">
          <strong>{explained.text}</strong> {KINDS[explained.word.takenFor].explanation}
          {explained.word.meaning && <>: {explained.word.meaning}</>}
        </p>
      )}
    </div>
  );
}

/** The words of a label and what they were taken for, as a list that can be read without the marks. */
export function WordList({ text, words }: { text: string; words: readonly ReadWord[] }) {
  return (
    <dl class="word-list">
      {piecesOf(text, words).map(
        ({ text: said, word }, index) =>
          word !== null && (
            <div key={index}>
              <dt>{said}</dt>
              <dd>{takenForText(word)}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Explains the marks that occur. Those that name a place need no explanation. */
export function WordLegend({ kinds }: { kinds: readonly TakenFor[] }) {
  if (kinds.length === 0) return null;
  return (
    <ul class="word-legend small soft" aria-label="What the words of a label were taken for">
      {kinds.map((kind) => {
        const { mark, explanation, isPlace } = KINDS[kind];
        return (
          <li key={kind}>
            <span class={`word-swatch word-${kind}`}>{mark}</span>
            {!isPlace && explanation}
          </li>
        );
      })}
    </ul>
  );
}
