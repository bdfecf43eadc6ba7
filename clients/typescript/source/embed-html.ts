// The HTML that a server writes into its page to show a seat.

/** What a session's answer has that a page needs. */
export type EmbeddableSession = { viewerUrl: string };

/** Attributes of the element. docs/embedding.md explains each of them. */
export type EmbedOptions = {
  /** The seat to show first: a key or a label. */
  seat?: string;
  locale?: string;
  theme?: "light" | "dark";
  /** The colour of the button: `#0c5f73`. */
  accent?: string;
  loading?: "lazy";
  /** The name of the frame for screen readers. */
  frameTitle?: string;
  /** The element's `id` in your page. */
  id?: string;
  /** False if the page has the script already. */
  script?: boolean;
  /** The nonce of your page's Content-Security-Policy for the script. */
  nonce?: string;
};

/**
 * Returns the element `<seat-preview>` for a session that your server has made, and the script that shows it. Everything
 * is escaped: labels and addresses may hold any characters.
 */
export function embedHtml(session: EmbeddableSession, options: EmbedOptions = {}): string {
  const { script = true, nonce, frameTitle, ...others } = options;
  const { origin, protocol } = new URL(session.viewerUrl);
  if (protocol !== "https:" && protocol !== "http:") throw new TypeError("The session has no viewerUrl of a service.");
  const element = attributesOf({ session: session.viewerUrl, ...others, "frame-title": frameTitle });
  const loader = attributesOf({ src: `${origin}/embed.js`, nonce });
  return `${script ? `<script${loader} async></script>\n` : ""}<seat-preview${element}></seat-preview>`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Returns text as it is written into HTML, between tags or as the value of an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function attributesOf(attributes: Record<string, string | undefined>): string {
  return Object.entries(attributes)
    .filter((pair): pair is [string, string] => pair[1] !== undefined)
    .map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`)
    .join("");
}
