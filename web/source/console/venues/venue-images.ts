// The uploaded images of a venue.
import type { Client, components } from "@seatpreview/client";

export type ImageList = components["schemas"]["ImageList"];
export type UploadedImage = components["schemas"]["UploadedImage"];

const PAGES_MAX = 40;

/** Returns the images of all pages; of a venue with more than 4,000, the first of them. */
export async function allImages(api: Client, venueId: string, signal: AbortSignal): Promise<ImageList> {
  const whole: ImageList = { data: [], nextCursor: null, missing: [] };
  let count = 0;
  for await (const page of api.imagery.list(venueId, { limit: 100 }, { signal }).pages()) {
    whole.data.push(...page.data);
    whole.missing.push(...page.missing);
    count += 1;
    if (count === PAGES_MAX) break;
  }
  return whole;
}
