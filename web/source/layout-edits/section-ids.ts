// Ids and names of sections: those that are taken, free ones, and how a rule writes several of them.
import { endingOf, namesBetween, namesFrom, SeriesFault } from "../layouts/series";
import type { Json } from "../layouts/written-json";
import { LayoutFault, text } from "../layouts/written-json";
import { names } from "../layouts/written-names";
import { rulesOf } from "./record-edit";

/** A number, or a single letter, that a name ends in. */
const COUNTABLE_ENDING = /(?:[0-9]{1,6}|(?:^|[^\p{L}])\p{Lu})$/u;
const ID_CHARACTERS_MAX = 40;

/** The ids of the sections of a rule; none if they cannot be read. */
export function sectionIds(rule: Json): string[] {
  try {
    return names(rule.ids ?? rule.id, "");
  } catch (failure) {
    if (failure instanceof LayoutFault) return [];
    throw failure;
  }
}

/** The ids of all sections of a record. */
export function takenIds(record: Json): Set<string> {
  return new Set(rulesOf(record).flatMap(sectionIds));
}

/** The wanted id if it is free, or else one that counts on from it. */
export function freeId(wanted: string, taken: ReadonlySet<string>): string {
  return taken.has(wanted) ? countedOn(wanted, 1, taken)[0]! : wanted;
}

/** The next free ids after one: 102, 103 after 101, B after A, and Stalls 2 after Stalls. */
export function countedOn(id: string, count: number, taken: ReadonlySet<string>): string[] {
  const first = COUNTABLE_ENDING.test(id) ? id : `${id.slice(0, ID_CHARACTERS_MAX - 5)} 1`;
  const free = namesFrom(first, count + taken.size + 1, 1).slice(1);
  return free.filter((name) => !taken.has(name)).slice(0, count);
}

/** How a rule writes its ids: one as `id`, several that count on as a range, and any others as a list. Ids that were
 * numbers stay numbers. */
export function withIds(rule: Json, ids: readonly string[]): Json {
  const { id: _, ids: __, ...others } = rule;
  const write = (name: string) => (isNumbered(rule) && String(Number(name)) === name ? Number(name) : name);
  if (ids.length === 1) return { id: write(ids[0]!), ...others };
  if (!isRange(ids)) return { ids: ids.map(write), ...others };
  return { ids: { first: write(ids[0]!), last: write(ids.at(-1)!) }, ...others };
}

/** The name of a rule as a template for more sections, under which its own section keeps its name; null if there is
 * none. Undefined: the sections are called by their ids. */
export function templateOfName(rule: Json): string | undefined | null {
  const [name, [id = ""]] = [text(rule.name), sectionIds(rule)];
  if (name === "") return undefined;
  if (hasPlaceholder(name)) return name;
  if (id !== "" && name.endsWith(id)) return `${name.slice(0, -id.length)}{id}`;
  const ending = endingOf(id);
  return ending !== "" && name.endsWith(ending) ? `${name.slice(0, -ending.length)}{number}` : null;
}

/** A rule with a name, or with none. */
export function withName(rule: Json, name: string | undefined): Json {
  if (name !== undefined) return { ...rule, name };
  const { name: _, ...unnamed } = rule;
  return unnamed;
}

/** A rule under a new id. A name that another section has already is left out. */
export function renamedRule(rule: Json, ids: readonly string[]): Json {
  const renamed = withIds(rule, ids);
  return hasPlaceholder(text(rule.name)) ? renamed : withName(renamed, undefined);
}

function hasPlaceholder(name: string): boolean {
  return name.includes("{id}") || name.includes("{number}");
}

function isNumbered(rule: Json): boolean {
  const [first] = Array.isArray(rule.ids) ? (rule.ids as unknown[]) : [rule.ids ?? rule.id];
  const name = typeof first === "object" && first !== null ? (first as Json).first : first;
  return typeof name === "number";
}

/** Whether ids are a range of numbers or of single letters, from the first to the last. */
function isRange(ids: readonly string[]): boolean {
  if (ids.length < 3 || !ids.every((id) => COUNTABLE_ENDING.test(id))) return false;
  try {
    const counted = namesBetween(ids[0]!, ids.at(-1)!, 1, null);
    return counted.length === ids.length && counted.every((name, index) => name === ids[index]);
  } catch (failure) {
    if (failure instanceof SeriesFault) return false;
    throw failure;
  }
}
