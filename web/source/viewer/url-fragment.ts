// The fragment of the viewer's address: first the token, then parameters from the host page.
import type { Theme } from "./types";

export type FragmentValues = {
  token: string | null;
  /** The seat that the host page asks for, or else the first one that the session is for. */
  seat: string | null;
  /** The language that the host page asks for, such as `de-AT`. */
  locale: string | null;
  theme: Theme | null;
  /** The colour of the shop's buttons, such as `#0c5f73`. */
  accent: string | null;
  /** The configuration that the buyer chose. */
  configuration: string | null;
};

export function parseFragment(fragment: string): FragmentValues {
  const [token = "", ...values] = fragment.replace(/^#/, "").split("&");
  const parameters = new URLSearchParams(values.join("&"));
  return {
    token: token.startsWith("st_") ? token : null,
    seat: parameters.get("seat") || parameters.get("firstSeat") || null,
    locale: parameters.get("locale") || null,
    theme: themeOf(parameters.get("theme")),
    accent: accentOf(parameters.get("accent")),
    configuration: parameters.get("configuration") || null,
  };
}

/** Returns the fragment with another token, seat or configuration, so that a reload shows the same. */
export function updateFragment(
  fragment: string,
  token: string,
  seat: string | null,
  configuration: string | null = null,
): string {
  const [, ...values] = fragment.replace(/^#/, "").split("&");
  const parameters = new URLSearchParams(values.join("&"));
  if (seat !== null) parameters.set("seat", seat);
  if (configuration !== null) parameters.set("configuration", configuration);
  return fragmentOf(token, parameters);
}

/** Returns the fragment that shows a seat to somebody else, in the language of their own browser. */
export function sharedFragment(token: string, seat: string | null, configuration: string | null): string {
  const parameters = new URLSearchParams();
  if (seat !== null) parameters.set("seat", seat);
  if (configuration !== null) parameters.set("configuration", configuration);
  return fragmentOf(token, parameters);
}

function fragmentOf(token: string, parameters: URLSearchParams): string {
  const text = parameters.toString();
  return `#${token}${text === "" ? "" : `&${text}`}`;
}

function themeOf(text: string | null): Theme | null {
  return text === "light" || text === "dark" ? text : null;
}

/** Only colours of six hexadecimal digits are accepted: whoever writes a link could write anything here. */
function accentOf(text: string | null): string | null {
  return /^#[0-9a-f]{6}$/i.test(text ?? "") ? text : null;
}
