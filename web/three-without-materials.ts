// Builds three.js from its sources, without what only its own materials need: the drawing's shaders are all our own.
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** The sources of three.js, which the bundler can leave out one by one. */
export const THREE_SOURCES = fileURLToPath(new URL("node_modules/three/src/Three.js", import.meta.url));

/** What stands in for files of three.js: shaders of its materials, and pictures of surroundings that these reflect. The
 * functions for colour spaces stay, since three.js adds them to every shader. */
const STAND_INS: Record<string, string> = {
  "renderers/shaders/ShaderChunk.js": `
    import colorspace_pars_fragment from "./ShaderChunk/colorspace_pars_fragment.glsl.js";
    export const ShaderChunk = { colorspace_pars_fragment };`,
  "renderers/shaders/ShaderLib.js": "export const ShaderLib = {};",
  "renderers/shaders/DFGLUTData.js": "export const getDFGLUT = () => null;",
  "extras/PMREMGenerator.js": "export class PMREMGenerator {}",
  "cameras/CubeCamera.js": "export class CubeCamera {}",
};

export function threeWithoutMaterials(): Plugin {
  return {
    name: "three-without-materials",
    enforce: "pre",
    load(id) {
      const [, path] = id.replaceAll("\\", "/").split("/three/src/");
      return path === undefined ? null : (STAND_INS[path] ?? null);
    },
  };
}
