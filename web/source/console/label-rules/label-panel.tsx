// The right half of the rules tab: labels to test, their results, and filters by result.
import { useState } from "preact/hooks";

import { PlusIcon } from "../../design/icons";
import type { Plan } from "../../plan/plan";
import { type DraftLabel, labelsFromLines, labelsFromPlan } from "./draft";
import { countLabels, type DryRunState } from "./dry-run";
import { isShown, type LabelFilter, LabelList } from "./label-list";

type LabelPanelProps = {
  labels: DraftLabel[];
  onLabels: (labels: DraftLabel[]) => void;
  dryRun: DryRunState;
  plan: Plan;
  isReadOnly: boolean;
};

export function LabelPanel({ labels, onLabels, dryRun, plan, isReadOnly }: LabelPanelProps) {
  const [shown, setShown] = useState<LabelFilter>("all");
  return (
    <section class="card panel" aria-labelledby="labels-title">
      <h2 id="labels-title">Labels</h2>
      <Summary labels={labels} dryRun={dryRun} shown={shown} onShow={setShown} />
      <AddLabels
        isEmpty={labels.length === 0}
        onAdd={(text) => onLabels([...labelsFromLines(text), ...labels])}
        onMake={plan.sections.length === 0 ? null : () => onLabels([...labels, ...labelsFromPlan(plan)])}
      />
      <LabelList
        labels={labels}
        dryRun={dryRun}
        shown={shown}
        isReadOnly={isReadOnly}
        onLabel={(next) => onLabels(labels.map((label) => (label.id === next.id ? next : label)))}
        onRemove={(id) => onLabels(labels.filter((label) => label.id !== id))}
      />
    </section>
  );
}

/** The counts of labels by result. Each count is a filter that shows only those labels. */
function Summary(props: {
  labels: DraftLabel[];
  dryRun: DryRunState;
  shown: LabelFilter;
  onShow: (shown: LabelFilter) => void;
}) {
  const { labels, dryRun } = props;
  if (labels.length === 0) return null;
  const count = (shown: LabelFilter) => labels.filter((label) => isShown(label, dryRun, shown)).length;
  const { matched, declinedAsExpected, asExpected } = countLabels(labels, dryRun.results);
  const waiting = labels.filter(({ id }) => !dryRun.results.has(id)).length;
  return (
    <div class="stack-small">
      <p role="status">
        {waiting > 0 && `${waiting} not tested yet. `}
        {matched} of {labels.length - waiting} matched
        {declinedAsExpected > 0 && `, ${declinedAsExpected} declined as they must be`}, {asExpected} as expected.
        Against the published rules: {count("gained")} gained, {count("lost")} lost, {count("changed")} changed.
      </p>
      <div class="row" role="group" aria-label="Which labels are shown">
        {FILTERS.map(([shown, title]) => (
          <button
            key={shown}
            type="button"
            class="button button-small chip"
            aria-pressed={props.shown === shown}
            onClick={() => props.onShow(shown)}
          >
            {title} {shown === "all" ? labels.length : count(shown)}
          </button>
        ))}
      </div>
    </div>
  );
}

function AddLabels(props: { isEmpty: boolean; onAdd: (text: string) => void; onMake: (() => void) | null }) {
  const [text, setText] = useState("");
  const add = () => {
    if (text.trim() === "") return;
    props.onAdd(text);
    setText("");
  };
  return (
    <div class="stack-small">
      <label class="field">
        <span class="field-label">Add labels</span>
        <span class="field-help">
          As your ticketing system prints them, one per line. After “=&gt;” you can add what is expected: a key, the
          keys of several seats with | or commas between them, or “-” if the label must be declined.
        </span>
        <textarea
          class="input mono label-input"
          rows={props.isEmpty ? 5 : 2}
          value={text}
          spellcheck={false}
          placeholder={"Field Box 110, Row 17, Seat 3\nFB110-17-3 => FB110/17/3"}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) add();
          }}
        />
      </label>
      <div class="row">
        <button type="button" class="button button-small" disabled={text.trim() === ""} onClick={add}>
          <PlusIcon /> Add
        </button>
        {props.isEmpty && props.onMake !== null && (
          <button type="button" class="button button-small" onClick={props.onMake}>
            Generate labels from the layout
          </button>
        )}
      </div>
    </div>
  );
}

const FILTERS: [LabelFilter, string][] = [
  ["all", "All"],
  ["open", "Not matched"],
  ["wrong", "Not as expected"],
  ["gained", "Gained"],
  ["lost", "Lost"],
  ["changed", "Changed"],
];
