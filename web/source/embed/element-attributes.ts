// Pure functions that turn the element's attributes into requests and addresses.

/** A change of one of these makes a new session, or shows another seat. */
export const OBSERVED_ATTRIBUTES = [
  "venue",
  "seat",
  "key-id",
  "configuration",
  "locale",
  "service",
  "session",
  "cta-label",
  "cta-url",
  "events",
  "theme",
  "accent",
];

/** Reads an attribute of the element by name; null if it is not set. */
export type AttributeReader = (name: string) => string | null;

export type SessionRequest = {
  url: string;
  headers: Record<string, string>;
  body: string;
};

/** The request that creates a session. The Origin that the browser sends authorizes it. */
export function sessionRequest(service: string, attribute: AttributeReader): SessionRequest {
  const keyId = attribute("key-id");
  const ctaUrl = attribute("cta-url");
  const given = {
    venue: attribute("venue"),
    configuration: attribute("configuration"),
    locale: attribute("locale"),
    cta: ctaUrl ? withoutEmpty({ label: attribute("cta-label"), url: ctaUrl }) : null,
    events: attribute("events") === "off" ? "off" : null,
  };
  return {
    url: `${service}/v1/sessions`,
    headers: { "Content-Type": "application/json", ...(keyId ? { "X-Key-Id": keyId } : {}) },
    body: JSON.stringify(withoutEmpty(given)),
  };
}

function withoutEmpty(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== ""));
}

/** Adds the page's parameters to the fragment of the viewer's address, which is not sent to servers. */
export function frameAddress(viewerUrl: string, attribute: AttributeReader): string {
  const parameters = new URLSearchParams();
  for (const name of ["seat", "locale", "theme", "accent"]) {
    const value = attribute(name);
    if (value) parameters.set(name, value);
  }
  const text = parameters.toString();
  return text === "" ? viewerUrl : `${viewerUrl}&${text}`;
}

/** The key that the viewer's address names; null if it names none. */
export function keyIdOf(viewerUrl: string): string | null {
  return /\/viewer\/(key_\w+)/.exec(viewerUrl)?.[1] ?? null;
}

/** The origin of an http or https address; null for anything else. */
export function originOf(address: string | null): string | null {
  try {
    const url = new URL(address ?? "");
    return url.protocol === "https:" || url.protocol === "http:" ? url.origin : null;
  } catch {
    return null;
  }
}

/** Sets properties again that the page has set before the element was defined, which hide the element's own. */
export function upgradeProperties<Name extends string>(element: { [name in Name]?: unknown }, ...names: Name[]): void {
  for (const name of names) {
    if (!Object.hasOwn(element, name)) continue;
    const value = element[name];
    delete element[name];
    element[name] = value;
  }
}
