// Loads the script of the service that defines the element, once for a page.
import type { SeatPreviewAttributes } from "./element-attributes.js";
import type { ProblemDetail } from "./element-types.js";

const NAME = "seat-preview";
let loading: Promise<void> | null = null;

/**
 * Loads the script, unless the element is defined or the script is on its way. Resolves when the element is defined.
 * Rejects with what the component tells as its problem; the next call tries again.
 */
export function loadElement(properties: SeatPreviewAttributes): Promise<void> {
  if (customElements.get(NAME) !== undefined) return Promise.resolve();
  const address = scriptAddress(properties);
  // A page may load the script itself.
  if (address === null) return customElements.whenDefined(NAME).then(() => undefined);
  loading ??= loadScript(address).catch((failure: unknown) => {
    loading = null;
    throw failure;
  });
  return loading;
}

/** Returns the address of the script; null if neither the service nor a session is known. */
export function scriptAddress({ service, session }: SeatPreviewAttributes): string | null {
  const address = service ?? session;
  if (address === undefined || address === "") return null;
  try {
    return new URL("/embed.js", address).href;
  } catch {
    return null;
  }
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.async = true;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      script.remove();
      reject(unreachable(address));
    });
    document.head.append(script);
  });
}

function unreachable(address: string): ProblemDetail {
  return {
    code: "unreachable",
    detail: "The view cannot be loaded. Check the connection and try again.",
    hint: `${address} cannot be loaded: the service does not run there, or the page's policy lacks script-src.`,
  };
}
