// The client: one property for each group of operations.
import { ClientGroups } from "./generated/groups.js";
import type { Fetch } from "./http-request.js";
import type { Retries } from "./repeats.js";
import { type KeySource, Transport } from "./transport.js";

export type ClientOptions = {
  /** The address of the service, such as `https://seats.example`. In a browser, by default the page's own origin. */
  service?: string;
  /** A secret key or a session's token, or a function that returns one for each request. */
  key?: KeySource;
  /** For pages without a key of their own: the keyId of a key that allows the page's origin. */
  keyId?: string;
  /** How long one try of a call may take: 30 seconds by default; 0 for no limit. */
  timeoutMs?: number;
  /** How often a call is repeated after a failure that passes, and what is told before each wait. */
  retries?: Retries;
  /** Sends the requests instead of the platform's `fetch`. */
  fetch?: Fetch;
};

/** A client of one service. It can be shared by all of a program, and has nothing to close. */
export class Client extends ClientGroups {
  constructor(options: ClientOptions = {}) {
    const { key = null, keyId = null, timeoutMs, retries = {}, fetch } = options;
    super(new Transport({ service: originOf(options.service), key, keyId, timeoutMs, retries, fetch }));
  }

  /** Makes a client with the address in SEATPREVIEW_URL and the key in SEATPREVIEW_KEY. */
  static fromEnv(options: Omit<ClientOptions, "service" | "key"> = {}): Client {
    const { SEATPREVIEW_URL: service, SEATPREVIEW_KEY: key } = environment();
    if (!service) throw new TypeError("SEATPREVIEW_URL is not set. It is the address of the service.");
    if (!key) throw new TypeError("SEATPREVIEW_KEY is not set. It is a secret key of the service.");
    return new Client({ ...options, service, key });
  }
}

type Environment = Record<string, string | undefined>;

/** Browsers have no process. */
function environment(): Environment {
  return (globalThis as { process?: { env?: Environment } }).process?.env ?? {};
}

/** Returns the address without what the client adds itself. An empty one is the page's own origin. */
function originOf(service: string | undefined): string {
  if (service === undefined || service === "") {
    if (typeof location !== "undefined") return "";
    throw new TypeError('The client needs the address of the service: { service: "https://seats.example" }.');
  }
  const { protocol, username, search, hash } = new URL(service);
  if (!["http:", "https:"].includes(protocol) || username + search + hash !== "")
    throw new TypeError("The service's address is one of http or https, without a user, a query or a fragment.");
  return service.replace(/\/+$/, "").replace(/\/v1$/, "");
}
