// What sections are called: one, or many like blocks that count on from 101 to 126.
import { endingOf, namesFrom, SeriesFault } from "../layouts/series";
import { type Json, number, text } from "../layouts/written-json";
import { geometryOf } from "./block-words";
import { checkedName, namesOf, WordsFault, writtenName, writtenNames } from "./name-words";
import { changedAt } from "./record-edit";

const SECTIONS_MAX = 5_000;
const NAME_MAX = 200;

/** The ids of a rule's sections; usually one. */
export function sectionIds(rule: Json): string[] {
  return rule.ids === undefined ? namesOf(rule.id === undefined ? [] : [rule.id]) : namesOf(rule.ids);
}

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

/** The rule for sections with these ids. */
export function withSectionIds(rule: Json, ids: readonly string[]): Json {
  if (ids.length === 0) throw new WordsFault("Name at least one block.");
  if (ids.length > SECTIONS_MAX) throw new WordsFault("A hall has at most 5,000 sections.");
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new WordsFault(`${twice} is there twice.`);
  const { id: _, ids: __, ...others } = rule;
  const { length } = ids;
  const range = writtenNames(ids);
  const written = range.length === 1 && length > 1 ? range[0] : range;
  return length === 1 ? { id: writtenName(ids[0]!), ...others } : { ids: written, ...others };
}

/** Ids that count on from the first one. */
export function countedIds(first: string, count: number): string[] {
  try {
    return namesFrom(checkedName(first), count, 1);
  } catch (failure) {
    if (!(failure instanceof SeriesFault)) throw failure;
    throw new WordsFault(`Nothing counts on from ${first}: end with a number or a letter.`);
  }
}

/** How the next like block is placed: turned about the stage, or moved to the side. */
export function likeSteps(rule: Json): { stepDeg: number; stepM: number } {
  const geometry = geometryOf(rule);
  return { stepDeg: number(geometry.bearingStepDeg, 0), stepM: number(geometry.shiftStepM, 0) };
}
