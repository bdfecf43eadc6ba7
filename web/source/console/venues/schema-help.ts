// Help texts from the OpenAPI document about a member of a venue's record, by its pointer.
import { pointerParts } from "./json-positions";

export type Schema = {
  $ref?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  type?: string;
  enum?: unknown[];
  const?: unknown;
  description?: string;
  default?: unknown;
  format?: string;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  /** The schema of the members of an object whose names are free; false where there are no others. */
  additionalProperties?: Schema | boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
};

export type ApiDocument = {
  components: { schemas: Record<string, Schema> };
};

export type Help = {
  name: string;
  types: string[];
  descriptions: string[];
  /** The allowed values, if they are limited. */
  values: string[];
  bounds: string[];
  fallback: string | null;
  example: string | null;
  members: { name: string; isRequired: boolean; types: string[]; description: string }[];
};

/** Returns help about a member; null if it is not documented. */
export function helpExactly(document: ApiDocument, root: string, record: unknown, pointer: string): Help | null {
  const found = nearest(document, root, record, pointer);
  return found.depth === pointerParts(pointer).length ? found.help : null;
}

/** Returns help about a member, or about its nearest documented ancestor. */
export function helpFor(document: ApiDocument, root: string, record: unknown, pointer: string): Help {
  return nearest(document, root, record, pointer).help;
}

function nearest(document: ApiDocument, root: string, record: unknown, pointer: string): { help: Help; depth: number } {
  const parts = pointerParts(pointer);
  let [at, value] = [flat(document, { $ref: `#/components/schemas/${root}` }), record];
  let [name, depth] = ["The record", 0];
  for (const part of parts) {
    const next = suited(at, value).flatMap((schema) => child(document, schema, part));
    if (next.length === 0) break;
    depth += 1;
    [at, name, value] = [next, /^\d+$/.test(part) ? `${name}, number ${Number(part) + 1}` : part, inside(value, part)];
  }
  return { help: described(document, name, suited(at, value)), depth };
}

function described(document: ApiDocument, name: string, schemas: Schema[]): Help {
  const known = schemas.filter((schema) => schema.type !== "null");
  return {
    name,
    types: typesOf(schemas),
    descriptions: unique(known.flatMap((schema) => schema.description ?? [])),
    values: unique(known.flatMap((schema) => schema.enum ?? ("const" in schema ? [schema.const] : [])).map(String)),
    bounds: unique(known.map(boundsOf).filter((bounds) => bounds !== "")),
    fallback: fallbackOf(known),
    example: known.flatMap((schema) => schema.examples ?? []).map((each) => JSON.stringify(each))[0] ?? null,
    members: membersOf(document, known),
  };
}

function membersOf(document: ApiDocument, schemas: Schema[]): Help["members"] {
  const members = new Map<string, Help["members"][number]>();
  for (const schema of schemas) {
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      const inner = flat(document, member);
      members.set(name, {
        name,
        isRequired: schema.required?.includes(name) ?? false,
        types: typesOf(inner),
        description: inner.map((each) => each.description).find((text) => text !== undefined) ?? "",
      });
    }
  }
  return [...members.values()];
}

/** Resolves references and alternatives. Members beside a reference are added to each result. */
function flat(document: ApiDocument, schema: Schema): Schema[] {
  const { $ref, anyOf, oneOf, ...beside } = schema;
  const inner =
    $ref === undefined ? (anyOf ?? oneOf) : [document.components.schemas[$ref.slice($ref.lastIndexOf("/") + 1)] ?? {}];
  if (inner === undefined) return [schema];
  return inner.flatMap((each) => flat(document, each)).map((each) => ({ ...each, ...beside }));
}

function child(document: ApiDocument, schema: Schema, part: string): Schema[] {
  const free = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
  const member = schema.properties?.[part] ?? (/^\d+$/.test(part) ? schema.items : undefined) ?? free;
  return member === undefined ? [] : flat(document, member);
}

/** Selects the alternatives that fit the value, by its JSON type and by its `type` member. */
function suited(schemas: Schema[], value: unknown): Schema[] {
  const form = Array.isArray(value) ? "array" : typeof value === "object" && value !== null ? "object" : null;
  if (form === null) return schemas;
  const ofForm = schemas.filter((schema) => schema.type === form);
  const type = (value as { type?: unknown }).type;
  const ofType = ofForm.filter((schema) => schema.properties?.type?.enum?.includes(type));
  return ofType.length > 0 ? ofType : ofForm.length > 0 ? ofForm : schemas;
}

function typesOf(schemas: Schema[]): string[] {
  return unique(
    schemas.map((schema) => TYPES[schema.type ?? ""] ?? (schema.enum === undefined ? "any value" : "text")),
  );
}

function boundsOf(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, maxProperties } = schema;
  if (minimum !== undefined || maximum !== undefined) return spanned(minimum, maximum, "");
  if (maxLength !== undefined) return spanned(minLength, maxLength, " characters");
  if (maxProperties !== undefined) return spanned(0, maxProperties, " entries");
  return maxItems === undefined ? "" : spanned(minItems, maxItems, " entries");
}

function spanned(least: number | undefined, most: number | undefined, unit: string): string {
  if (most === undefined) return `at least ${least}${unit}`;
  return `${least === undefined || least === 0 ? "up to" : `${least} to`} ${most.toLocaleString("en")}${unit}`;
}

/** The default value as JSON; null if there is none or it is empty. */
function fallbackOf(schemas: Schema[]): string | null {
  const given = schemas.find((schema) => schema.default !== undefined && schema.default !== null)?.default;
  if (given === undefined || (typeof given === "object" && Object.keys(given as object).length === 0)) return null;
  return JSON.stringify(given);
}

function inside(value: unknown, part: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[part] : undefined;
}

function unique(texts: string[]): string[] {
  return [...new Set(texts)];
}

const TYPES: Record<string, string> = {
  string: "text",
  integer: "whole number",
  number: "number",
  boolean: "true or false",
  array: "list",
  object: "object",
  null: "null",
};
