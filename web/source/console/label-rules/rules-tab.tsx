// The tab that edits a venue's label rules: rules on the left, labels on the right, and a dry run of unpublished rules.

import type { Client, Problem } from "@seatpreview/client";
import { useEffect, useState } from "preact/hooks";
import type { Plan } from "../../plan/plan";
import { DiscardButton } from "../shell/discard-button";
import { refusalOf } from "../shell/permissions";
import { Refusal } from "../shell/permitted";
import { ProblemNotice } from "../shell/problem-notice";
import { SAVE_KEYS } from "../shell/save-shortcut";
import type { CallerInfo } from "../shell/screen-props";
import { showToast } from "../shell/toasts";
import { ConflictDialog } from "../venues/conflict-dialog";
import type { DraftSaver } from "../venues/draft-saver";
import { recordOf, type SeatKeys, type StoredVenue } from "../venues/record";
import { useSaveRecord } from "../venues/use-save-record";
import { type DraftLabel, type DraftRule, draftLabels, draftRule, draftRules, isComplete, seatKeysOf } from "./draft";
import { ruleFaults, useDryRun } from "./dry-run";
import { LabelPanel } from "./label-panel";
import { LearnPanel } from "./learn/learn-panel";
import { RuleList } from "./rule-list";
import { Suggestions } from "./suggestions";
import "./label-rules.css";

export function RulesTab(props: {
  api: Client;
  caller: CallerInfo;
  stored: StoredVenue;
  onStored: (stored: StoredVenue) => void;
  saver: DraftSaver;
  plan: Plan;
  onChanged: (isChanged: boolean) => void;
}) {
  const { api, stored } = props;
  const refusal = refusalOf(props.caller, "replaceVenue", stored);
  const isReadOnly = refusal !== null;
  const { venue } = stored;
  const published = publishedOf(stored);
  const [rules, setRules] = useState<DraftRule[]>(() => draftRules(published.rules));
  const [labels, setLabels] = useState<DraftLabel[]>(() => draftLabels(published.examples));
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
          {!isReadOnly && (
            <div class="row">
              <DiscardButton
                isSmall
                isDisabled={!isChanged || isBusy}
                onDiscard={() => {
                  restart(stored);
                  saving.save.clearProblem();
                }}
              />
              <button
                type="button"
                class="button button-small button-primary"
                disabled={!isChanged || isBusy || tried.length < rules.length}
                aria-keyshortcuts={SAVE_KEYS}
                onClick={publish}
              >
                Publish
              </button>
            </div>
          )}
        </div>
        {refusal !== null && <Refusal reason={`${refusal} You can test labels.`} />}
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
          unusedRules={dryRun.unusedRules}
          sections={props.plan.sections}
          isReadOnly={isReadOnly}
        />
        {!isReadOnly && (
          <Suggestions
            api={api}
            venueId={venue.venueId}
            rules={rules}
            labels={labels}
            onAccept={(rule) => setRules([...rules, draftRule(rule)])}
          />
        )}
      </section>
      <LabelPanel labels={labels} onLabels={setLabels} dryRun={dryRun} plan={props.plan} isReadOnly={isReadOnly} />
      {refusalOf(props.caller, "putDraft", stored) === null && <LearnPanel api={api} saver={props.saver} />}
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

function publishedOf({ venue }: StoredVenue): SeatKeys {
  const { rules, examples } = venue.rules.seatKeys ?? { rules: [], examples: [] };
  return { rules: rules ?? [], examples: examples ?? [] };
}

/** The pointers of faults that are shown at their rules and need not be listed above the rules again. */
function pointersShownAtRules(problem: Problem | undefined, faults: ReadonlyMap<number, string[]>): string[] {
  return problem === undefined || faults.size === 0 ? [] : ["/rules/seatKeys/rules"];
}
