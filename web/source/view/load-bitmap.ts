// Loads images for WebGL.

/** Loads an image and decodes it beside the main thread. One that is wider than `widthMax` is reduced to that width. */
export async function loadBitmap(
  url: string,
  { widthMax = Infinity, signal = null }: { widthMax?: number; signal?: AbortSignal | null } = {},
): Promise<ImageBitmap> {
  const response = await fetch(url, { signal, credentials: "omit" });
  if (!response.ok) throw new Error(`The image could not be loaded: ${response.status}.`);
  const bitmap = await createImageBitmap(await response.blob());
  if (bitmap.width <= widthMax) return bitmap;
  const reduced = await createImageBitmap(bitmap, { resizeWidth: widthMax, resizeQuality: "medium" });
  bitmap.close();
  return reduced;
}
