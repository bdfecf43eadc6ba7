// Sends the requests of all operations: with the key, a timeout, and repeats where a repeat is safe.
import { withEtag } from "./editing.js";
import { addressOf, type Fetch, orUnreachable, type Query, readJson, sendRequest } from "./http-request.js";
import { type Page, PagedList } from "./pages.js";
import { Problem } from "./problem.js";
import { mayRepeat, type Repeatability, type Retries, wait, waitSeconds } from "./repeats.js";
import { type Progress, requestWithProgress, type UploadBody, uploadBody } from "./upload.js";

const TIMEOUT_MS = 30_000;

/** The key, or a session's token; or what returns one for each request. Null sends no credential. */
export type KeySource = string | null | (() => string | null | Promise<string | null>);

export type TransportOptions = {
  service: string;
  key: KeySource;
  keyId: string | null;
  timeoutMs: number | undefined;
  retries: Retries;
  fetch: Fetch | undefined;
};

/** Options of every call. */
export type CallOptions = {
  /** Ends the call: it then fails with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** How long one try may take; 0 for no limit. Uploads have none unless you give one. */
  timeoutMs?: number | undefined;
};

/** Options of calls that write a record: the ETag that the record must still have. */
export type WriteOptions = CallOptions & { ifMatch: string };

/** Options of calls that create or replace a record: the ETag that it must still have, or that there must be none. */
export type SaveOptions = CallOptions & { ifMatch?: string; ifNoneMatch?: "*" };

/** Options of calls that create something, and do so once however often they are sent. */
export type CreateOptions = CallOptions & {
  /** By default a fresh UUID for each call. Give your own to repeat a call after your program was restarted. */
  idempotencyKey?: string | undefined;
};

/** Options of calls whose result you may have already. */
export type CachedOptions = CallOptions & { ifNoneMatch: string };

export type UploadOptions = CallOptions & {
  /** By default the type of the Blob, or `application/octet-stream`. */
  contentType?: string | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
};

/** A request of an operation. */
export type OperationRequest = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  query?: object;
  body?: object;
  upload?: UploadBody;
  options: CallOptions & Partial<WriteOptions & CreateOptions & CachedOptions & UploadOptions>;
  /** Whether the operation takes an Idempotency-Key. */
  takesIdempotencyKey?: true;
  /** Whether a POST changes nothing, as the document says. */
  onlyReads?: true;
};

