// How pages ask the API: one class, typed answers, every failure as a sentence that can be shown.

const BASE_PATH = "/v1";

/** One thing that is wrong with a request, and where: in the body (`pointer`) or in a parameter. */
export type Fault = {
  detail: string;
  pointer?: string;
  parameter?: string;
};

/** What the API answers with instead of a result. `message` is its detail, for people. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";

  constructor(
    /** 0: no answer came. */
    readonly status: number,
    /** Of the catalogue; `unreachable` where no answer came. */
    readonly code: string,
    readonly detail: string,
    readonly errors: readonly Fault[] = [],
    readonly requestId: string | null = null,
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(detail);
  }

  /** The faults of one member of the body, by its pointer, and of all that is in it. */
  faultsAt(pointer: string): readonly Fault[] {
    return this.errors.filter((fault) => fault.pointer === pointer || fault.pointer?.startsWith(`${pointer}/`));
  }
}

export type ApiResponse<T> = {
  data: T;
  etag: string | null;
  headers: Headers;
  status: number;
};

/** Undefined and null are left out; a list is sent as the same name several times. */
export type Query = Record<string, string | number | boolean | readonly string[] | null | undefined>;

export type RequestOptions = {
  query?: Query;
  headers?: Record<string, string>;
  /** The ETag that the record must still have. */
  ifMatch?: string | null;
  signal?: AbortSignal;
};

export type BodyRequestOptions = RequestOptions & {
  /** Sent as JSON; a Blob as it is, with its own type. */
  body?: unknown;
};

export type ClientOptions = {
  /** A key or a session token, asked for at every request. Null: none is sent. */
  bearer?: () => string | null;
  /** The service's own origin by default. */
  service?: string;
  /** The sentence to be shown where no answer comes. */
  unreachable?: () => string;
};

export class Client {
  constructor(private readonly options: ClientOptions = {}) {}

  get<T>(path: string, asking: RequestOptions = {}): Promise<ApiResponse<T>> {
    return this.send<T>("GET", path, asking);
  }

  post<T = undefined>(path: string, sending: BodyRequestOptions = {}): Promise<ApiResponse<T>> {
    return this.send<T>("POST", path, sending);
  }

  put<T = undefined>(path: string, sending: BodyRequestOptions = {}): Promise<ApiResponse<T>> {
    return this.send<T>("PUT", path, sending);
  }

  patch<T = undefined>(path: string, sending: BodyRequestOptions = {}): Promise<ApiResponse<T>> {
    return this.send<T>("PATCH", path, sending);
  }

  delete<T = undefined>(path: string, sending: BodyRequestOptions = {}): Promise<ApiResponse<T>> {
    return this.send<T>("DELETE", path, sending);
  }

  /** Where a path with its query is, below the API's base path. */
  address(path: string, query: Query = {}): string {
    const text = new URLSearchParams(pairsOf(query)).toString();
    return `${this.options.service ?? ""}${BASE_PATH}${path}${text === "" ? "" : `?${text}`}`;
  }

  private async send<T>(method: string, path: string, sending: BodyRequestOptions): Promise<ApiResponse<T>> {
    const response = await this.fetch(this.address(path, sending.query), {
      method,
      headers: this.headersOf(sending),
      body: bodyOf(sending.body),
      signal: sending.signal ?? null,
      // Credentials are in the header alone; a cookie is never one.
      credentials: "omit",
      cache: "no-store",
    });
    if (!response.ok) throw await problemOf(response);
    const text = await this.readText(response);
    const { status, headers } = response;
    return { data: (text === "" ? undefined : JSON.parse(text)) as T, etag: headers.get("etag"), headers, status };
  }

  private headersOf({ headers = {}, ifMatch, body }: BodyRequestOptions): Record<string, string> {
    const bearer = this.options.bearer?.() ?? null;
    return {
      ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
      ...(ifMatch == null ? {} : { "If-Match": ifMatch }),
      ...(body === undefined || body instanceof Blob ? {} : { "Content-Type": "application/json" }),
      ...headers,
    };
  }

  private async fetch(address: string, request: RequestInit): Promise<Response> {
    try {
      return await fetch(address, request);
    } catch (failure) {
      throw this.networkProblem(failure);
    }
  }

  /** An answer can also break off in its middle. */
  private async readText(response: Response): Promise<string> {
    try {
      return await response.text();
    } catch (failure) {
      throw this.networkProblem(failure);
    }
  }

  /** Who gave up waiting is told so, and not that the service is away. */
  private networkProblem(failure: unknown): unknown {
    if (failure instanceof DOMException && failure.name === "AbortError") return failure;
    return new ApiProblem(0, "unreachable", this.options.unreachable?.() ?? UNREACHABLE);
  }
}

/** What to show of anything that was thrown. */
export function messageOf(failure: unknown): string {
  if (failure instanceof Error && failure.message !== "") return failure.message;
  return "Something went wrong on this page. Load it again.";
}

const UNREACHABLE = "The service cannot be reached. Check the connection and try again.";

function pairsOf(query: Query): string[][] {
  return Object.entries(query).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    if (typeof value === "object") return value.map((each) => [name, each]);
    return [[name, String(value)]];
  });
}

function bodyOf(body: unknown): BodyInit | null {
  if (body === undefined) return null;
  return body instanceof Blob ? body : JSON.stringify(body);
}

type ProblemBody = {
  code?: string;
  detail?: string;
  title?: string;
  errors?: Fault[];
  requestId?: string;
};

/** A proxy in between may answer with a page of its own, which is no problem body. */
async function problemOf(response: Response): Promise<ApiProblem> {
  const body = (await response.json().catch(() => null)) as ProblemBody | null;
  const said = body !== null && typeof body === "object" ? body : {};
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  return new ApiProblem(
    response.status,
    said.code ?? "unexpected",
    said.detail ?? said.title ?? `The service answered with status ${response.status}. Try again in a moment.`,
    said.errors ?? [],
    said.requestId ?? response.headers.get("x-request-id"),
    Number.isFinite(retryAfter) ? retryAfter : null,
  );
}
