// The request that "Try it" sends, and the command that sends the same. The key is in neither address nor command.
import { contentOf, type Entry, type OpenApiDocument, resolved } from "./openapi-document";

/** What stands in the fields. Parameters are named by place and name, such as `query.venue`. */
export type TryValues = { parameters: Record<string, string>; body: string; file: File | null };

export type TryRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | File | null;
};

/** The names of required parameters that have no value. */
export function missingParameters(entry: Entry, values: TryValues): readonly string[] {
  return (entry.operation.parameters ?? [])
    .filter((parameter) => parameter.required && !values.parameters[fieldOf(parameter)]?.trim())
    .map((parameter) => parameter.name);
}

export function fieldOf(parameter: { in: string; name: string }): string {
  return `${parameter.in}.${parameter.name}`;
}

/** The fields as the examples fill them. Conditional headers stay empty, and so do ids, which the reader has. */
export function initialValues(entry: Entry): TryValues {
  const parameters = Object.fromEntries(
    (entry.operation.parameters ?? []).map((parameter) => [
      fieldOf(parameter),
      parameter.in === "query" && parameter.example !== undefined ? String(parameter.example) : "",
    ]),
  );
  const content = entry.operation.requestBody && contentOf(entry.operation.requestBody);
  const body = content?.example === undefined ? "" : JSON.stringify(content.example, null, 2);
  return { parameters, body, file: null };
}

/** An example of a parameter, for the placeholder of its field. */
export function placeholderOf(document: OpenApiDocument, parameter: { schema: object; example?: unknown }): string {
  const example = parameter.example ?? resolved(document, parameter.schema).examples?.[0];
  return example === undefined ? "" : String(example);
}

export function tryRequest(base: string, entry: Entry, values: TryValues): TryRequest {
  let path = entry.path;
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  for (const parameter of entry.operation.parameters ?? []) {
    const value = values.parameters[fieldOf(parameter)]?.trim() ?? "";
    if (value === "") continue;
    // The name of an image may have slashes, which stay as they are.
    if (parameter.in === "path")
      path = path.replace(`{${parameter.name}}`, value.split("/").map(encodeURIComponent).join("/"));
    else if (parameter.in === "query") query.append(parameter.name, value);
    else headers[parameter.name] = value;
  }
  const body = bodyOf(entry, values, headers);
  const asked = query.toString().replaceAll("%2F", "/");
  return { method: entry.method, url: base + path + (asked === "" ? "" : `?${asked}`), headers, body };
}

function bodyOf(entry: Entry, values: TryValues, headers: Record<string, string>): string | File | null {
  if (entry.operation.requestBody === undefined) return null;
  if (sendsFile(entry)) {
    if (values.file !== null) headers["Content-Type"] = values.file.type || "application/octet-stream";
    return values.file;
  }
  if (values.body.trim() === "") return null;
  headers["Content-Type"] = "application/json";
  return values.body;
}

export function sendsFile(entry: Entry): boolean {
  const content = entry.operation.requestBody && contentOf(entry.operation.requestBody);
  return content?.schema.format === "binary";
}

/** The same request for a shell. The key is the variable KEY, or TOKEN. */
export function curlOf(request: TryRequest, credential: "KEY" | "TOKEN" | null): string {
  const parts = [`curl${request.method === "GET" ? "" : ` -X ${request.method}`} ${quoted(request.url)}`];
  if (credential !== null) parts.push(`-H "Authorization: Bearer $${credential}"`);
  for (const [name, value] of Object.entries(request.headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (typeof request.body === "string") parts.push(`-d ${quoted(request.body)}`);
  else if (request.body !== null) parts.push(`--data-binary ${quoted(`@${request.body.name}`)}`);
  return parts.join(" \\\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Whether the operation only reads, so that it is sent without a question. */
export function isHarmless(entry: Entry): boolean {
  return entry.operation["x-reads-only"] === true;
}

/** Which credential the operation takes: a session's own token, or a secret key. */
export function credentialOf(entry: Entry): "KEY" | "TOKEN" {
  return entry.operation.security.some((way) => "secretKey" in way) ? "KEY" : "TOKEN";
}
