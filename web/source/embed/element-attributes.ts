// What a page wishes of the element, as the service takes it. Pure.

/** The element's attributes, by name. Null: not set. */
export type AttributeReader = (name: string) => string | null;

export type SessionRequest = {
  url: string;
  headers: Record<string, string>;
  body: string;
};

/** The page's own Origin is what lets it in: the browser sends it, and the key allows it. */
export function sessionRequest(service: string, attribute: AttributeReader): SessionRequest {
  const keyId = attribute("key-id");
  const body = {
    venue: attribute("venue"),
    ...(attribute("configuration") ? { configuration: attribute("configuration") } : {}),
    ...(attribute("locale") ? { locale: attribute("locale") } : {}),
  };
  return {
    url: `${service}/v1/sessions`,
    headers: { "Content-Type": "application/json", ...(keyId ? { "X-Key-Id": keyId } : {}) },
    body: JSON.stringify(body),
  };
}

/** The viewer's address with the page's wishes behind the token, where no server sees them. */
export function frameAddress(viewerUrl: string, attribute: AttributeReader): string {
  const parameters = new URLSearchParams();
  const add = (name: string, value: string | null) => value && parameters.set(name, value);
  add("seat", attribute("seat"));
  add("cta", attribute("cta-url"));
  add("ctaLabel", attribute("cta-label"));
  const text = parameters.toString();
  return text === "" ? viewerUrl : `${viewerUrl}&${text}`;
}

/** The origin of an address of the web; null for anything else, which no frame may load. */
export function originOf(address: string | null): string | null {
  try {
    const url = new URL(address ?? "");
    return url.protocol === "https:" || url.protocol === "http:" ? url.origin : null;
  } catch {
    return null;
  }
}
