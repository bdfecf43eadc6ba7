// The renderer of three.js that the drawn view is drawn with.
import { WebGLRenderer } from "three";
import { NoGraphics } from "../view/no-graphics";

/** Throws `NoGraphics` without WebGL. */
export function createRenderer(): WebGLRenderer {
  try {
    const renderer = new WebGLRenderer({ antialias: true, powerPreference: "high-performance" });
    // Asking for errors would wait until each program is compiled.
    renderer.debug.checkShaderErrors = false;
    return renderer;
  } catch (error) {
    throw new NoGraphics(error);
  }
}
