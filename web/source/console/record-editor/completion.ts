// Completion in the text of a record: names of members and allowed values from the API's document, and the ids of the
// venue's sections, categories and configurations where a member names one.
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState, Text } from "@codemirror/state";
import type { Json } from "../../layouts/written-json";
import { pointerOf, pointerParts } from "../venues/json-positions";
import { type ApiDocument, type Help, helpExactly } from "../venues/schema-help";

type SyntaxNode = ReturnType<typeof syntaxTree>["topNode"];

/** What the completion knows about the record. */
export type Known = {
  /** Null until it is loaded. */
  document: ApiDocument | null;
  record: Json;
  /** The ids that members may name. */
  ids: { sections: readonly string[]; categories: readonly string[]; configurations: readonly string[] };
};

const ROOT = "ReplaceVenueRequest";
const PARSE_MS_MAX = 500;

/** The pointer of the innermost member at an offset; the empty pointer if there is none. */
export function pointerAt(state: EditorState, offset: number): string {
  let node: SyntaxNode | null = treeUpTo(state, offset).resolveInner(offset, -1);
  while (node !== null && !isMember(node)) node = node.parent;
  return node === null ? "" : pointerOfNode(state.doc, node);
}

/** The parsed text up to an offset. The editor itself parses a large text bit by bit. */
function treeUpTo(state: EditorState, offset: number) {
  return ensureSyntaxTree(state, offset, PARSE_MS_MAX) ?? syntaxTree(state);
}

/** Offers what can stand at the cursor. */
export function completeRecord({ state, pos, explicit }: CompletionContext, known: Known): CompletionResult | null {
  if (known.document === null) return null;
  const place = placeAt(state, pos);
  if (place === null || (!explicit && !place.isText)) return null;
  const options = place.isName ? nameOptions(place, known) : valueOptions(place, known);
  return options.length === 0 ? null : { from: place.from, to: place.to, options, validFor: WORD };
}

const WORD = /^"?[^"]*"?$/;

/** What is completed: a name within an object, or a value. */
type Place = {
  isName: boolean;
  /** The object of a name, or the member of a value. */
  pointer: string;
  /** The names that the object has already. */
  taken: ReadonlySet<string>;
  /** Whether the cursor is in a text: in quotes. */
  isText: boolean;
  hasColon: boolean;
  from: number;
  to: number;
};

function placeAt(state: EditorState, pos: number): Place | null {
  const node = treeUpTo(state, pos).resolveInner(pos, -1);
  const { doc } = state;
  const span = { from: node.from, to: node.to };
  if (node.name === "PropertyName" && node.parent?.parent != null) {
    return nameIn(doc, node.parent.parent, { isText: true, ...span }, node);
  }
  if (node.name === "String" && pos < node.to) {
    return { ...valuePlace(pointerOfNode(doc, memberOf(node))), isText: true, ...span };
  }
  return emptyPlace(doc, node, pos);
}

/** A place where nothing is written yet: after a brace, a bracket, a comma or a colon. */
function emptyPlace(doc: Text, node: SyntaxNode, pos: number): Place | null {
  let around: SyntaxNode | null = node;
  while (around !== null && !["Object", "Array", "Property"].includes(around.name)) around = around.parent;
  const before =
    doc
      .sliceString(Math.max(0, pos - SIGHT), pos)
      .trimEnd()
      .at(-1) ?? "";
  const span = { isText: false, from: pos, to: pos };
  if (around?.name === "Property" && before === ":") return { ...valuePlace(pointerOfNode(doc, around)), ...span };
  if (around?.name === "Property") around = around.parent;
  if (around?.name === "Array" && (before === "[" || before === ",")) {
    return { ...valuePlace(pointerOf(pointerOfNode(doc, around), childValues(around, pos))), ...span };
  }
  if (around?.name === "Object" && (before === "{" || before === ",")) return nameIn(doc, around, span, null);
  return null;
}

/** How far back a brace or a comma is looked for. */
const SIGHT = 400;

