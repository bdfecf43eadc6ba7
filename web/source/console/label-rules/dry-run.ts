// The dry run of unpublished rules: what each label resolves to, and how that differs from the published rules.

import type { Client, components, Fault, Problem } from "@seatpreview/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { toApiProblem } from "../shell/use-request";
import { type DraftLabel, type DraftRule, isComplete } from "./draft";
import { isSame, matchedKeys } from "./expected-keys";
import type { LabelResult } from "./label-result";

type DryRun = components["schemas"]["DryRun"];

export type Change = "gained" | "lost" | "changed";

export type DryRunState = {
  /** The result for each label, by the label's id. */
  results: ReadonlyMap<number, LabelResult>;
  changes: ReadonlyMap<number, Change>;
  /** The ids of rules that changed nothing for any label. */
  unusedRules: ReadonlySet<number>;
  problem: Problem | null;
  isRunning: boolean;
};

export const LABELS_AT_A_TIME = 500;
const PAUSE_MS = 350;
const EMPTY: DryRunState = {
  results: new Map(),
  changes: new Map(),
  unusedRules: new Set(),
  problem: null,
  isRunning: false,
};

/**
 * Runs again shortly after the last change. `version` is the version of the record that the results are compared with.
 */
export function useDryRun(
  api: Client,
  venueId: string,
  version: number,
  rules: readonly DraftRule[],
  labels: readonly DraftLabel[],
): DryRunState {
  const [trial, setTrial] = useState<DryRunState>(EMPTY);
  const tried = JSON.stringify([rules.map((each) => each.rule), labels.map((each) => [each.id, each.label])]);
  const isFirst = useRef(true);
  useEffect(() => {
    if (labels.length === 0) {
      setTrial(EMPTY);
      return undefined;
    }
    const control = new AbortController();
    const run = async () => {
      try {
        const done = await fetchDryRun(api, venueId, rules, labels, control.signal);
        if (!control.signal.aborted) setTrial(done);
      } catch (failure) {
        if (!control.signal.aborted)
          setTrial((before) => ({ ...before, problem: toApiProblem(failure), isRunning: false }));
      }
    };
    setTrial((before) => ({ ...before, isRunning: true }));
    const timer = setTimeout(() => void run(), isFirst.current ? 0 : PAUSE_MS);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [venueId, version, tried]);
  return trial;
}

async function fetchDryRun(
  api: Client,
  venueId: string,
  rules: readonly DraftRule[],
  labels: readonly DraftLabel[],
  signal: AbortSignal,
): Promise<DryRunState> {
  const complete = rules.filter((each) => isComplete(each.rule));
  const results = new Map<number, LabelResult>();
  const changes = new Map<number, Change>();
  let unusedRules = new Set(complete.map((each) => each.id));
  for (let from = 0; from < labels.length; from += LABELS_AT_A_TIME) {
    const some = labels.slice(from, from + LABELS_AT_A_TIME);
    const labelTexts = some.map((each) => each.label);
    const tried = { seatKeys: { rules: complete.map((each) => each.rule) } };
    const data = await api.venues.testSeatKeys(venueId, { labels: labelTexts, rules: tried }, { signal });
    some.forEach((each, index) => {
      const result = data.results[index];
      if (result !== undefined) results.set(each.id, result);
    });
    addChanges(changes, some, data);
    const unused = new Set(data.unusedRules.map((place) => complete[place]?.id));
    unusedRules = new Set([...unusedRules].filter((id) => unused.has(id)));
  }
  return { results, changes, unusedRules, problem: null, isRunning: false };
}

function addChanges(changes: Map<number, Change>, labels: readonly DraftLabel[], { difference }: DryRun): void {
  for (const change of ["gained", "lost", "changed"] as const) {
    for (const place of difference[change]) {
      const label = labels[place];
      if (label !== undefined) changes.set(label.id, change);
    }
  }
}

/** Whether a label resolved as expected; null if nothing is expected of it or no dry run has finished. */
export function isAsExpected(label: DraftLabel, result: LabelResult | undefined): boolean | null {
  if (label.expect === undefined || result === undefined) return null;
  return isSame(matchedKeys(result), label.expect);
}

/** Whether a label was declined that must be declined: it needs nothing more. */
export function isDeclinedAsExpected(label: DraftLabel, result: LabelResult | undefined): boolean {
  return label.expect === null && isAsExpected(label, result) === true;
}

/** How many labels were matched, declined as they must be, and are as expected in all. */
export function countLabels(labels: readonly DraftLabel[], results: ReadonlyMap<number, LabelResult>) {
  const counts = { matched: 0, declinedAsExpected: 0, asExpected: 0 };
  for (const label of labels) {
    const result = results.get(label.id);
    if (result?.status === "matched") counts.matched += 1;
    if (isDeclinedAsExpected(label, result)) counts.declinedAsExpected += 1;
    if (isAsExpected(label, result)) counts.asExpected += 1;
  }
  return counts;
}

/**
 * The faults of each rule, by the rule's id. `rules` must be the list that was sent: a dry run leaves out incomplete
 * rules.
 */
export function ruleFaults(
  errors: readonly Fault[],
  rules: readonly DraftRule[],
  prefix: string,
): ReadonlyMap<number, string[]> {
  const faults = new Map<number, string[]>();
  for (const { pointer, detail } of errors) {
    const [place, ...member] = pointer?.startsWith(`${prefix}/`) ? pointer.slice(prefix.length + 1).split("/") : [];
    const rule = place === undefined ? undefined : rules[Number(place)];
    if (rule === undefined) continue;
    faults.set(rule.id, [...(faults.get(rule.id) ?? []), `${member.join("/")} ${detail}`.trim()]);
  }
  return faults;
}
