// What a page wishes of the element, as the service takes it. Pure.

/** The element's attributes, by name. Null: not set. */
export type Wish = (name: string) => string | null;

export type SessionRequest = {
  url: string;
  headers: Record<string, string>;
  body: string;
};

/** The page's own Origin is what lets it in: the browser sends it, and the key allows it. */
export function sessionRequest(service: string, wish: Wish): SessionRequest {
  const keyId = wish("key-id");
  const body = {
    venue: wish("venue"),
    ...(wish("configuration") ? { configuration: wish("configuration") } : {}),
    ...(wish("locale") ? { locale: wish("locale") } : {}),
  };
  return {
    url: `${service}/v1/sessions`,
    headers: { "Content-Type": "application/json", ...(keyId ? { "X-Key-Id": keyId } : {}) },
    body: JSON.stringify(body),
  };
}

/** The viewer's address with the page's wishes behind the token, where no server sees them. */
export function frameAddress(viewerUrl: string, wish: Wish): string {
  const wishes = new URLSearchParams();
  const add = (name: string, value: string | null) => value && wishes.set(name, value);
  add("seat", wish("seat"));
  add("cta", wish("cta-url"));
  add("ctaLabel", wish("cta-label"));
  const text = wishes.toString();
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
