// The tab that edits a venue's label rules: rules on the left, labels on the right, and a dry run of unpublished rules.
import { useEffect, useState } from "preact/hooks";

import type { ApiProblem, Client } from "../../api/client";
import { PlusIcon } from "../../design/icons";
import type { Plan } from "../../plan/plan";
import { ProblemNotice } from "../shell/problem-notice";
import { showToast } from "../shell/toasts";
import { ConflictDialog } from "../venues/conflict-dialog";
import { recordOf, type SeatKeys, type StoredVenue } from "../venues/record";
import { useSaveRecord } from "../venues/use-save-record";
import {
  type DraftLabel,
  type DraftRule,
  draftLabels,
  draftRule,
  draftRules,
  isComplete,
  labelsFromLines,
  labelsFromPlan,
  seatKeysOf,
} from "./draft";
import { type DryRunState, isAsExpected, ruleFaults, useDryRun } from "./dry-run";
import { isShown, type LabelFilter, LabelList } from "./label-list";
import { RuleList } from "./rule-list";
import { Suggestions } from "./suggestions";
import "./label-rules.css";

export function RulesTab(props: {
  api: Client;
  stored: StoredVenue;
  onStored: (stored: StoredVenue) => void;
  isOwner: boolean;
  plan: Plan;
  onChanged: (isChanged: boolean) => void;
}) {
  const { api, stored, isOwner } = props;
  const { venue } = stored;
  const published = publishedOf(stored);
  const [rules, setRules] = useState<DraftRule[]>(() => draftRules(published.rules));
  const [labels, setLabels] = useState<DraftLabel[]>(() => draftLabels(published.examples));
  const [shown, setShown] = useState<LabelFilter>("all");
  const dryRun = useDryRun(api, venue.venueId, venue.version, rules, labels);
  const draft = seatKeysOf(rules, labels);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(published);

  const restart = (next: StoredVenue) => {
    const { rules: theirs, examples } = publishedOf(next);
    setRules(draftRules(theirs));
    setLabels((before) => [...draftLabels(examples), ...before.filter((label) => !label.isExample)]);
  };
  const saving = useSaveRecord(api, stored, props.onStored, () => showToast("The rules were published"), restart);
  const { problem, isBusy } = saving.save;
  const tried = rules.filter((each) => isComplete(each.rule));
  const faults =
    problem === undefined
      ? ruleFaults(dryRun.problem?.errors ?? [], tried, "/rules/seatKeys/rules")
      : ruleFaults(problem.errors, rules, "/rules/seatKeys/rules");
  useEffect(() => props.onChanged(isChanged), [isChanged]);

  // The record was saved elsewhere. Rules without unsaved changes are replaced by the saved ones.
  const [base, setBase] = useState(published);
  if (JSON.stringify(base) !== JSON.stringify(published)) {
    setBase(published);
    if (JSON.stringify(draft) === JSON.stringify(base)) restart(stored);
  }

  const publish = () => {
    const record = recordOf(venue);
    void saving.save.run({ ...record, rules: { ...record.rules, seatKeys: draft } });
  };
  return (
    <div class="rules-tab">
      <section class="card panel" aria-labelledby="rules-title">
        <div class="panel-head">
          <h2 id="rules-title">Rules</h2>
          <div class="row">
            <button
              type="button"
              class="button button-small"
              disabled={!isChanged || isBusy}
              onClick={() => {
                restart(stored);
                saving.save.clearProblem();
              }}
            >
              Discard changes
            </button>
            <button
              type="button"
              class="button button-small button-primary"
              disabled={!isChanged || isBusy || !isOwner || tried.length < rules.length}
              onClick={publish}
            >
              Publish
            </button>
          </div>
        </div>
        {!isOwner && <p class="soft small">Read only: you can test labels, but only the owner can change the rules.</p>}
        <ProblemNotice problem={problem} fieldPointers={pointersShownAtRules(problem, faults)} />
        {problem === undefined && dryRun.problem !== null && faults.size === 0 && (
          <ProblemNotice problem={dryRun.problem} />
        )}
        <RuleList
          rules={rules}
          onRules={(next) => {
            setRules(next);
            saving.save.clearProblem();
          }}
          faults={faults}
          idle={dryRun.unusedRules}
          sections={props.plan.sections}
          isReadOnly={!isOwner}
        />
        {isOwner && (
          <Suggestions
            api={api}
            venueId={venue.venueId}
            rules={rules}
            labels={labels}
            onAccept={(rule) => setRules([...rules, draftRule(rule)])}
          />
        )}
      </section>
      <section class="card panel" aria-labelledby="labels-title">
        <h2 id="labels-title">Labels</h2>
        <Summary labels={labels} dryRun={dryRun} shown={shown} onShow={setShown} />
        <AddLabels
          isEmpty={labels.length === 0}
          onAdd={(text) => setLabels([...labelsFromLines(text), ...labels])}
          onMake={props.plan.sections.length === 0 ? null : () => setLabels([...labels, ...labelsFromPlan(props.plan)])}
        />
        <LabelList
          labels={labels}
          dryRun={dryRun}
          shown={shown}
          isReadOnly={!isOwner}
          onLabel={(next) => setLabels(labels.map((label) => (label.id === next.id ? next : label)))}
          onRemove={(id) => setLabels(labels.filter((label) => label.id !== id))}
        />
      </section>
      {saving.conflict !== null && (
        <ConflictDialog
          {...saving.conflict}
          onKeepMine={saving.keepMine}
          onTakeTheirs={saving.takeTheirs}
          onClose={saving.dismissConflict}
        />
      )}
    </div>
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
  const right = labels.filter((label) => isAsExpected(label, dryRun.results.get(label.id)) === true).length;
  const matched = labels.length - count("open");
  return (
    <div class="stack-small">
      <p role="status">
        {matched} of {labels.length} matched, {right} as expected. Against the published rules: {count("gained")}{" "}
        gained, {count("lost")} lost, {count("changed")} changed.
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
          As your ticketing system prints them, one per line. After “=&gt;” you can add the key that is expected.
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

function publishedOf({ venue }: StoredVenue): SeatKeys {
  const { rules, examples } = venue.rules.seatKeys ?? { rules: [], examples: [] };
  return { rules: rules ?? [], examples: examples ?? [] };
}

/** The pointers of faults that are shown at their rules and need not be listed above the rules again. */
function pointersShownAtRules(problem: ApiProblem | undefined, faults: ReadonlyMap<number, string[]>): string[] {
  return problem === undefined || faults.size === 0 ? [] : ["/rules/seatKeys/rules"];
}

const FILTERS: [LabelFilter, string][] = [
  ["all", "All"],
  ["open", "Not matched"],
  ["wrong", "Not as expected"],
  ["gained", "Gained"],
  ["lost", "Lost"],
  ["changed", "Changed"],
];
