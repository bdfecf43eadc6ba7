// What the service found in the saved draft, and what an import had to assume.
import type { Piece } from "../../../layout-edits/pieces";
import { changedAt, LAYOUT, rulesOf } from "../../../layout-edits/record-edit";
import { ruleTitle } from "../../../layout-edits/section-words";
import type { Json } from "../../../layouts/written-json";
import type { Plan } from "../../../plan/plan";
import { type FoundWarnings, warningText } from "../../venues/label-warnings";
import type { Finding } from "./check-finding";

type DraftFault = { pointer?: string | null; detail: string };

const SECTION = /^\/rules\/layout\/sections\/(?<rule>[0-9]{1,5})(?<rest>\/.*)?$/;
const BODY = /^\/rules\/layout\/configurations\/(?<configuration>[0-9]{1,3})\/obstructions\/(?<index>[0-9]{1,3})/;
const FOCUS = /^\/rules\/layout\/focus/;

/** The faults of the draft as it was saved last, each with the piece that it is about. */
export function draftFindings(record: Json, faults: readonly DraftFault[]): Finding[] {
  return faults.map(({ pointer, detail }, index) => {
    const piece = pieceAt(pointer ?? "");
    return {
      id: `draft ${index} ${pointer}`,
      severity: "fault",
      text: `${subject(record, piece, pointer ?? "")} ${detail}`.trim(),
      piece,
    };
  });
}

/** What the service found in the saved draft: names that, printed on a ticket, would not lead to their own place, and what is
 * hardly true of the hall. A name that sections of several levels have is usual: tickets that print the level tell them apart.
 * Seats on each other are found while somebody draws. */
export function warningFindings({ warnings, sectionsNotChecked, findings }: FoundWarnings, plan: Plan): Finding[] {
  const usual = namesOfLevels(plan);
  const ofHall = findings.filter(({ kind }) => kind !== "overlaps");
  const found: Finding[] = ofHall.map(({ kind, text, isGrave }) => ({
    id: `hall ${kind}`,
    severity: isGrave ? "warning" : "hint",
    text,
    piece: null,
  }));
  const names: Finding[] = warnings.map((warning) => ({
    id: `label ${warning.label}`,
    severity: usual.has(warning.label) ? "hint" : "warning",
    text: warningText(warning),
    piece: pieceAt(warning.pointer),
  }));
  found.push(...names);
  if (sectionsNotChecked > 0) {
    const text = `The names of ${sectionsNotChecked.toLocaleString("en")} sections were not tried as labels: there are too many.`;
    found.push({ id: "labels not tried", severity: "hint", text, piece: null });
  }
  return found;
}

/** Names of several sections, no two of which are on the same level. */
function namesOfLevels({ sections }: Plan): Set<string> {
  const levels = new Map<string, (string | null)[]>();
  for (const { name, level } of sections) {
    const known = levels.get(name);
    if (known === undefined) levels.set(name, [level]);
    else known.push(level);
  }
  const isUsual = (of: readonly (string | null)[]) => of.length > 1 && new Set(of).size === of.length;
  return new Set([...levels].filter(([, of]) => isUsual(of)).map(([name]) => name));
}

/** The piece that a pointer into a record leads to; null if it is about something else. */
function pieceAt(pointer: string): Piece | null {
  const section = SECTION.exec(pointer)?.groups;
  if (section !== undefined) return { kind: "section", rule: Number(section.rule), id: null };
  const body = BODY.exec(pointer)?.groups;
  if (body !== undefined) {
    return { kind: "obstruction", configuration: Number(body.configuration), index: Number(body.index) };
  }
  return FOCUS.test(pointer) ? { kind: "focus" } : null;
}

export const ASSUMED: Record<Plan["assumed"][number], string> = {
  places:
    "The file had no places. Sections are laid out side by side before an assumed stage: move each to where it is.",
  heights: "The import took the heights from what halls of this kind usually have. Compare them with your hall.",
  scale: "The import took the scale from the usual distance between seats. Measure one distance in your hall.",
  focus: "The import found out by itself where people look. See whether the stage is where it should be.",
};

/** What an import assumed, until somebody confirms it. */
export function assumedFindings(plan: Plan): Finding[] {
  return plan.assumed.map((what) => ({
    id: `assumed ${what}`,
    severity: "hint",
    text: ASSUMED[what],
    piece: what === "focus" ? { kind: "focus" } : null,
    remedy: { title: "That is right", edit: (record) => withoutAssumed(record, what) },
  }));
}

function withoutAssumed(record: Json, what: string): Json {
  return changedAt(record, [...LAYOUT, "assumed"], (found) => {
    const left = (Array.isArray(found) ? found : []).filter((each) => each !== what);
    return left.length === 0 ? undefined : left;
  });
}

function subject(record: Json, piece: Piece | null, pointer: string): string {
  const rest = piece?.kind === "section" ? (SECTION.exec(pointer)?.groups?.rest ?? "") : pointer;
  const member = rest.replace(/^\//, "").replaceAll("/", " ");
  if (piece?.kind !== "section") return member === "" ? "" : `“${member}”`;
  const rule = rulesOf(record)[piece.rule];
  return `${rule === undefined ? "A block" : ruleTitle(rule)}: ${member === "" ? "it" : `“${member}”`}`;
}
