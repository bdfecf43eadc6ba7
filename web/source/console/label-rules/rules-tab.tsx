// The rule workshop: rules on the left, labels on the right, and what a change would mean before it is published.
import { useEffect, useState } from "preact/hooks";

import type { ApiProblem, Client } from "../../api/client";
import { PlusIcon } from "../../design/icons";
import type { Plan } from "../../plan/plan";
import { Trouble } from "../shell/problem-notice";
import { say } from "../shell/toasts";
import { Conflict } from "../venues/conflict-dialog";
import { recordOf, type SeatKeys, type Stored } from "../venues/record";
import { useSaving } from "../venues/use-save-record";
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
import { isAsExpected, ruleFaults, type Trial, useTrial } from "./dry-run";
import { isShown, LabelList, type Shown } from "./label-list";
import { RuleList } from "./rule-list";
import { Suggestions } from "./suggestions";
import "./label-rules.css";

export function Workshop(props: {
  api: Client;
  stored: Stored;
  onStored: (stored: Stored) => void;
  isOwner: boolean;
  plan: Plan;
  onChanged: (isChanged: boolean) => void;
}) {
  const { api, stored, isOwner } = props;
  const { venue } = stored;
  const published = publishedOf(stored);
  const [rules, setRules] = useState<DraftRule[]>(() => draftRules(published.rules));
  const [labels, setLabels] = useState<DraftLabel[]>(() => draftLabels(published.examples));
  const [shown, setShown] = useState<Shown>("all");
  const trial = useTrial(api, venue.venueId, venue.version, rules, labels);
  const draft = seatKeysOf(rules, labels);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(published);

  const restart = (next: Stored) => {
    const { rules: theirs, examples } = publishedOf(next);
    setRules(draftRules(theirs));
    setLabels((before) => [...draftLabels(examples), ...before.filter((label) => !label.isExample)]);
  };
  const saving = useSaving(api, stored, props.onStored, () => say("The rules were published"), restart);
  const { problem, isBusy } = saving.doing;
  const tried = rules.filter((each) => isComplete(each.rule));
  const faults =
    problem === undefined
      ? ruleFaults(trial.problem?.errors ?? [], tried, "/rules/seatKeys/rules")
      : ruleFaults(problem.errors, rules, "/rules/seatKeys/rules");
  useEffect(() => props.onChanged(isChanged), [isChanged]);

  // Stored by another tab or by somebody else: rules nobody has touched here follow.
  const [base, setBase] = useState(published);
  if (JSON.stringify(base) !== JSON.stringify(published)) {
    setBase(published);
    if (JSON.stringify(draft) === JSON.stringify(base)) restart(stored);
  }

  const publish = () => {
    const record = recordOf(venue);
    void saving.doing.run({ ...record, rules: { ...record.rules, seatKeys: draft } });
  };
  return (
    <div class="workshop">
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
                saving.doing.forget();
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
        {!isOwner && <p class="soft small">Granted to you: try labels here; its owner changes the rules.</p>}
        <Trouble problem={problem} beside={besideOf(problem, faults)} />
        {problem === undefined && trial.problem !== null && faults.size === 0 && <Trouble problem={trial.problem} />}
        <RuleList
          rules={rules}
          onRules={(next) => {
            setRules(next);
            saving.doing.forget();
          }}
          faults={faults}
          idle={trial.idle}
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
        <Summary labels={labels} trial={trial} shown={shown} onShow={setShown} />
        <AddLabels
          isEmpty={labels.length === 0}
          onAdd={(text) => setLabels([...labelsFromLines(text), ...labels])}
          onMake={props.plan.sections.length === 0 ? null : () => setLabels([...labels, ...labelsFromPlan(props.plan)])}
        />
        <LabelList
          labels={labels}
          trial={trial}
          shown={shown}
          isReadOnly={!isOwner}
          onLabel={(next) => setLabels(labels.map((label) => (label.id === next.id ? next : label)))}
          onRemove={(id) => setLabels(labels.filter((label) => label.id !== id))}
        />
      </section>
      {saving.conflict !== null && (
        <Conflict
          {...saving.conflict}
          onKeepMine={saving.keepMine}
          onTakeTheirs={saving.takeTheirs}
          onClose={saving.later}
        />
      )}
    </div>
  );
}

/** How many labels came to which end; each number shows those labels alone. */
function Summary(props: { labels: DraftLabel[]; trial: Trial; shown: Shown; onShow: (shown: Shown) => void }) {
  const { labels, trial } = props;
  if (labels.length === 0) return null;
  const count = (shown: Shown) => labels.filter((label) => isShown(label, trial, shown)).length;
  const right = labels.filter((label) => isAsExpected(label, trial.results.get(label.id)) === true).length;
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
          As your ticketing system prints them, one for each line. Behind “=&gt;” the key that one should become, if you
          know it.
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
            Make some from the layout
          </button>
        )}
      </div>
    </div>
  );
}

function publishedOf({ venue }: Stored): SeatKeys {
  const { rules, examples } = venue.rules.seatKeys ?? { rules: [], examples: [] };
  return { rules: rules ?? [], examples: examples ?? [] };
}

/** What is shown at the rules need not be listed above them. */
function besideOf(problem: ApiProblem | undefined, faults: ReadonlyMap<number, string[]>): string[] {
  return problem === undefined || faults.size === 0 ? [] : ["/rules/seatKeys/rules"];
}

const FILTERS: [Shown, string][] = [
  ["all", "All"],
  ["open", "Not matched"],
  ["wrong", "Not as expected"],
  ["gained", "Gained"],
  ["lost", "Lost"],
  ["changed", "Changed"],
];
