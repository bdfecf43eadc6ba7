// A picture that is shown once it is drawn: a copy of a canvas of WebGL that is on no page.

/**
 * A browser that puts pages together in software holds the page up until a canvas that it shows is drawn. The copy is made when
 * the graphics device has finished.
 */
export class CopiedPicture {
  readonly canvas = document.createElement("canvas");
  private readonly context = this.canvas.getContext("2d", { alpha: false });
  /** Whether a picture is being drawn. Another one would have to be waited for, too. */
  isDrawing = false;

  constructor(
    private readonly source: HTMLCanvasElement,
    private readonly whenDrawn: () => Promise<boolean>,
  ) {}

  /** Copies the picture once it is drawn. */
  async copy(): Promise<void> {
    this.isDrawing = true;
    const isDrawn = await this.whenDrawn();
    this.isDrawing = false;
    if (!isDrawn) return;
    const { width, height } = this.source;
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    this.context?.drawImage(this.source, 0, 0);
  }
}
