// Image addresses, which stay the same while they are valid, so that the browser loads each image once.
import type { TileLevel } from "../panorama/tile-levels";
import type { Imagery, Preview } from "./types";

/** An address that expires sooner than this is not reused. */
const LEFT_MS_MIN = 6 * 60_000;

type Addresses = Pick<Imagery, "url" | "previewUrl" | "tiles" | "levels"> & { endsAt: number };

const known = new Map<string, Addresses>();
const preloaded = new Map<string, Promise<void>>();

/** Replaces the image's addresses by the first ones that were received, since every response signs them anew. */
export function withStableUrls(preview: Preview, now = Date.now()): Preview {
  const { imagery } = preview;
  if (imagery === null || imagery.expiresAt === null) return preview;
  const kept = known.get(pathOf(imagery.url));
  if (kept !== undefined && kept.endsAt - now > LEFT_MS_MIN) {
    const { endsAt: _, ...addresses } = kept;
    return { ...preview, imagery: { ...imagery, ...addresses } };
  }
  const { url, previewUrl, tiles, levels, expiresAt } = imagery;
  known.set(pathOf(url), { url, previewUrl, tiles, levels, endsAt: Date.parse(expiresAt) });
  return preview;
}

/** Preloads the small image of a seat that the buyer may go to next. Failures are ignored. */
export function preloadImage(imagery: Imagery | null): Promise<void> {
  const url = imagery?.previewUrl ?? null;
  if (url === null) return Promise.resolve();
  const loading = preloaded.get(url) ?? loadImage(url).then(noMatter, noMatter);
  preloaded.set(url, loading);
  return loading;
}

/** Returns the tiles of a panorama. An image that an older version stored has only tiles of its full size. */
export function tileLevels({ levels, tiles, width }: Imagery): readonly TileLevel[] {
  if (levels.length > 0) return levels;
  return tiles === null || width === null ? [] : [{ ...tiles, width }];
}

/** Loads and decodes an image. */
export async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.decoding = "async";
  image.src = url;
  await image.decode();
  return image;
}

function noMatter(): void {}

function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? url;
}
