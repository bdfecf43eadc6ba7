// What sections are called: one, or many like blocks that count on from 101 to 126.
import { endingOf } from "../layouts/series";
import { type Json, number, text } from "../layouts/written-json";
import { geometryOf } from "./block-words";
import { WordsFault } from "./name-words";
import { changedAt, type RecordEdit, rulesOf } from "./record-edit";
import { renameSections } from "./rename-section";
import { sectionIds } from "./section-ids";

export { sectionIds } from "./section-ids";

const SECTIONS_MAX = 5_000;
const NAME_MAX = 200;

export function sectionName(rule: Json, id: string): string {
  return (text(rule.name) || "{id}").replaceAll("{id}", id).replaceAll("{number}", endingOf(id));
}

/** "Stalls", or "Section 101 to Section 126". */
export function ruleTitle(rule: Json): string {
  const ids = sectionIds(rule);
  const [first, last] = [ids[0] ?? "", ids.at(-1) ?? ""];
  if (ids.length <= 1) return sectionName(rule, first) || "Block without a name";
  return `${sectionName(rule, first)} to ${sectionName(rule, last)}`;
}

/** The rule with another name for its sections. Throws `WordsFault` if people could not tell them apart. */
export function withSectionName(rule: Json, written: string): Json {
  const name = written.trim();
  if (name.length > NAME_MAX) throw new WordsFault("A name has at most 200 characters.");
  const isForMany = sectionIds(rule).length > 1;
  const rest = name.replaceAll("{id}", "").replaceAll("{number}", "");
  if (/[{}]/.test(rest)) throw new WordsFault("Only {id} and {number} can stand in braces.");
  if (isForMany && name !== "" && rest === name) {
    throw new WordsFault("Write {number} where the number of each block belongs, such as Section {number}.");
  }
  return changedAt(rule, ["name"], () => (name === "" || name === "{id}" ? undefined : name));
}

/** Gives the sections of a rule other ids, also where something else names them. */
export function withSectionIds(record: Json, index: number, ids: readonly string[]): RecordEdit {
  if (ids.length === 0) throw new WordsFault("Name at least one block.");
  if (ids.length > SECTIONS_MAX) throw new WordsFault("A hall has at most 5,000 sections.");
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) throw new WordsFault(`${twice} is there twice.`);
  const others = new Set(rulesOf(record).flatMap((rule, at) => (at === index ? [] : sectionIds(rule))));
  const taken = ids.find((id) => others.has(id));
  if (taken !== undefined) throw new WordsFault(`Another block has the id ${taken}.`);
  return renameSections(index, ids);
}

/** How the next like block is placed: turned about the stage, or moved to the side. */
export function likeSteps(rule: Json): { stepDeg: number; stepM: number } {
  const geometry = geometryOf(rule);
  return { stepDeg: number(geometry.bearingStepDeg, 0), stepM: number(geometry.shiftStepM, 0) };
}
