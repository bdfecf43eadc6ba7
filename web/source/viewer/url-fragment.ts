// What stands behind the '#' of the viewer's address: the token first, then what the host page wishes.

export type CallToAction = {
  url: string;
  label: string | null;
};

export type Address = {
  token: string | null;
  seat: string | null;
  callToAction: CallToAction | null;
};

export function addressOf(fragment: string): Address {
  const [token = "", ...wishes] = fragment.replace(/^#/, "").split("&");
  const wished = new URLSearchParams(wishes.join("&"));
  return {
    token: token.startsWith("st_") ? token : null,
    seat: wished.get("seat") || null,
    callToAction: callToActionOf(wished.get("cta"), wished.get("ctaLabel")),
  };
}

/** The same address with another token or seat, so that a reload shows what is shown now. */
export function fragmentOf(fragment: string, token: string, seat: string | null): string {
  const [, ...wishes] = fragment.replace(/^#/, "").split("&");
  const wished = new URLSearchParams(wishes.join("&"));
  if (seat !== null) wished.set("seat", seat);
  const text = wished.toString();
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
