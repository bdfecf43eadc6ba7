// The list of labels with the seat that each one resolves to under the edited rules, and the reason.
import { useRef, useState } from "preact/hooks";

import { CloseIcon } from "../../design/icons";
import { type DraftLabel, expectedOf, labelText } from "./draft";
import { type Change, type DryRunState, isAsExpected, isDeclinedAsExpected } from "./dry-run";
import { formatExpected, isSame, keysText, matchedKeys } from "./expected-keys";
import type { LabelResult } from "./label-result";
import { MarkedLabel, WordLegend, WordList } from "./marked-label";
import { kindsIn } from "./read-words";

export type LabelFilter = "all" | "open" | "wrong" | Change;

const SHOWN_MAX = 200;

export function LabelList(props: {
  labels: DraftLabel[];
  dryRun: DryRunState;
  shown: LabelFilter;
  isReadOnly: boolean;
  onLabel: (label: DraftLabel) => void;
  onRemove: (id: number) => void;
}) {
  const { labels, dryRun } = props;
  const [most, setMost] = useState(SHOWN_MAX);
  const chosen = labels.filter((label) => isShown(label, dryRun, props.shown));
  const results = chosen.slice(0, most).flatMap(({ id }) => dryRun.results.get(id) ?? []);
  return (
    <>
      <WordLegend kinds={kindsIn(results)} />
      <ul class={dryRun.isRunning ? "label-list waiting" : "label-list"} aria-label="Labels and what they become">
        {chosen.slice(0, most).map((label) => (
          <LabelItem
            key={label.id}
            label={label}
            result={dryRun.results.get(label.id)}
            change={dryRun.changes.get(label.id)}
            isReadOnly={props.isReadOnly}
            onLabel={props.onLabel}
            onRemove={() => props.onRemove(label.id)}
          />
        ))}
      </ul>
      {chosen.length === 0 && labels.length > 0 && (
        <p class="soft">None of the {labels.length} labels matches this filter.</p>
      )}
      {chosen.length > most && (
        <button type="button" class="button" onClick={() => setMost(most + SHOWN_MAX)}>
          Show {Math.min(SHOWN_MAX, chosen.length - most)} more of {chosen.length}
        </button>
      )}
    </>
  );
}

export function isShown(label: DraftLabel, dryRun: DryRunState, shown: LabelFilter): boolean {
  const result = dryRun.results.get(label.id);
  if (shown === "all") return true;
  if (shown === "open") {
    return result !== undefined && result.status !== "matched" && !isDeclinedAsExpected(label, result);
  }
  if (shown === "wrong") return isAsExpected(label, result) === false;
  return dryRun.changes.get(label.id) === shown;
}

function LabelItem(props: {
  label: DraftLabel;
  result: LabelResult | undefined;
  change: Change | undefined;
  isReadOnly: boolean;
  onLabel: (label: DraftLabel) => void;
  onRemove: () => void;
}) {
  const { label, result, change } = props;
  const text = labelText(label.label);
  const asExpected = isAsExpected(label, result);
  const keys = result === undefined ? null : matchedKeys(result);
  const reasons = useRef<HTMLDetailsElement>(null);
  return (
    <li class="label-item">
      <div class="label-head">
        {result === undefined ? (
          <span class="badge">not tested yet</span>
        ) : (
          <Status status={result.status} isWanted={isDeclinedAsExpected(label, result)} />
        )}
        {change !== undefined && <span class={`badge change-${change}`}>{CHANGES[change]}</span>}
        {label.isExample && <span class="badge badge-accent">example</span>}
        {asExpected === false && <span class="badge badge-danger">not as expected</span>}
        <button
          type="button"
          class="button button-small button-quiet label-remove"
          aria-label={`Remove label ${text}`}
          onClick={props.onRemove}
        >
          <CloseIcon />
        </button>
      </div>
      <LabelText
        label={text}
        result={result}
        onOpen={() => {
          if (reasons.current !== null) reasons.current.open = true;
        }}
      />
      {result !== undefined && (
        <p class="small">
          {keys === null && <span class="soft">{outcome(result)}</span>}
          {keys !== null && <code class="label-key">{keysText(keys)}</code>}
        </p>
      )}
      <div class="label-foot">
        <ExpectField label={label} text={text} isReadOnly={props.isReadOnly} onLabel={props.onLabel} />
        {result !== undefined && result.trace.length > 0 && (
          <details class="small" ref={reasons}>
            <summary>Why</summary>
            <ol class="trace">
              {result.trace.map((step, index) => (
                <li key={index}>{step}</li>
              ))}
            </ol>
            <WordList text={result.text ?? text} words={result.words ?? []} />
          </details>
        )}
        {!props.isReadOnly && (
          <button
            type="button"
            class="button button-small button-quiet"
            disabled={!label.isExample && result === undefined}
            onClick={() => props.onLabel(label.isExample ? { ...label, isExample: false } : exampleOf(label, result))}
          >
            {label.isExample ? "Remove from examples" : "Add to examples"}
          </button>
        )}
      </div>
    </li>
  );
}

