// Previews of which it is not known yet how much is in view: the service is still computing it, and is asked again.
import type { components } from "@seatpreview/client";

type Sightline = components["schemas"]["Preview"]["sightline"];

/** What of a preview says whether it is complete. An older service does not say. */
export type SeenPreview = { sightline?: Pick<Sightline, "state"> };

const SECOND_MS = 1000;
/** The pauses before further requests; the last one repeats. The service gives up four seconds after nobody has asked any
 * more, so the first pauses are shorter. */
export const PAUSES_MS = [1, 2, 3, 3, 3, 5, 10, 20, 30, 60].map((seconds) => seconds * SECOND_MS);

export function isPending({ sightline }: SeenPreview): boolean {
  return sightline?.state === "pending";
}

/** Asks for a preview again, with growing pauses, until what is in view is known. A request that fails counts as one that
 * brought nothing. Returns the function that stops it. */
export function askUntilKnown<T extends SeenPreview>(
  first: T,
  ask: () => Promise<T>,
  onKnown: (preview: T) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const wait = (turn: number) => {
    timer = setTimeout(() => void askAgain(turn), PAUSES_MS[Math.min(turn, PAUSES_MS.length - 1)]);
  };
  const askAgain = async (turn: number) => {
    const preview = await ask().catch(() => null);
    if (isStopped) return;
    if (preview === null || isPending(preview)) wait(turn + 1);
    else onKnown(preview);
  };
  if (isPending(first)) wait(0);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
