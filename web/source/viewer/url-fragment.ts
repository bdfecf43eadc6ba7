// What stands behind the '#' of the viewer's address: the token first, then what the host page wishes.

export type CallToAction = {
  url: string;
  label: string | null;
};

export type FragmentValues = {
  token: string | null;
  seat: string | null;
  callToAction: CallToAction | null;
};

export function parseFragment(fragment: string): FragmentValues {
  const [token = "", ...values] = fragment.replace(/^#/, "").split("&");
  const parameters = new URLSearchParams(values.join("&"));
  return {
    token: token.startsWith("st_") ? token : null,
    seat: parameters.get("seat") || null,
    callToAction: callToActionOf(parameters.get("cta"), parameters.get("ctaLabel")),
  };
}

/** The same address with another token or seat, so that a reload shows what is shown now. */
export function updateFragment(fragment: string, token: string, seat: string | null): string {
  const [, ...values] = fragment.replace(/^#/, "").split("&");
  const parameters = new URLSearchParams(values.join("&"));
  if (seat !== null) parameters.set("seat", seat);
  const text = parameters.toString();
  return `#${token}${text === "" ? "" : `&${text}`}`;
}

/** A link of any other scheme could run a script, or lead a buyer out of the encrypted web. */
function callToActionOf(address: string | null, label: string | null): CallToAction | null {
  try {
    const url = new URL(address ?? "");
    return url.protocol === "https:" ? { url: url.href, label: label || null } : null;
  } catch {
    return null;
  }
}
