// Gives a section another id everywhere in a record, and takes what names a deleted section out of it.
import { type Json, LayoutFault } from "../layouts/written-json";
import { names } from "../layouts/written-names";
import { objectOf } from "./absolute-places";
import { changedAt, inTurn, LAYOUT, type Path, type RecordEdit, rulesOf, withRule } from "./record-edit";
import { sectionIds, withIds } from "./section-ids";

/** What the id of a section becomes; null: nothing, since the section is gone. */
type NewId = (id: string) => string | null;

/** Renames a section in its rule and in all that names it: closed sections, other names, images, ads, translations, label
 * rules and their examples. */
export function renameSection(rule: number, from: string, to: string): RecordEdit {
  if (from === to) return (record) => record;
  const newId: NewId = (id) => (id === from ? to : id);
  return inTurn(
    withRule(rule, (found) => {
      const ids = sectionIds(found);
      return ids.includes(from)
        ? withIds(
            found,
            ids.map((id) => (id === from ? to : id)),
          )
        : found;
    }),
    followed(newId),
  );
}

/** Gives the sections of a rule these ids. Where there are as many as before, a new id is the new name of the section at
 * its place; otherwise ids that are not listed any more are those of sections that are gone. */
export function renameSections(rule: number, ids: readonly string[]): RecordEdit {
  return (record) => {
    const before = sectionIds(rulesOf(record)[rule] ?? {});
    const isSameCount = before.length === ids.length;
    const renamed = new Map(
      before.map((id, index) => [id, ids.includes(id) ? id : isSameCount ? (ids[index] ?? null) : null]),
    );
    const newId: NewId = (id) => (renamed.has(id) ? (renamed.get(id) ?? null) : id);
    return inTurn(
      withRule(rule, (found) => withIds(found, ids)),
      followed(newId),
    )(record);
  };
}

/** Takes out what names sections that are gone. An image, an ad or an example that was for nothing else goes with them. */
export function forgetSections(ids: ReadonlySet<string>): RecordEdit {
  return followed((id) => (ids.has(id) ? null : id));
}

/** Takes out the translations of levels that no section is on any more. */
export function forgetLevels(levels: ReadonlySet<string>): RecordEdit {
  const newName: NewId = (level) => (levels.has(level) ? null : level);
  return (record) => changedAt(record, ["translations"], (found) => translationsOf(found, "levels", newName));
}

function followed(newId: NewId): RecordEdit {
  return inTurn(
    eachIn([...LAYOUT, "configurations"], (configuration) => inMember(configuration, "closed", closedIds(newId))),
    eachIn(["aliases"], (alias) => namingSection(alias, newId)),
    eachIn(["imagerySets"], (set) =>
      inMember(
        set,
        "images",
        filtered((image) => imageOf(image, newId)),
      ),
    ),
    eachIn(["ads"], (ad) => adOf(ad, newId)),
    (record) => changedAt(record, ["translations"], (found) => translationsOf(found, "sections", newId)),
    eachIn(["rules", "seatKeys", "rules"], (rule) => (rule.type === "map" ? namingSection(rule, newId) : rule)),
    eachIn(["rules", "seatKeys", "examples"], (example) => exampleOf(example, newId)),
  );
}

/** Changes the objects of a list; null takes one out. A list that does not change stays the same object. */
function eachIn(path: Path, change: (item: Json) => Json | null): RecordEdit {
  return (record) => changedAt(record, path, filtered(change));
}

function filtered(change: (item: Json) => Json | null): (found: unknown) => unknown {
  return (found) => {
    if (!Array.isArray(found)) return found;
    const items = found as unknown[];
    const changed = items.map((item) => (objectOf(item) === null ? item : change(item as Json)));
    if (changed.every((item, index) => item === items[index])) return items;
    return changed.filter((item) => item !== null);
  };
}

function inMember(part: Json, name: string, change: (found: unknown) => unknown): Json {
  return part[name] === undefined ? part : changedAt(part, [name], change);
}

/** Closed sections are written one by one where a range holds one that changes. */
function closedIds(newId: NewId): (found: unknown) => unknown {
  return (found) => {
    const closed = readNames(found);
    const changed = closed.map(newId);
    if (changed.every((id, index) => id === closed[index])) return found;
    return changed.filter((id) => id !== null);
  };
}

function readNames(written: unknown): string[] {
  try {
    return names(written, "");
  } catch (failure) {
    if (failure instanceof LayoutFault) return [];
    throw failure;
  }
}

function namingSection(part: Json, newId: NewId): Json | null {
  if (part.section === undefined) return part;
  const [id, changed] = [String(part.section), newId(String(part.section))];
  if (changed === null) return null;
  return changed === id ? part : { ...part, section: changed };
}

function imageOf(image: Json, newId: NewId): Json | null {
  const covers = objectOf(image.covers);
  if (covers === null) return image;
  const changed = namingSection(covers, newId);
  if (changed === null) return null;
  return changed === covers ? image : { ...image, covers: changed };
}

/** An ad for sections that are all gone goes with them: without any, it would be shown in all others. */
function adOf(ad: Json, newId: NewId): Json | null {
  if (!Array.isArray(ad.sections) || ad.sections.length === 0) return ad;
  const ids = (ad.sections as unknown[]).map(String);
  const changed = ids.map(newId);
  if (changed.every((id, index) => id === ids[index])) return ad;
  const kept = changed.filter((id) => id !== null);
  return kept.length === 0 ? null : { ...ad, sections: kept };
}

function translationsOf(found: unknown, member: "sections" | "levels", newId: NewId): unknown {
  const languages = objectOf(found);
  if (languages === null) return found;
  return Object.keys(languages).reduce(
    (changed, language) => changedAt(changed, [language, member], (names) => translatedNames(names, newId)),
    languages,
  );
}

function translatedNames(found: unknown, newId: NewId): unknown {
  const sections = objectOf(found);
  if (sections === null || Object.keys(sections).every((id) => newId(id) === id)) return found;
  const entries = Object.entries(sections).flatMap(([id, name]) => {
    const changed = newId(id);
    return changed === null ? [] : [[changed, name]];
  });
  return Object.fromEntries(entries);
}

function exampleOf(example: Json, newId: NewId): Json | null {
  if (example.expect == null) return example;
  const isList = Array.isArray(example.expect);
  const keys = (isList ? (example.expect as unknown[]) : [example.expect]).map(String);
  const changed = keys.map((key) => keyUnder(key, newId));
  if (changed.some((key) => key === null)) return null;
  if (changed.every((key, index) => key === keys[index])) return example;
  return { ...example, expect: isList ? changed : changed[0] };
}

/** The key of a seat, row or section after its section was renamed. */
function keyUnder(key: string, newId: NewId): string | null {
  const end = key.indexOf("/");
  const section = end < 0 ? key : key.slice(0, end);
  const changed = newId(section);
  return changed === null ? null : changed + key.slice(section.length);
}
