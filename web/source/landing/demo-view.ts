// The live view of the landing page. A service without a demo keeps the picture that the page starts with.

const CAPTION = "This is live: drag to look around, and choose another seat on its map or by its name.";

/** Puts <seat-preview> in the place of the picture, if the service has a demo whose view works. */
export async function showDemoView(place: HTMLElement, caption: HTMLElement): Promise<void> {
  const viewerUrl = await demoViewerUrl();
  if (viewerUrl === null) return;
  await loadElement();
  const picture = [...place.children];
  const view = document.createElement("seat-preview");
  view.setAttribute("session", viewerUrl);
  // The page is in English. The view is in the reader's language and units, as a link to it is.
  view.setAttribute("locale", navigator.language);
  view.setAttribute("frame-title", "The view from a seat of the demo arena");
  const words = caption.textContent;
  view.addEventListener("problem", () => {
    place.replaceChildren(...picture);
    caption.textContent = words;
  });
  place.replaceChildren(view);
  caption.textContent = CAPTION;
}

async function demoViewerUrl(): Promise<string | null> {
  try {
    const response = await fetch("/demo-view");
    const { viewerUrl } = (await response.json()) as { viewerUrl?: string | null };
    return response.ok ? (viewerUrl ?? null) : null;
  } catch {
    return null;
  }
}

/** Loads the same script that a shop's page loads. */
function loadElement(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = "/embed.js";
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", reject);
    document.head.append(script);
  });
}