function nameIn(
  doc: Text,
  object: SyntaxNode,
  span: { isText: boolean; from: number; to: number },
  own: SyntaxNode | null,
): Place {
  const names = object.getChildren("Property").flatMap((each) => each.getChild("PropertyName") ?? []);
  return {
    isName: true,
    pointer: pointerOfNode(doc, object),
    taken: new Set(names.filter((each) => each.from !== own?.from).map((each) => nameOf(doc, each))),
    hasColon: doc
      .sliceString(span.to, span.to + SIGHT)
      .trimStart()
      .startsWith(":"),
    ...span,
  };
}

function valuePlace(pointer: string): Omit<Place, "isText" | "from" | "to"> {
  return { isName: false, pointer, taken: new Set(), hasColon: false };
}

function nameOptions({ pointer, taken, hasColon }: Place, known: Known): Completion[] {
  const help = helpAt(known, pointer);
  if (help === null) return [];
  const free = help.members.length === 0 ? idsFor(pointer, known) : [];
  const ids = free.map((id): Help["members"][number] => ({ name: id, isRequired: false, types: [], description: "" }));
  return [...help.members, ...ids]
    .filter(({ name }) => !taken.has(name))
    .map(({ name, isRequired, types, description }) => ({
      label: JSON.stringify(name),
      displayLabel: name,
      type: "property",
      detail: [types.filter((type) => type !== "null").join(" or "), isRequired ? "required" : ""]
        .filter((part) => part !== "")
        .join(", "),
      info: description.replaceAll("`", ""),
      boost: isRequired ? 1 : 0,
      apply: hasColon ? JSON.stringify(name) : `${JSON.stringify(name)}: `,
    }));
}

function valueOptions({ pointer }: Place, known: Known): Completion[] {
  const help = helpAt(known, pointer);
  if (help === null) return [];
  const isText = help.types.includes("text");
  const values = help.values.map((value) => (isText ? JSON.stringify(value) : value));
  const named = help.values.length === 0 && isText ? idsFor(pointer, known).map((id) => JSON.stringify(id)) : [];
  const flags = help.types.includes("true or false") ? ["true", "false"] : [];
  return [...values, ...named, ...flags].map((label) => ({ label, type: "enum" }));
}

function helpAt({ document, record }: Known, pointer: string): Help | null {
  return document === null ? null : helpExactly(document, ROOT, record, pointer);
}

/** The ids that a member names, by its own name or that of its list. */
function idsFor(pointer: string, { ids }: Known): readonly string[] {
  const name = pointerParts(pointer).findLast((part) => !/^\d+$/.test(part)) ?? "";
  if (name === "section" || name === "sections" || name === "closed") return ids.sections;
  if (name === "category") return ids.categories;
  if (name === "configuration" || name === "configurations" || name === "defaultConfiguration") {
    return ids.configurations;
  }
  return [];
}

const VALUES = new Set(["Object", "Array", "String", "Number", "True", "False", "Null"]);

function isMember(node: SyntaxNode): boolean {
  return node.name === "Property" || (VALUES.has(node.name) && node.parent?.name === "Array");
}

/** The member that a value is of: its property, or itself in a list. */
function memberOf(value: SyntaxNode): SyntaxNode {
  return value.parent?.name === "Property" ? value.parent : value;
}

function pointerOfNode(doc: Text, node: SyntaxNode): string {
  const parts: string[] = [];
  for (let at: SyntaxNode | null = node; at !== null; at = at.parent) {
    if (at.name === "Property") parts.unshift(nameOf(doc, at.getChild("PropertyName")));
    else if (at.parent?.name === "Array" && VALUES.has(at.name)) parts.unshift(String(childValues(at.parent, at.from)));
  }
  return parts.reduce((pointer, part) => pointerOf(pointer, part), "");
}

/** How many values of a list end before an offset. */
function childValues(list: SyntaxNode, offset: number): number {
  let count = 0;
  for (let child = list.firstChild; child !== null && child.to <= offset; child = child.nextSibling) {
    if (VALUES.has(child.name)) count += 1;
  }
  return count;
}

function nameOf(doc: Text, node: SyntaxNode | null): string {
  if (node === null) return "";
  try {
    return String(JSON.parse(doc.sliceString(node.from, node.to)));
  } catch {
    return "";
  }
}
