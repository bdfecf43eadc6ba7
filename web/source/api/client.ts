// The HTTP client of all pages. Responses are typed, and every failure is an error whose message can be shown to
// people.

const BASE_PATH = "/v1";

/** One thing that is wrong with a request. `pointer` names the member of the body, `parameter` the query parameter. */
export type Fault = {
  detail: string;
  pointer?: string;
  parameter?: string;
};

/** Why there is no view for a label, and what else it may mean. Names are in the language that was asked for. */
export type SeatRefusal = {
  reason: "closed" | "ambiguous" | "uncertain" | "unknown";
  asked: string;
  place: { name: string } | null;
  configuration: { name: string } | null;
  alternatives: readonly { key: string; name: string }[];
};

/** The problem that the API returned instead of a result. `message` is its detail, written for people. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";

  constructor(
    /** The HTTP status; 0 if no response arrived. */
    readonly status: number,
    /** The problem code from the API's catalogue; `unreachable` if no response arrived. */
    readonly code: string,
    readonly detail: string,
    readonly errors: readonly Fault[] = [],
    readonly requestId: string | null = null,
    readonly retryAfterSeconds: number | null = null,
    /** Why there is no view for a label, where the API says it. */
    readonly seat: SeatRefusal | null = null,
  ) {
    super(detail);
  }

  /** Returns the faults of one member of the body, by its pointer, and of everything inside that member. */
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

/** Query parameters. Undefined and null are left out; a list is sent by repeating the name. */
export type Query = Record<string, string | number | boolean | readonly string[] | null | undefined>;

export type RequestOptions = {
  query?: Query;
  headers?: Record<string, string>;
  /** The ETag that the record must still have, sent as If-Match. */
  ifMatch?: string | null;
  signal?: AbortSignal;
};

export type BodyRequestOptions = RequestOptions & {
  /** The body is sent as JSON. A Blob is sent unchanged, with its own content type. */
  body?: unknown;
};

export type ClientOptions = {
  /** Returns the key or session token for the next request. If it returns null, no credential is sent. */
  bearer?: () => string | null;
  /** The origin of the service. By default it is the page's own origin. */
  service?: string;
  /** Returns the sentence that is shown if no response arrives. */
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

  /** Returns the full address of an API path with its query. */
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
      // The only credential is the Authorization header; cookies are never used.
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

  /** The connection can also break while the body is being read. */
  private async readText(response: Response): Promise<string> {
    try {
      return await response.text();
    } catch (failure) {
      throw this.networkProblem(failure);
    }
  }

  /** An aborted request stays an AbortError; every other failure becomes a problem with the code `unreachable`. */
  private networkProblem(failure: unknown): unknown {
    if (failure instanceof DOMException && failure.name === "AbortError") return failure;
    return new ApiProblem(0, "unreachable", this.options.unreachable?.() ?? UNREACHABLE);
  }
}

/** Returns the sentence to show for anything that was thrown. */
export function messageOf(failure: unknown): string {
  if (failure instanceof Error && failure.message !== "") return failure.message;
  return "Something went wrong on this page. Reload it.";
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
  seat?: SeatRefusal;
};

/** Reads the problem from a response. A proxy may have answered with a page of its own that is not a problem body. */
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
    said.seat ?? null,
  );
}
