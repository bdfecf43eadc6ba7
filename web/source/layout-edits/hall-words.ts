// What is true of the whole hall: its levels, its categories of seats, and the ways to use it.
import { foldedLevel } from "../layouts/written-facts";
import { isObject, type Json, number, text } from "../layouts/written-json";
import { checkedName, namesFromWords, namesInWords, namesOf, WordsFault, writtenNames } from "./name-words";
import { changedAt, LAYOUT, type Path, type RecordEdit, rulesOf, valueAt } from "./record-edit";
import { sectionIds } from "./section-ids";

const LEVELS: Path = [...LAYOUT, "levels"];
const CATEGORIES: Path = [...LAYOUT, "categories"];
export const CONFIGURATIONS: Path = [...LAYOUT, "configurations"];
const LABEL_MAX = 200;

/** A level, its height if the record states it, and how many rules are on it. */
export type LevelWords = { name: string; heightM: number | null; blocks: number };

/** All levels: those with a height first, then those that only blocks name. */
export function levelsOf(record: Json): LevelWords[] {
  const used = rulesOf(record).map(({ level }) => text(level));
  const blocks = (name: string) => used.filter((level) => foldedLevel(level) === foldedLevel(name)).length;
  const stated = entriesAt(record, LEVELS).map((level) => ({
    name: text(level.name),
    heightM: number(level.heightM, 0),
    blocks: blocks(text(level.name)),
  }));
  const known = new Set(stated.map(({ name }) => foldedLevel(name)));
  const others = used.filter((name) => name !== "" && !known.has(foldedLevel(name)));
  const first = others.filter((name, at) => others.findIndex((each) => foldedLevel(each) === foldedLevel(name)) === at);
  return [...stated, ...first.map((name) => ({ name, heightM: null, blocks: blocks(name) }))];
}

/** Adds a level, or changes the height of one. */
export function withLevelHeight(name: string, heightM: number): RecordEdit {
  const level = checkedLabel(name);
  return (record) =>
    changedAt(record, LEVELS, (found) => {
      const levels = listOf(found);
      const at = levels.findIndex((each) => foldedLevel(each.name) === foldedLevel(level));
      if (at < 0) return [...levels, { name: level, heightM }];
      return levels.with(at, { ...levels[at], heightM });
    });
}

/** Renames a level wherever it is named: its height, its blocks, its translations. */
export function renamedLevel(before: string, after: string): RecordEdit {
  const name = checkedLabel(after);
  const isIt = (level: unknown) => foldedLevel(level) === foldedLevel(before);
  return (record) => {
    if (levelsOf(record).some((level) => !isIt(level.name) && foldedLevel(level.name) === foldedLevel(name))) {
      throw new WordsFault(`There is a level ${name} already.`);
    }
    const levels = changedEntries(record, LEVELS, (level) => (isIt(level.name) ? { ...level, name } : level));
    const rules = changedEntries(levels, [...LAYOUT, "sections"], (rule) =>
      isIt(rule.level) ? { ...rule, level: name } : rule,
    );
    return changedAt(rules, ["translations"], (found) => renamedTranslations(found, isIt, name));
  };
}

/** Takes a level without blocks away. */
export function withoutLevel(name: string): RecordEdit {
  return (record) => withoutEntries(record, LEVELS, (level) => foldedLevel(level.name) === foldedLevel(name));
}

export type CategoryWords = { id: string; name: string; colour: string | null; blocks: number };

export function categoriesOf(record: Json): CategoryWords[] {
  const rules = rulesOf(record);
  return entriesAt(record, CATEGORIES).map((category) => {
    const id = String(category.id ?? "");
    return {
      id,
      name: text(category.name) || id,
      colour: text(category.colour) || null,
      blocks: rules.filter((rule) => namesCategory(rule, id)).length,
    };
  });
}

export function withCategory(id: string, members: { name?: string; colour?: string }): RecordEdit {
  const name = members.name === undefined ? {} : { name: checkedLabel(members.name) };
  return (record) =>
    changedEntries(record, CATEGORIES, (category) =>
      String(category.id) === id ? { ...category, ...members, ...name } : category,
    );
}

