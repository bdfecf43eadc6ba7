// The failure of a browser that has no WebGL 2. Only creating the context of a view tells: another one to try would cost time.

export class NoGraphics extends Error {
  constructor(cause?: unknown) {
    super("The browser does not support WebGL.", { cause });
  }
}
