// Addresses of pictures: kept the same while they live, so that a picture is loaded once.
import type { Imagery, Preview } from "./types";

/** An address that ends sooner than this is not used again. */
const LEFT_MS_MIN = 6 * 60_000;

type Addresses = {
  url: string;
  previewUrl: string | null;
  endsAt: number;
};

const known = new Map<string, Addresses>();
const preloaded = new Map<string, Promise<void>>();

/** Every answer signs its addresses anew. The first one for a picture is kept for those that follow. */
export function withStableUrls(preview: Preview, now = Date.now()): Preview {
  const { imagery } = preview;
  if (imagery === null || imagery.expiresAt === null) return preview;
  const kept = known.get(pathOf(imagery.url));
  if (kept !== undefined && kept.endsAt - now > LEFT_MS_MIN) {
    return { ...preview, imagery: { ...imagery, url: kept.url, previewUrl: kept.previewUrl } };
  }
  const { url, previewUrl, expiresAt } = imagery;
  known.set(pathOf(url), { url, previewUrl, endsAt: Date.parse(expiresAt) });
  return preview;
}

/** The small picture of a place where the buyer may go next. One that cannot be loaded is not missed here. */
export function preloadImage(imagery: Imagery | null): Promise<void> {
  const url = imagery?.previewUrl ?? null;
  if (url === null) return Promise.resolve();
  const loading = preloaded.get(url) ?? loadImage(url).then(noMatter, noMatter);
  preloaded.set(url, loading);
  return loading;
}

/** Resolves when the picture has come, and fails when it cannot. */
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
