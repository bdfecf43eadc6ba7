// Searches for rules in the groups of a sales file, in batches, and judges each rule on all groups.
import type { Client, components } from "@seatpreview/client";
import type { Rule } from "../draft";
import type { Expected } from "../expected-keys";
import type { Cells, Group, Sample } from "./label-groups";

export const BATCH_LABELS = 500;
/** The most groups that are sent: those with the most lines. */
export const GROUPS_MAX = 1000;
const PROPOSALS_MAX = 50;
const EXAMPLES_OF_A_RULE_MAX = 3;

type Outcome = components["schemas"]["LabelOutcome"];
type Request = Parameters<Client["venues"]["suggestSeatKeys"]>[1];
type TriedRules = NonNullable<Request["rules"]>;

/** A sample that is sent, the share of its group's lines that it stands for, and what it resolved to. */
export type SentLabel = { sample: Sample; group: Group; lines: number; outcome: Outcome | null };

export type Proposal = {
  rule: Rule;
  gained: SentLabel[];
  mended: SentLabel[];
  broken: SentLabel[];
  /** How many examples of the record it would break. */
  brokenExamples: number;
  /** Whether the right seat is known of none of the labels that it improves. */
  isGuess: boolean;
  /** Rules that would resolve as many labels, and lead to other places. */
  alternatives: readonly Rule[];
};

export class RuleSearch {
  readonly labels: SentLabel[];
  private readonly alternatives = new Map<string, readonly Rule[]>();

  constructor(
    private readonly api: Client,
    private readonly venueId: string,
    groups: readonly Group[],
    /** The rules of the draft, and those that were accepted. */
    private readonly tried: (more: readonly Rule[]) => TriedRules,
    private readonly signal: AbortSignal,
  ) {
    this.labels = groups.flatMap((group) =>
      group.samples.map((sample) => ({ sample, group, lines: group.lines / group.samples.length, outcome: null })),
    );
  }

  /** Notes what each label resolves to. Returns the rules that were suggested, those for the most lines first. */
  async find(onProgress: (done: number, all: number) => void): Promise<Rule[]> {
    const found = new Map<string, { rule: Rule; lines: number }>();
    for (let from = 0; from < this.labels.length; from += BATCH_LABELS) {
      onProgress(from, this.labels.length);
      const { data, results } = await this.suggest(from, [], []);
      results.forEach((outcome, at) => {
        const label = this.labels[from + at];
        if (label !== undefined) label.outcome = outcome;
      });
      for (const { rule, gainedAt = [], mendedAt = [], alternatives = [] } of data) {
        const key = JSON.stringify(rule);
        this.alternatives.set(key, alternatives);
        const before = found.get(key)?.lines ?? 0;
        found.set(key, { rule, lines: before + linesOf(this.at(from, [...gainedAt, ...mendedAt])) });
      }
    }
    const ranked = [...found.values()].sort((one, other) => other.lines - one.lines);
    return ranked.slice(0, PROPOSALS_MAX).map(({ rule }) => rule);
  }

  /** What each rule changes on all labels, with the accepted ones and the ones before it in place. */
  async judge(rules: readonly Rule[], accepted: readonly Rule[]): Promise<Proposal[]> {
    const proposals: Proposal[] = rules.map((rule) => ({
      rule,
      gained: [],
      mended: [],
      broken: [],
      brokenExamples: 0,
      isGuess: true,
      alternatives: this.alternatives.get(JSON.stringify(rule)) ?? [],
    }));
    if (rules.length === 0) return [];
    for (let from = 0; from < this.labels.length; from += BATCH_LABELS) {
      const { data } = await this.suggest(from, rules, accepted);
      data.forEach(({ gainedAt = [], mendedAt = [], brokenAt = [], breaks = 0, basis }, place) => {
        const proposal = proposals[place];
        if (proposal === undefined) return;
        proposal.gained.push(...this.at(from, gainedAt));
        proposal.mended.push(...this.at(from, mendedAt));
        proposal.broken.push(...this.at(from, brokenAt));
        proposal.isGuess &&= basis === "guess";
        // Every batch has all examples of the record.
        proposal.brokenExamples = breaks - brokenAt.length;
      });
    }
    return proposals.filter(({ gained, mended }) => gained.length + mended.length > 0);
  }