export function addedCategory(record: Json, name: string, colour: string): { id: string; edit: RecordEdit } {
  const taken = entriesAt(record, CATEGORIES).map((category) => String(category.id));
  if (taken.length >= 20) throw new WordsFault("A hall has at most 20 categories.");
  const id = idFromName(checkedLabel(name), taken);
  return {
    id,
    edit: (before) => changedAt(before, CATEGORIES, (found) => [...listOf(found), { id, name: name.trim(), colour }]),
  };
}

export function withoutCategory(id: string): RecordEdit {
  return (record) => withoutEntries(record, CATEGORIES, (category) => String(category.id) === id);
}

export function configurationsOf(record: Json): readonly Json[] {
  return entriesAt(record, CONFIGURATIONS);
}

export function addedConfiguration(record: Json, name: string): { id: string; edit: RecordEdit } {
  const taken = [...configurationsOf(record).map(({ id }) => String(id)), "none"];
  const id = idFromName(checkedLabel(name), taken);
  return {
    id,
    edit: (before) => changedAt(before, CONFIGURATIONS, (found) => [...listOf(found), { id, name: name.trim() }]),
  };
}

/** Changes a member of a configuration; undefined removes it. */
export function withConfiguration(index: number, member: string, value: unknown): RecordEdit {
  return (record) => changedAt(record, [...CONFIGURATIONS, index, member], () => value);
}

export function withoutConfiguration(index: number): RecordEdit {
  return (record) => {
    const id = configurationsOf(record)[index]?.id;
    const without = changedAt(record, [...CONFIGURATIONS, index], () => undefined);
    return changedAt(without, [...LAYOUT, "defaultConfiguration"], (found) => (found === id ? undefined : found));
  };
}

/** The sections that are closed, as a text: "101 to 104, BOX1". */
export function closedInWords(configuration: Json): string {
  return namesInWords(namesOf(configuration.closed ?? []));
}

/** Closes the sections that a text names. Throws `WordsFault` if one does not exist. */
export function withClosed(record: Json, index: number, words: string): RecordEdit {
  const closed = namesFromWords(words);
  const known = new Set(rulesOf(record).flatMap(sectionIds));
  const stranger = closed.find((id) => !known.has(id));
  if (stranger !== undefined) throw new WordsFault(`There is no section ${stranger}.`);
  return withConfiguration(index, "closed", closed.length === 0 ? undefined : writtenNames(closed));
}

/** A name that people read: a level, a category, a stage. */
export function checkedLabel(written: string): string {
  const label = written.trim().replace(/\s+/g, " ");
  if (label === "") throw new WordsFault("Write a name.");
  if (label.length > LABEL_MAX) throw new WordsFault("A name has at most 200 characters.");
  return label;
}

/** An id for programs that is made of a name, and that nothing else has. */
function idFromName(name: string, taken: readonly string[]): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  const stem = checkedName((plain || "new").slice(0, 36));
  for (let number = 1; ; number++) {
    const id = number === 1 ? stem : `${stem}-${number}`;
    if (!taken.includes(id)) return id;
  }
}

function namesCategory(rule: Json, id: string): boolean {
  const properties = Array.isArray(rule.properties) ? (rule.properties as Json[]) : [];
  return rule.category === id || properties.some(({ category }) => category === id);
}

function renamedTranslations(found: unknown, isIt: (level: unknown) => boolean, name: string): unknown {
  if (!isObject(found)) return found;
  return Object.keys(found).reduce(
    (all, language) =>
      changedAt(all, [language, "levels"], (levels) => {
        if (!isObject(levels) || !Object.keys(levels).some(isIt)) return levels;
        return Object.fromEntries(Object.entries(levels).map(([level, word]) => [isIt(level) ? name : level, word]));
      }),
    found,
  );
}

function changedEntries(record: Json, path: Path, change: (each: Json) => Json): Json {
  return changedAt(record, path, (found) => {
    if (!Array.isArray(found)) return found;
    const changed = found.map((each: unknown) => (isObject(each) ? change(each) : each));
    return changed.every((each, index) => each === found[index]) ? found : changed;
  });
}

function withoutEntries(record: Json, path: Path, isGone: (each: Json) => boolean): Json {
  return changedAt(record, path, (found) => {
    const left = listOf(found).filter((each) => !isGone(each));
    return left.length === 0 ? undefined : left;
  });
}

function entriesAt(record: Json, path: Path): Json[] {
  return listOf(valueAt(record, path));
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map((each: unknown) => (isObject(each) ? each : {})) : [];
}
