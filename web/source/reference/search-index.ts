// The search over operations, parameters, members, problems and texts. It runs in the page, over the whole document.
import { contentOf, entriesOf, type OpenApiDocument, resolved, type Schema } from "./openapi-document";
import { addressOf, OTHER_PAGES } from "./routes";

export type SearchEntry = {
  kind: "Operation" | "Parameter" | "Member" | "Problem" | "Object" | "Page";
  title: string;
  /** What stands below the title. */
  detail: string;
  address: string;
  /** Names that count most, and everything that is searched: in lower case. */
  names: readonly string[];
  text: string;
};

const RANKS = { Page: 0, Operation: 0, Problem: 1, Object: 2, Parameter: 3, Member: 3 } as const;

/** Everything that can be found, in the order of the document. */
export function searchIndex(document: OpenApiDocument): readonly SearchEntry[] {
  const found: SearchEntry[] = [];
  const add = (
    kind: SearchEntry["kind"],
    title: string,
    detail: string,
    address: string,
    more = "",
    otherNames: readonly string[] = [],
  ) => {
    const names = [title, ...otherNames].map((name) => name.toLowerCase());
    found.push({ kind, title, detail, address, names, text: `${names.join(" ")} ${detail} ${more}`.toLowerCase() });
  };

  for (const group of document["x-client-groups"])
    add("Page", group.title, group.description, addressOf(group.name), group.name);
  for (const page of OTHER_PAGES) add("Page", page.title, "", addressOf(page.name));
  for (const convention of document["x-conventions"])
    add(
      "Page",
      convention.title,
      "Conventions",
      addressOf("conventions", convention.name),
      convention.paragraphs.join(" "),
    );
  for (const { method, path, group, operation } of entriesOf(document)) {
    const id = operation.operationId;
    const address = addressOf(group, id);
    const client = operation["x-client"];
    add("Operation", operation.summary, `${method} ${path}`, address, "", [id, `${client.group}.${client.method}`]);
    for (const parameter of operation.parameters ?? [])
      add("Parameter", parameter.name, `of ${id}`, address, parameter.description);
    const body = operation.requestBody && contentOf(operation.requestBody);
    for (const [name, member] of membersOf(document, body?.schema)) {
      add("Member", name, `of the body of ${id}`, address, member.description);
    }
  }
  for (const problem of document["x-problems"])
    add(
      "Problem",
      problem.code,
      `${problem.status} ${problem.title}`,
      addressOf("problems", `problem-${problem.code}`),
    );
  for (const [name, schema] of Object.entries(document.components.schemas))
    add(
      "Object",
      name,
      schema.description ?? "",
      addressOf("objects", `object-${name}`),
      Object.keys(schema.properties ?? {}).join(" "),
    );
  return found;
}

/** The best matches for a query. Each of its words must occur. */
export function search(index: readonly SearchEntry[], query: string, most = 12): readonly SearchEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return index
    .filter((entry) => words.every((word) => entry.text.includes(word)))
    .map((entry, position) => ({ entry, position, score: scoreOf(entry, words) }))
    .sort((a, b) => a.score - b.score || a.position - b.position)
    .slice(0, most)
    .map(({ entry }) => entry);
}

/** Lower is better: a name that is the query, then one that starts with it, then one that has it. */
function scoreOf(entry: SearchEntry, words: readonly string[]): number {
  const query = words.join(" ");
  const matches = entry.names.map((name) => {
    if (name === query) return 0;
    if (name.startsWith(query)) return 10;
    return words.every((word) => name.includes(word)) ? 20 : 30;
  });
  return Math.min(...matches) + RANKS[entry.kind];
}

function membersOf(document: OpenApiDocument, schema: Schema | undefined): readonly [string, Schema][] {
  return schema === undefined ? [] : Object.entries(resolved(document, schema).properties ?? {});
}
