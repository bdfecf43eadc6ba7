// The attributes of the element as properties of a component: docs/embedding.md explains each of them.

/** Properties that become attributes of the element. */
export type SeatPreviewAttributes = {
  /** The address of the service, such as `https://seats.example`. With `session` it is not needed. */
  service?: string | undefined;
  /** The venue's id, or one of its aliases. */
  venue?: string | undefined;
  /** A label of one seat or of several seats of a row, or a key. To show another seat, change it. */
  seat?: string | undefined;
  /** The key of the page, `key_...`. */
  keyId?: string | undefined;
  /** Instead of `venue` and `keyId`: the viewerUrl of a session that your server has made. */
  session?: string | undefined;
  /** The configuration of the hall, such as `end-stage`. */
  configuration?: string | undefined;
  /** The language, such as `de` or `en-US`. */
  locale?: string | undefined;
  /** A button that leads to your shop. `{seat}`, `{section}` and `{row}` are replaced for the seat that is shown. */
  ctaUrl?: string | undefined;
  ctaLabel?: string | undefined;
  /** `off`: nothing is reported to the service. */
  events?: "off" | undefined;
  theme?: "light" | "dark" | undefined;
  /** The colour of the button: `#0c5f73`. */
  accent?: string | undefined;
  /** `lazy`: nothing is loaded until the element comes near the visible part of the page. */
  loading?: "lazy" | undefined;
  /** The name of the frame for screen readers. */
  frameTitle?: string | undefined;
};

/** The name of each property's attribute. A property without one would be a build error. */
export const ATTRIBUTES: { readonly [Name in keyof Required<SeatPreviewAttributes>]: string } = {
  service: "service",
  venue: "venue",
  seat: "seat",
  keyId: "key-id",
  session: "session",
  configuration: "configuration",
  locale: "locale",
  ctaUrl: "cta-url",
  ctaLabel: "cta-label",
  events: "events",
  theme: "theme",
  accent: "accent",
  loading: "loading",
  frameTitle: "frame-title",
};

/** Returns the attributes that are set, by their names in HTML. */
export function attributesOf(properties: SeatPreviewAttributes): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [property, attribute] of Object.entries(ATTRIBUTES)) {
    const value = properties[property as keyof SeatPreviewAttributes];
    if (value !== undefined && value !== null) attributes[attribute] = String(value);
  }
  return attributes;
}
