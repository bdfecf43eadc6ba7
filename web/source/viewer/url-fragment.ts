// The fragment of the viewer's address: first the token, then parameters from the host page.

export type FragmentValues = {
  token: string | null;
  seat: string | null;
  /** The language that the host page asks for, such as `de-AT`. */
  locale: string | null;
};

export function parseFragment(fragment: string): FragmentValues {
  const [token = "", ...values] = fragment.replace(/^#/, "").split("&");
  const parameters = new URLSearchParams(values.join("&"));
  return {
    token: token.startsWith("st_") ? token : null,
    seat: parameters.get("seat") || null,
    locale: parameters.get("locale") || null,
  };
}

/** Returns the fragment with another token or seat, so that a reload shows the same seat. */
export function updateFragment(fragment: string, token: string, seat: string | null): string {
  const [, ...values] = fragment.replace(/^#/, "").split("&");
  const parameters = new URLSearchParams(values.join("&"));
  if (seat !== null) parameters.set("seat", seat);
  const text = parameters.toString();
  return `#${token}${text === "" ? "" : `&${text}`}`;
}
