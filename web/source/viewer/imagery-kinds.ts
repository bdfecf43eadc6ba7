// The registry of imagery kinds. A new kind is registered here and gets its name in messages/; until then the type
// check fails, and a viewer that is older than the service reports an error instead of showing the wrong thing.
import type { Look } from "../view/look";
import type { RendererKind } from "./renderer";
import type { Imagery, Preview } from "./types";

export type ImageryKind = Imagery["kind"];

type ImageryKindInfo = {
  /** Whether a camera took it. Else it is a drawing, and is called one. */
  isPhoto: boolean;
  /** The renderer that is used with WebGL. */
  renderer: RendererKind;
  /** The renderer that is used without WebGL. */
  rendererWithoutWebGl: RendererKind;
  /** The CSS background position of the small image until the renderer has loaded; null to show nothing meanwhile. */
  placeholderPosition: ((look: Look) => string) | null;
  /** How the flat renderer starts: its scale, and the point of the picture at the middle, from 0 to 1. */
  flatScale: number;
  flatMiddle: (look: Look) => { x: number; y: number };
  /** The angle that the whole width shows. A photo does not record it, so the angle of a usual camera is assumed. */
  flatWidthDeg: (look: Look) => number;
};

const PANORAMA: ImageryKindInfo = {
  isPhoto: true,
  renderer: "panorama",
  rendererWithoutWebGl: "flat",
  placeholderPosition: ({ yaw, pitch }) => `${50 + yaw / 3.6}% ${50 - pitch / 1.8}%`,
  // The part in front of the seat would be too small if the whole panorama were shown.
  flatScale: 1.6,
  flatMiddle: ({ yaw, pitch }) => ({ x: 0.5 + yaw / 360, y: 0.5 - pitch / 180 }),
  flatWidthDeg: () => 360,
};

const KINDS: Record<ImageryKind, ImageryKindInfo> = {
  panorama: PANORAMA,
  // A panorama that a computer drew.
  rendered: { ...PANORAMA, isPhoto: false },
  photo: {
    isPhoto: true,
    renderer: "flat",
    rendererWithoutWebGl: "flat",
    placeholderPosition: null,
    flatScale: 1,
    flatMiddle: () => ({ x: 0.5, y: 0.5 }),
    flatWidthDeg: ({ fov }) => fov,
  },
};

/** Throws if the kind is not registered. */
export function imageryKind(kind: ImageryKind): ImageryKindInfo {
  if (!Object.hasOwn(KINDS, kind)) throw new Error(`This viewer does not support imagery of the kind "${kind}".`);
  return KINDS[kind];
}

/** Returns the preview. Throws if its imagery is of a kind that is not registered. */
export function withKnownImagery(preview: Preview): Preview {
  if (preview.imagery !== null) imageryKind(preview.imagery.kind);
  return preview;
}
