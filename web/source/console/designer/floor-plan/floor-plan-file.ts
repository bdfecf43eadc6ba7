// Turns a chosen file into a picture that the service takes: SVG files and PDF pages are drawn here, in the browser.
import { DRAWN_SIDE, encoded, type PictureSize, paper, RefusedFile, scaledTo } from "./drawn-picture";

export { RefusedFile };

/** What can be chosen, for the file dialog. */
export const ACCEPTED = "image/png,image/jpeg,image/webp,image/avif,image/svg+xml,application/pdf,.svg,.pdf";

/** What the service takes at most, and what the browser draws fluently. */
const FILE_BYTES_MAX = 50 << 20;
const READ_PIXELS_MAX = 134_217_728;
const SIDE_MAX = 8192;
const PIXELS_MAX = 40_000_000;

type FileKind = "picture" | "svg" | "pdf";

/** Returns a picture file for the service. Raises RefusedFile with a sentence for the person who chose the file. */
export async function pictureOf(file: Blob): Promise<Blob> {
  if (file.size > FILE_BYTES_MAX) {
    throw new RefusedFile("The file has more than 50 MB. Export it smaller, and choose it again.");
  }
  const kind = kindOf(new Uint8Array(await file.slice(0, 1024).arrayBuffer()));
  if (kind === null) {
    throw new RefusedFile("This is no PNG, JPEG, WebP, AVIF, SVG or PDF file. Export the plan as one of these.");
  }
  if (kind === "picture") return scaledPicture(file);
  const drawn = kind === "svg" ? await drawSvg(await file.text()) : await drawPdf(file);
  return encoded(drawn);
}

/** What a file is, by its first bytes: its name may say something else. */
export function kindOf(start: Uint8Array): FileKind | null {
  const text = String.fromCharCode(...start);
  if (/^\xff\xd8\xff|^\x89PNG\r\n|^RIFF[\s\S]{4}WEBP|^[\s\S]{4}ftypavi/.test(text)) return "picture";
  if (text.includes("%PDF-")) return "pdf";
  return /^(\xef\xbb\xbf)?\s*<(\?xml|!--|!DOCTYPE svg|svg)/i.test(text) ? "svg" : null;
}

/** The size that a picture is scaled down to; null if it can stay as it is. */
export function smallerSize({ width, height }: PictureSize): PictureSize | null {
  const factor = Math.min(SIDE_MAX / width, SIDE_MAX / height, Math.sqrt(PIXELS_MAX / (width * height)));
  return factor >= 1 ? null : { width: Math.floor(width * factor), height: Math.floor(height * factor) };
}

async function scaledPicture(file: Blob): Promise<Blob> {
  const address = URL.createObjectURL(file);
  try {
    // The size is known before the picture is decoded.
    const { naturalWidth: width, naturalHeight: height } = await loadedImage(address);
    if (width * height > READ_PIXELS_MAX) {
      throw new RefusedFile(`The picture has ${width} × ${height} pixels. Save it with at most ${SIDE_MAX} a side.`);
    }
    const size = smallerSize({ width, height });
    if (size === null) return file;
    const bitmap = await createImageBitmap(file, { resizeWidth: size.width, resizeHeight: size.height });
    const [canvas, context] = paper(size);
    context.drawImage(bitmap, 0, 0);
    bitmap.close();
    return await encoded(canvas);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Draws an SVG file as a picture, which runs no script of it and fetches nothing for it. */
async function drawSvg(text: string): Promise<HTMLCanvasElement> {
  const { svg, size } = sizedSvg(text);
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = await loadedImage(address);
    const [canvas, context] = paper(size);
    context.drawImage(image, 0, 0, size.width, size.height);
    return canvas;
  } finally {
    URL.revokeObjectURL(address);
  }
}

const SVG_TAG = /<(?:\w+:)?svg\b(?:[^<>"']|"[^"]*"|'[^']*')*>/;
const SIZES = /\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')/g;

/** Gives an SVG file a size in pixels. Its text is changed and not parsed: the page's policy would complain about
 * scripts and styles in it, which only count once it is a picture. */
export function sizedSvg(text: string): { svg: string; size: PictureSize } {
  const tag = text.match(SVG_TAG)?.[0];
  if (tag === undefined) throw new RefusedFile("The SVG file is incomplete. Export it again.");
  const natural = svgSize(tag);
  const size = scaledTo(natural.width, natural.height);
  const box = attribute(tag, "viewBox") === "" ? ` viewBox="0 0 ${natural.width} ${natural.height}"` : "";
  const bare = tag.replace(SIZES, "");
  const name = bare.match(/^<[\w:]+/)![0];
  const sized = `${name} width="${size.width}" height="${size.height}"${box}${bare.slice(name.length)}`;
  return { svg: text.replace(tag, () => sized), size };
}

/** The size of an SVG file in its own units: that of its view box, or its width and height. */
function svgSize(tag: string): PictureSize {
  const box = attribute(tag, "viewBox")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (box.length === 4 && box[2]! > 0 && box[3]! > 0) return { width: box[2]!, height: box[3]! };
  const [width, height] = [attribute(tag, "width"), attribute(tag, "height")].map(Number.parseFloat);
  return width! > 0 && height! > 0 ? { width: width!, height: height! } : { width: DRAWN_SIDE, height: DRAWN_SIDE };
}

function attribute(tag: string, name: string): string {
  return tag.match(new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`))?.[1] ?? "";
}

async function drawPdf(file: Blob): Promise<HTMLCanvasElement> {
  const { drawFirstPage } = await import("./pdf-page");
  return drawFirstPage(new Uint8Array(await file.arrayBuffer()));
}

async function loadedImage(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await new Promise((resolve, reject) => {
    image.onload = resolve;
    image.onerror = () => reject(new RefusedFile("The picture cannot be read. It may be incomplete: export it again."));
  });
  return image;
}
