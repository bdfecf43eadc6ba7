// A stand-in for the service, behind `fetch`. What it knows comes from the OpenAPI document: the operations, the groups
// that a key needs for them, the members of their bodies, and an example of each response. A test states the rest.
import { vi } from "vitest";
import openapi from "../api/openapi.json";

/** A request as an operation receives it. */
export type Received = {
  operation: string;
  path: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
};

type Answer = object | ((request: Received) => object | Response | Promise<Response>);

type Described = {
  operationId: string;
  "x-groups"?: string[];
  requestBody?: { content: Record<string, { schema: { $ref?: string } }> };
  responses: Record<string, { content?: Record<string, { example?: object }> }>;
};

type Operation = { id: string; method: string; pattern: RegExp; described: Described };

const OPERATIONS: Operation[] = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Described>).map(([method, described]) => ({
    id: described.operationId,
    method: method.toUpperCase(),
    // The name of an image has slashes of its own.
    pattern: new RegExp(
      `^/v1${path.replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>${name === "name" ? ".+" : "[^/]+"})`)}$`,
    ),
    described,
  })),
);

export class FakeService {
  /** All requests to operations, in their order. */
  readonly requests: Received[] = [];
  /** Requests that the real service would not take. */
  readonly faults: string[] = [];
  /** The groups that the caller's key is limited to; null for all. */
  groups: readonly string[] | null = null;

  readonly #answers = new Map<string, Answer>();

  constructor() {
    vi.stubGlobal("fetch", (address: string, init: RequestInit = {}) => this.#receive(address, init));
  }

  /** Sets the response of an operation: a body, or a function that returns one for a request. */
  answer(operation: string, answer: Answer): this {
    exampleOf(operation);
    this.#answers.set(operation, answer);
    return this;
  }

  /** Returns the requests to one operation. */
  received(operation: string): Received[] {
    return this.requests.filter((request) => request.operation === operation);
  }

  /** Returns the body of the last request to an operation. */
  lastBody(operation: string): unknown {
    return this.received(operation).at(-1)?.body;
  }

  async #receive(address: string, init: RequestInit): Promise<Response> {
    const url = new URL(address, location.href);
    if (url.pathname === "/v1/openapi.json") return json(200, servedDocument());
    const method = init.method ?? "GET";
    const found = OPERATIONS.find((each) => each.method === method && each.pattern.test(url.pathname));
    if (found === undefined) {
      this.faults.push(`There is no ${method} ${url.pathname}`);
      return problem(404, "not_found", "There is nothing here.");
    }
    const request = receivedOf(found, url, init);
    this.requests.push(request);
    return this.#refusal(found, request) ?? (await this.#respond(found, request));
  }

  async #respond({ id, described }: Operation, request: Received): Promise<Response> {
    const answer = this.#answers.get(id) ?? exampleOf(id);
    const answered = typeof answer === "function" ? await answer(request) : answer;
    if (answered instanceof Response) return answered;
    return json(successStatus(described), answered);
  }

  #refusal({ id, described }: Operation, { body }: Received): Response | null {
    const needed = described["x-groups"] ?? [];
    if (needed.length > 0 && this.groups !== null && !needed.some((group) => this.groups?.includes(group))) {
      this.faults.push(`${id} is outside of the key's groups`);
      return problem(403, "scope_insufficient", "The key lacks the group.");
    }
    const known = bodyMembers(described);
    const unknown = known === null ? [] : Object.keys(body as object).filter((member) => !known.includes(member));
    this.faults.push(...unknown.map((member) => `${id} takes no ${member}`));
    return null;
  }
}

/** The OpenAPI document as a service has it, with its own address. */
export function servedDocument(): typeof openapi {
  return { ...structuredClone(openapi), servers: [{ url: `${location.origin}/v1` }] };
}

type Fault = { pointer?: string; parameter?: string; detail: string };

/** A problem body, as the service answers errors. */
export function problem(status: number, code: string, detail: string, errors: Fault[] = []): Response {
  return json(status, { type: "about:blank", title: code, status, code, detail, errors, requestId: "req_1" });
}

/** Returns the document's example of an operation's response, with changes. */
export function example<T extends object = Record<string, unknown>>(operation: string, changes: object = {}): T {
  return { ...structuredClone(exampleOf(operation)), ...changes } as T;
}

/** Returns the first entry of the document's example of a list, with changes. */
export function exampleItem(operation: string, changes: object = {}): Record<string, unknown> {
  const { data } = example<{ data: object[] }>(operation);
  return { ...data[0], ...changes };
}

function json(status: number, body: object): Response {
  const version = etagOf(body);
  if (status === 204) return new Response(null, { status });
  const type = status < 400 ? "application/json" : "application/problem+json";
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": type, ...version } });
}

function etagOf(body: object): { ETag?: string } {
  if ("draftId" in body && "revision" in body) return { ETag: `"${body.revision}.${body.draftId}"` };
  return "version" in body ? { ETag: `"${body.version}"` } : {};
}

function receivedOf({ id, pattern }: Operation, url: URL, init: RequestInit): Received {
  return {
    operation: id,
    path: { ...pattern.exec(url.pathname)?.groups },
    query: Object.fromEntries(url.searchParams),
    headers: init.headers as Record<string, string>,
    body: typeof init.body === "string" ? JSON.parse(init.body) : init.body,
  };
}

function exampleOf(id: string): object {
  const found = OPERATIONS.find((each) => each.id === id);
  if (found === undefined) throw new Error(`The OpenAPI document has no operation ${id}.`);
  const { content = {} } = found.described.responses[successStatus(found.described)] ?? {};
  return Object.values(content)[0]?.example ?? {};
}

function successStatus({ responses }: Described): number {
  return Number(Object.keys(responses).find((status) => status.startsWith("2")));
}

/** The members that the body of an operation may have; null if it takes no JSON object. */
function bodyMembers({ requestBody }: Described): string[] | null {
  const reference = requestBody?.content["application/json"]?.schema.$ref;
  if (reference === undefined) return null;
  const schemas = openapi.components.schemas as Record<string, { properties?: object }>;
  return Object.keys(schemas[reference.split("/").at(-1) ?? ""]?.properties ?? {});
}