/** The label, with its words marked. If rules changed the text before it was read, both texts are shown. */
function LabelText(props: { label: string; result: LabelResult | undefined; onOpen: () => void }) {
  const { label, result } = props;
  const { text = label, words = [] } = result ?? {};
  if (words.length === 0) return <p class="label-text">{label}</p>;
  return (
    <>
      {text !== label && <p class="label-text">{label}</p>}
      {text !== label && <p class="small soft">Read as</p>}
      <MarkedLabel text={text} words={words} onOpen={props.onOpen} />
    </>
  );
}

/** The keys that are expected of a label. The text stays as it is typed, while the keys in it are parsed. */
function ExpectField(props: {
  label: DraftLabel;
  text: string;
  isReadOnly: boolean;
  onLabel: (label: DraftLabel) => void;
}) {
  const { label } = props;
  const [typed, setTyped] = useState("");
  const isTyped = isSame(expectedOf(typed) ?? null, label.expect ?? null);
  return (
    <label class="row small">
      <span class="soft">Expected</span>
      <input
        class="input mono label-expect"
        aria-label={`Expected key of ${props.text}`}
        value={isTyped ? typed : formatExpected(label.expect)}
        placeholder={label.expect === null ? "declined" : "any"}
        title="A key such as 107/K/9. For several seats, their keys with | or commas between them. “-” if it must be declined."
        readOnly={props.isReadOnly}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => {
          const said = event.currentTarget.value;
          setTyped(said);
          const wanted = expectedOf(said);
          props.onLabel({ ...label, expect: wanted === undefined && label.isExample ? null : wanted });
        }}
      />
    </label>
  );
}

/** The status of a label. One that was declined and must be is as good as one that was matched. */
function Status({ status, isWanted }: { status: LabelResult["status"]; isWanted: boolean }) {
  const { tone, word } = isWanted ? { tone: "badge-good", word: "declined, as expected" } : STATUSES[status];
  return <span class={`badge ${tone}`}>{word}</span>;
}

/** Turns a label into an example. It expects the given keys, or else what the label resolves to now. */
function exampleOf(label: DraftLabel, result: LabelResult | undefined): DraftLabel {
  const now = result === undefined ? null : matchedKeys(result);
  return { ...label, isExample: true, expect: label.expect === undefined ? now : label.expect };
}

function outcome(result: LabelResult): string {
  if (result.status === "ambiguous") {
    const keys = result.alternatives.slice(0, 4).map((seat) => seat.key);
    if (keys.length === 0) return "Several seats match.";
    return `Could be ${keys.join(" or ")}${result.alternatives.length > 4 ? ", and others" : ""}.`;
  }
  if (result.status === "section_only" && result.seat !== null) {
    return `Section ${result.seat.section}, but not the row or seat that it names.`;
  }
  return "Declined: no seat is certain.";
}

const STATUSES: Record<LabelResult["status"], { tone: string; word: string }> = {
  matched: { tone: "badge-good", word: "matched" },
  section_only: { tone: "badge-warn", word: "section only" },
  ambiguous: { tone: "badge-warn", word: "ambiguous" },
  unmatched: { tone: "badge-danger", word: "unmatched" },
};

const CHANGES: Record<Change, string> = { gained: "+ gained", lost: "− lost", changed: "~ changed" };
