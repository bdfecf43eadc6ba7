// Draws the first page of a PDF file. This module is loaded only when somebody chooses one, since PDF.js is large.
import { AnnotationMode, getDocument, type PDFDocumentLoadingTask, PDFWorker, type RenderTask } from "pdfjs-dist";
import jpeg2000 from "pdfjs-dist/wasm/openjpeg_nowasm_fallback.js?url";
import { isBlank, paper, RefusedFile, scaledTo } from "./drawn-picture";

/** A page that takes longer is given up. */
const SECONDS_MAX = 60;
/** Larger pictures within the page are left out. */
const PICTURE_PIXELS_MAX = 100_000_000;

/** Draws the first page on white. Nothing of the file is run, and nothing is fetched for it. */
export async function drawFirstPage(data: Uint8Array): Promise<HTMLCanvasElement> {
  const port = new Worker(new URL("./pdf-worker.ts", import.meta.url), { type: "module", name: "pdf" });
  const worker = PDFWorker.create({ port, verbosity: 0 });
  const task = getDocument({
    data,
    worker,
    isEvalSupported: false,
    // Our policy allows no WebAssembly. PDF.js adds the name of a script to this folder: as a fragment, it changes
    // nothing of the address that the script was built with.
    useWasm: false,
    wasmUrl: `${jpeg2000}#/`,
    // Letters are drawn as shapes: no font of the file is given to the browser.
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    maxImageSize: PICTURE_PIXELS_MAX,
    verbosity: 0,
  });
  try {
    return await withinTime(draw(task));
  } finally {
    void task.destroy().finally(() => {
      worker.destroy();
      port.terminate();
    });
  }
}

let rendering: RenderTask | null = null;

async function draw(task: PDFDocumentLoadingTask): Promise<HTMLCanvasElement> {
  const page = await opened(task);
  const natural = page.getViewport({ scale: 1 });
  const size = scaledTo(natural.width, natural.height);
  const viewport = page.getViewport({ scale: size.width / natural.width });
  const [canvas] = paper(size);
  rendering = page.render({ canvas, viewport, annotationMode: AnnotationMode.DISABLE });
  await rendering.promise;
  // A picture within the page that cannot be read is left out without an error.
  if (isBlank(canvas)) {
    throw new RefusedFile("Nothing can be seen on the first page of the PDF. Make a picture of the page instead.");
  }
  return canvas;
}

async function opened(task: PDFDocumentLoadingTask) {
  try {
    return await (await task.promise).getPage(1);
  } catch (failure) {
    throw new RefusedFile(
      failure instanceof Error && failure.name === "PasswordException"
        ? "The PDF asks for a password. Save it without one, and choose it again."
        : "The PDF cannot be read. It may be incomplete: export it again, or make a picture of the page.",
    );
  }
}

async function withinTime(drawn: Promise<HTMLCanvasElement>): Promise<HTMLCanvasElement> {
  let timer = 0;
  const late = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => {
      rendering?.cancel();
      reject(
        new RefusedFile(`The page takes longer than ${SECONDS_MAX} seconds to draw. Make a picture of it instead.`),
      );
    }, SECONDS_MAX * 1000);
  });
  try {
    return await Promise.race([drawn, late]);
  } finally {
    window.clearTimeout(timer);
    drawn.catch(() => {}); // A page that was given up fails later; nobody waits for it.
  }
}