  /** The rule that is proposed in place of one that was left out, if it had alternatives. */
  nextAlternative({ alternatives: [next, ...others] }: Proposal): Rule[] {
    if (next === undefined) return [];
    this.alternatives.set(JSON.stringify(next), others);
    return [next];
  }

  /** What labels resolve to with these rules after those of the draft. */
  async resolve(labels: readonly Cells[], accepted: readonly Rule[]): Promise<Outcome[]> {
    const body: Request = {
      labels: labels.map((cells) => ({ label: labelOf(cells) })),
      rules: this.tried(accepted),
      // A rule to judge, so that no other is searched for.
      judge: [{ type: "drop", words: ["-"] }],
    };
    return (await this.api.venues.suggestSeatKeys(this.venueId, body, { signal: this.signal })).results;
  }

  private suggest(from: number, judge: readonly Rule[], accepted: readonly Rule[]) {
    const labels = this.labels.slice(from, from + BATCH_LABELS).map(({ sample }) => caseOf(sample));
    const body: Request = { labels, rules: this.tried(accepted), judge: [...judge] };
    return this.api.venues.suggestSeatKeys(this.venueId, body, { signal: this.signal });
  }

  private at(from: number, places: readonly number[]): SentLabel[] {
    return places.flatMap((place) => this.labels[from + place] ?? []);
  }
}

/** Whether a label resolves, or is declined, as far as is known correctly. */
export function isRight({ outcome }: SentLabel): boolean {
  if (outcome === null) return false;
  if (outcome.expected === undefined) return outcome.keys.length > 0;
  return JSON.stringify(outcome.keys) === JSON.stringify(outcome.expected);
}

/** Whether a label resolves to another place than the file states. */
export function isWrong(label: SentLabel): boolean {
  return (label.outcome?.keys.length ?? 0) > 0 && !isRight(label);
}

/** Whether the file states a seat that the venue does not have. */
export function hasUnknownSeat({ sample, outcome }: SentLabel): boolean {
  return sample.seat !== "" && outcome !== null && outcome.expected === undefined;
}

export function linesOf(labels: readonly SentLabel[]): number {
  return Math.round(labels.reduce((sum, { lines }) => sum + lines, 0));
}

/** Labels that would make good examples: one for each of the groups that the rule improves most. */
export function exampleLabels({ gained, mended }: Proposal): SentLabel[] {
  const ofGroups = new Map([...gained, ...mended].reverse().map((label) => [label.group.shape, label]));
  return [...ofGroups.values()]
    .sort((one, other) => other.group.lines - one.group.lines)
    .slice(0, EXAMPLES_OF_A_RULE_MAX);
}

export function labelOf(cells: Cells): string | { section: string; row?: string; seat?: string } {
  const [section = "", row, seat] = cells;
  if (row === undefined) return section;
  return seat === undefined ? { section, row } : { section, row, seat };
}

export function cellsText(cells: Cells): string {
  return cells.filter((cell) => cell !== "").join(" | ");
}

export function expectedOf(keys: readonly string[]): Expected {
  return keys.length > 1 ? [...keys] : (keys[0] ?? null);
}

function caseOf({ cells, seat }: Sample): Request["labels"][number] {
  const label = labelOf(cells);
  if (seat === "") return { label };
  if (seat === "-") return { label, expect: null };
  const [first = "", ...more] = seat
    .slice(0, 200)
    .split("|")
    .map((part) => part.trim());
  const row = first.slice(0, Math.max(0, first.lastIndexOf("/")));
  const keys = more
    .filter((key) => key !== "")
    .map((key) => (row !== "" && !key.includes("/") ? `${row}/${key}` : key));
  return { label, expect: keys.length === 0 ? first : [first, ...keys].slice(0, 50) };
}
