// The OpenAPI document as the reference reads it, and the operations in it.

export type Schema = {
  $ref?: string;
  type?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  enum?: readonly unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  default?: unknown;
  examples?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  deprecated?: boolean;
};

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
  deprecated?: boolean;
};

export type ProblemExample = { status: number; code: string; title: string; detail: string };

export type MediaContent = {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { value: ProblemExample }>;
};

export type ResponseDescription = {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, MediaContent>;
};

export type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  deprecated?: boolean;
  security: readonly Record<string, readonly string[]>[];
  parameters?: readonly Parameter[];
  requestBody?: { required: boolean; content: Record<string, MediaContent> };
  responses: Record<string, ResponseDescription>;
  "x-needs": string;
  "x-groups"?: readonly string[];
  "x-client": { group: string; method: string };
  "x-codeSamples": readonly CodeSample[];
  "x-extension"?: boolean;
  "x-reads-only"?: boolean;
};

export type CodeSample = { lang: string; label: string; source: string };

export type OpenApiDocument = {
  info: { title: string; version: string; summary: string; description: string };
  servers: readonly [{ url: string }];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
  "x-client-groups": readonly { name: string; title: string; description: string }[];
  "x-authentication": {
    credentials: readonly { presented: string; meaning: string }[];
    paragraphs: readonly string[];
  };
  "x-conventions": readonly { name: string; title: string; paragraphs: readonly string[] }[];
  "x-problems": readonly ProblemExplanation[];
};

export type ProblemExplanation = { code: string; status: number; title: string; meaning: string; remedy: string };

/** An operation with its method and path. */
export type Entry = { method: string; path: string; group: string; operation: Operation };

/** Every operation of the document, in the document's order. */
export function entriesOf(document: OpenApiDocument): readonly Entry[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      group: operation["x-client"].group,
      operation,
    })),
  );
}

/** The name of the component that a reference leads to. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

/** The schema itself, where the given one is a reference to it. */
export function resolved(document: OpenApiDocument, schema: Schema): Schema {
  return schema.$ref === undefined ? schema : (document.components.schemas[nameOf(schema.$ref)] ?? schema);
}

/** What a body or a response holds: each has the same schema in all of its media types. */
export function contentOf(described: { content?: Record<string, MediaContent> }): MediaContent | undefined {
  return Object.values(described.content ?? {})[0];
}

/** The status and the response of a request that went well, which stands first. */
export function successOf(operation: Operation): readonly [string, ResponseDescription] {
  return Object.entries(operation.responses)[0]!;
}

/** An example of each problem that the operation responds with. */
export function problemsOf(operation: Operation): readonly ProblemExample[] {
  return Object.values(operation.responses).flatMap((response) =>
    Object.values(contentOf(response)?.examples ?? {}).map((example) => example.value),
  );
}

/** The document with the address under which this page was opened, which need not be the configured one. */
export function withOrigin(document: OpenApiDocument, origin: string): OpenApiDocument {
  const server = document.servers[0].url;
  const here = origin + new URL(server, origin).pathname;
  const configured = new URL(server, origin).origin;
  if (configured === origin) return document;
  const text = JSON.stringify(document.paths).replaceAll(JSON.stringify(configured).slice(1, -1), origin);
  return { ...document, servers: [{ url: here }], paths: JSON.parse(text) };
}