export class Transport {
  // Private by the language, so that nobody prints the key together with the client.
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /** Returns the JSON of the response, with its ETag if it has one. Null if the caller has the result already. */
  async json<T>(request: OperationRequest): Promise<T> {
    return this.#send(request, async (response) => {
      if (response.status === 304) return null as T;
      return withEtag(await readJson<T>(response), response.headers.get("etag"));
    });
  }

  /** Returns the bytes of the response, in the same way. */
  async blob<T extends Blob>(request: OperationRequest): Promise<T> {
    return this.#send(request, async (response) => {
      if (response.status === 304) return null as unknown as T;
      return withEtag((await orUnreachable(() => response.blob())) as T, response.headers.get("etag"));
    });
  }

  async nothing(request: OperationRequest): Promise<void> {
    await this.#send(request, () => Promise.resolve());
  }

  list<Item, Given extends Page<Item>>(request: OperationRequest): PagedList<Item, Given> {
    const { cursor = null } = (request.query ?? {}) as { cursor?: string | null };
    return new PagedList<Item, Given>(
      (next) => this.json<Given>({ ...request, query: { ...request.query, cursor: next } }),
      cursor,
    );
  }

  async #send<T>(request: OperationRequest, read: (response: Response) => Promise<T>): Promise<T> {
    const { method, path, options } = request;
    const { retries } = this.#options;
    const idempotencyKey = request.takesIdempotencyKey ? (options.idempotencyKey ?? crypto.randomUUID()) : null;
    let waitedSeconds = 0;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#sendOnce(request, idempotencyKey, read);
      } catch (failure) {
        if (!mayRepeat(repeatability(request), failure, attempt)) throw failure;
        const seconds = waitSeconds(failure, attempt, waitedSeconds, retries);
        if (seconds === null) throw failure;
        retries.onWait?.({ method, path, attempt: attempt + 1, seconds, problem: failure });
        await wait(seconds * 1000, options.signal);
        waitedSeconds += seconds;
      }
    }
  }

  async #sendOnce<T>(
    request: OperationRequest,
    idempotencyKey: string | null,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { method, path, query, body, upload, options } = request;
    const headers = await this.#headers(request, idempotencyKey);
    const sent: RequestInit = { method, headers, body: body === undefined ? null : JSON.stringify(body) };
    if (upload !== undefined) Object.assign(sent, await uploadBody(upload));
    const { fetch: ownFetch, service } = this.#options;
    const send = requestWithProgress(upload, options.onProgress, ownFetch) ?? ownFetch;
    const ms = options.timeoutMs ?? (upload === undefined ? (this.#options.timeoutMs ?? TIMEOUT_MS) : 0);
    return within(ms, options.signal, async (signal) =>
      read(await sendRequest(addressOf(service, path, query as Query), { ...sent, signal }, send)),
    );
  }

  async #headers(request: OperationRequest, idempotencyKey: string | null): Promise<Record<string, string>> {
    const { options, body, upload } = request;
    const headers: Record<string, string> = {};
    const key = await keyOf(this.#options.key);
    if (key !== null) headers.Authorization = `Bearer ${key}`;
    if (this.#options.keyId !== null) headers["X-Key-Id"] = this.#options.keyId;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (upload !== undefined) headers["Content-Type"] = options.contentType ?? typeOf(upload);
    if (options.ifMatch !== undefined) headers["If-Match"] = options.ifMatch;
    if (options.ifNoneMatch !== undefined) headers["If-None-Match"] = options.ifNoneMatch;
    if (idempotencyKey !== null) headers["Idempotency-Key"] = idempotencyKey;
    return headers;
  }
}

/** Returns one part of a path. An empty one, or one of dots, would name another operation. */
export function segment(value: string): string {
  if (typeof value !== "string" || value === "" || value === "." || value === "..")
    throw new TypeError(`${JSON.stringify(value)} cannot be part of an address.`);
  return encodeURIComponent(value);
}

/** Returns several parts of a path, such as the name of an image in a folder. */
export function segments(value: string): string {
  return String(value).split("/").map(segment).join("/");
}

function repeatability(request: OperationRequest): Repeatability {
  const { method, options, upload, takesIdempotencyKey, onlyReads } = request;
  // A stream can be read only once.
  if (upload instanceof ReadableStream) return "never";
  if (method === "PATCH") return options.ifMatch === undefined ? "never" : "if nothing was done";
  return method !== "POST" || takesIdempotencyKey || onlyReads ? "safe" : "never";
}

/** The key itself must never be in an error: browsers and Node would quote a header that they refuse. */
async function keyOf(source: KeySource): Promise<string | null> {
  const key = typeof source === "function" ? await source() : source;
  if (key !== null && !/^[\x21-\x7e]+$/.test(key))
    throw new TypeError("The key has characters that no key has. It starts with sk_ or st_, and has no spaces.");
  return key;
}

function typeOf(upload: UploadBody): string {
  return upload instanceof Blob && upload.type !== "" ? upload.type : "application/octet-stream";
}

/** Runs one try, which a timeout or the caller's signal ends. */
async function within<T>(
  ms: number,
  signal: AbortSignal | undefined,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const control = new AbortController();
  const stop = () => control.abort(signal?.reason);
  signal?.addEventListener("abort", stop, { once: true });
  const late = new Problem(0, "timeout", `The service did not answer within ${ms / 1000} seconds. Try again.`);
  const timer = ms > 0 ? setTimeout(() => control.abort(late), ms) : undefined;
  try {
    return await act(control.signal);
  } catch (failure) {
    throw control.signal.aborted ? control.signal.reason : failure;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}
