// Asks the service for rules that would help with the groups of a sales file.
import type { Client, components } from "@seatpreview/client";
import type { Rule } from "../draft";
import type { Expected } from "../expected-keys";
import type { Cells, Group } from "./label-groups";

/** The most groups that are sent: those with the most lines. */
export const GROUPS_MAX = 1000;
const SEAT_CHARACTERS_MAX = 200;
const LEFT_OUT_MAX = 200;

type Request = Parameters<Client["venues"]["learnSeatKeys"]>[1];
type TriedRules = NonNullable<Request["rules"]>;
export type Proposal = components["schemas"]["LearnedRule"];
export type Found = components["schemas"]["LearnedRules"];
export type CheckedExample = components["schemas"]["OfferedExample"];
type Label = CheckedExample["label"];

export class RuleSearch {
  constructor(
    private readonly api: Client,
    private readonly venueId: string,
    readonly groups: readonly Group[],
    /** The rules of the draft, and those that were accepted. */
    private readonly tried: (more: readonly Rule[]) => TriedRules,
    private readonly signal: AbortSignal,
  ) {}

  /** Rules that help with those that were accepted, without those that were left out. */
  find(accepted: readonly Rule[], leftOut: readonly Rule[]): Promise<Found> {
    const groups = this.groups.map(({ lines, samples }) => ({
      lines,
      labels: samples.map(({ cells, seat }) => ({ label: labelOf(cells), seat: seat.slice(0, SEAT_CHARACTERS_MAX) })),
    }));
    return this.learn({ groups, leftOut: leftOut.slice(-LEFT_OUT_MAX) }, accepted);
  }

  /** What labels resolve to with the accepted rules, and what they seem to hold besides a place. */
  async check(labels: readonly Cells[], accepted: readonly Rule[]): Promise<CheckedExample[]> {
    if (labels.length === 0) return [];
    const groups = this.groups.map(({ lines, samples }) => ({
      lines,
      labels: samples.slice(0, 1).map(({ cells }) => ({ label: labelOf(cells) })),
    }));
    const examples = labels.map((cells) => ({ label: labelOf(cells) }));
    return (await this.learn({ groups, examples }, accepted)).examples;
  }

  private learn(request: Request, accepted: readonly Rule[]): Promise<Found> {
    const body = { ...request, rules: this.tried(accepted) };
    return this.api.venues.learnSeatKeys(this.venueId, body, { signal: this.signal });
  }
}

export function labelOf(cells: Cells): string | { section: string; row?: string; seat?: string } {
  const [section = "", row, seat] = cells;
  if (row === undefined) return section;
  return seat === undefined ? { section, row } : { section, row, seat };
}

export function cellsOf(label: Label): Cells {
  if (typeof label === "string") return [label];
  const { section, row = "", seat = "" } = label;
  return seat === "" ? [section, row] : [section, row, seat];
}

export function cellsText(cells: Cells): string {
  return cells.filter((cell) => cell !== "").join(" | ");
}

export function expectedOf(keys: readonly string[]): Expected {
  return keys.length > 1 ? [...keys] : (keys[0] ?? null);
}
