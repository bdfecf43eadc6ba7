// What people say about a block of rows: what it is, where its rows meet, how it rises, and where it stands.
import { isObject, type Json, number, oneOf, text } from "../layouts/written-json";
import { namesOf, WordsFault } from "./name-words";
import { changedAt } from "./record-edit";

type BlockKind = "rows" | "seats" | "tables" | "area" | "capacity" | "listed";

/** What describes a block: rows of seats, seats without rows, tables, an area, a number of people, a list of seats. */
export function blockKind(rule: Json): BlockKind {
  if (Array.isArray(rule.positions) && rule.positions.length > 0) return "listed";
  const geometry = geometryOf(rule);
  if (isObject(geometry.tables)) return "tables";
  if (Array.isArray(geometry.area) && geometry.area.length > 0) return "area";
  if (namesOf(rule.rows ?? []).length > 0) return "rows";
  return rule.seats == null ? "capacity" : "seats";
}

export function geometryOf(rule: Json): Json {
  return isObject(rule.geometry) ? rule.geometry : {};
}

/** The rule with a member of its geometry changed. A value that is the usual one is left out. */
export function withGeometry(rule: Json, member: string, value: unknown, usual: unknown = undefined): Json {
  return changedAt(rule, ["geometry", member], () => (value === usual ? undefined : value));
}

export type Rake =
  | { kind: "flat" }
  | { kind: "step"; riserM: number }
  | { kind: "list"; risersM: readonly number[] }
  | { kind: "sees"; cValueMm: number };

export function rakeOf(rule: Json): Rake {
  const geometry = geometryOf(rule);
  if (Array.isArray(geometry.risersM) && geometry.risersM.length > 0) {
    return { kind: "list", risersM: geometry.risersM.map((each) => number(each, 0)) };
  }
  if (typeof geometry.cValueMm === "number") return { kind: "sees", cValueMm: geometry.cValueMm };
  const riserM = number(geometry.riserM, 0);
  return riserM === 0 ? { kind: "flat" } : { kind: "step", riserM };
}

export function withRake(rule: Json, rake: Rake): Json {
  const { riserM: _, risersM: __, cValueMm: ___, ...others } = geometryOf(rule);
  return { ...rule, geometry: { ...others, ...writtenRake(rake) } };
}

/** "0.12, 0.15, 0.2" as heights of steps. */
export function risersFromWords(words: string): number[] {
  const found = words
    .split(/[,;\s]+/)
    .filter(Boolean)
    .map(Number);
  if (found.length === 0) throw new WordsFault("Write the heights of the steps, such as 0.12, 0.15, 0.2.");
  if (found.some((riserM) => !(riserM >= 0 && riserM <= 5))) throw new WordsFault("A step is 0 to 5 m high.");
  return found;
}

/** "flat", "0.12 m for each row": the rake as the panel says it in a line. */
export function rakeInWords(rake: Rake): string {
  if (rake.kind === "flat") return "flat";
  if (rake.kind === "step") return `${rake.riserM} m up for each row`;
  if (rake.kind === "list") return "a step of its own for each row";
  return "so that everybody sees";
}

export type Gap = { after: string; widthM: number; riseM: number };

export function aislesOf(rule: Json): Gap[] {
  return gaps(geometryOf(rule).aisles, "widthM");
}

export function rowGapsOf(rule: Json): Gap[] {
  return gaps(geometryOf(rule).rowGaps, "depthM");
}

/** Changes the gap at a place of the list; one more if it is behind the last, none if the gap is null. */
export function withGap(rule: Json, member: "aisles" | "rowGaps", index: number, gap: Gap | null): Json {
  const measure = member === "aisles" ? "widthM" : "depthM";
  return changedAt(rule, ["geometry", member], (found) => {
    const list = Array.isArray(found) ? (found as Json[]) : [];
    if (gap === null) return list.length === 1 ? undefined : list.toSpliced(index, 1);
    const { riseM: _, ...before } = list[index] ?? {};
    const rise = gap.riseM === 0 ? {} : { riseM: gap.riseM };
    return list.toSpliced(index, 1, { ...before, after: gap.after, [measure]: gap.widthM, ...rise });
  });
}

/** What a rule says that the panel has no field for, in words. */
export function otherFacts(rule: Json, shown: ReadonlySet<string>): string[] {
  const properties = Array.isArray(rule.properties) ? (rule.properties as Json[]) : [];
  const notes = properties.filter(({ viewNote }) => text(viewNote) !== "").length;
  const [painted, refs] = [properties.length - notes, isObject(rule.refs) ? Object.keys(rule.refs).length : 0];
  const unknown = [...Object.keys(rule).filter((name) => !KNOWN.has(name)), ...unknownGeometry(rule, shown)];
  return [
    notes === 0 ? "" : `${notes} ${notes === 1 ? "view note" : "view notes"}`,
    painted === 0 ? "" : `${painted} ${painted === 1 ? "group" : "groups"} of painted seats`,
    refs === 0 ? "" : `ids of another system in ${refs} ${refs === 1 ? "row" : "rows"}`,
    unknown.length === 0 ? "" : unknown.map((name) => `“${name}”`).join(", "),
  ].filter(Boolean);
}

const KNOWN = new Set(
  "id ids name level kind rows seats capacity geometry positions category properties refs".split(" "),
);

function unknownGeometry(rule: Json, shown: ReadonlySet<string>): string[] {
  return Object.keys(geometryOf(rule)).filter((name) => !shown.has(name));
}

function writtenRake(rake: Rake): Json {
  if (rake.kind === "step") return { riserM: rake.riserM };
  if (rake.kind === "list") return { risersM: rake.risersM };
  return rake.kind === "sees" ? { cValueMm: rake.cValueMm } : {};
}

function gaps(written: unknown, measure: "widthM" | "depthM"): Gap[] {
  if (!Array.isArray(written)) return [];
  return (written as Json[]).map((gap) => ({
    after: String(gap.after ?? ""),
    widthM: number(gap[measure], 1.2),
    riseM: number(gap.riseM, 0),
  }));
}

export const ROW_ALIGNMENTS = ["centre", "left", "right"] as const;

export function alignmentOf(rule: Json): (typeof ROW_ALIGNMENTS)[number] {
  return oneOf(ROW_ALIGNMENTS, geometryOf(rule).align) ?? "centre";
}
