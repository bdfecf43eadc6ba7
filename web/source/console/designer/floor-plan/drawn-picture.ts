// Pictures that the browser draws from a file: how large they are, and how they become a file again.

/** A file that cannot become a floor plan. Its message says why, and what to do. */
export class RefusedFile extends Error {}

export type PictureSize = { width: number; height: number };

/** The longer side of a picture that is drawn from an SVG file or a PDF page, in pixels. */
export const DRAWN_SIDE = 4096;
const SHORT_SIDE_MIN = 16;
/** A PNG with more bytes is sent as a JPEG instead. */
const PNG_BYTES_MAX = 12_000_000;
/** Lines of pixels that are copied at once to be looked at. */
const LINES_READ = 256;

/** The size of a drawing whose longer side has this many pixels. */
export function scaledTo(width: number, height: number, side = DRAWN_SIDE): PictureSize {
  const factor = side / Math.max(width, height);
  const size = { width: Math.round(width * factor), height: Math.round(height * factor) };
  if (!(Math.min(size.width, size.height) >= SHORT_SIDE_MIN)) {
    throw new RefusedFile("The drawing is too narrow to be shown. Cut it to the hall, and choose it again.");
  }
  return size;
}

/** A white canvas. A drawing without a ground of its own would not be seen in the dark. */
export function paper({ width, height }: PictureSize): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (context === null) throw new RefusedFile("The browser has no memory left for the picture. Close other tabs.");
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, width, height);
  return [canvas, context];
}

/** Whether every pixel has the colour of the first one. */
export function isBlank(canvas: HTMLCanvasElement): boolean {
  const context = canvas.getContext("2d");
  if (context === null) return false;
  const first = new Uint32Array(context.getImageData(0, 0, 1, 1).data.buffer)[0];
  for (let y = 0; y < canvas.height; y += LINES_READ) {
    const lines = context.getImageData(0, y, canvas.width, Math.min(LINES_READ, canvas.height - y));
    if (new Uint32Array(lines.data.buffer).some((pixel) => pixel !== first)) return false;
  }
  return true;
}

/** Makes a file of what is drawn: without loss, unless that would be very large. */
export async function encoded(canvas: HTMLCanvasElement): Promise<Blob> {
  const lossless = await toBlob(canvas, "image/png");
  const file = lossless.size <= PNG_BYTES_MAX ? lossless : await toBlob(canvas, "image/jpeg");
  canvas.width = 0; // Gives its memory back at once.
  return file;
}

function toBlob(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) =>
        blob === null ? reject(new RefusedFile("The browser could not make a picture of it.")) : resolve(blob),
      type,
      0.92,
    );
  });
}
