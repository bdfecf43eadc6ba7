// A panorama in a headset: both eyes see the same picture around them, in its true directions. It has no depth. Its script
// is loaded when somebody puts the view into a headset.
import { degrees, radians } from "../view/angles";
import { headDirection } from "../view/head-direction";
import type { Patch, SphereRenderer, View } from "./sphere-renderer";

/** How much more than what the eyes see is loaded, since a head may be tilted. */
const MARGIN = 1.2;

export class HeadsetPanorama {
  private yawDeg = 0;
  /** The direction of the head when its wearer sat down; null if that has to be found again. */
  private seatedYawDeg: number | null = null;

  constructor(
    private readonly session: XRSession,
    private readonly renderer: SphereRenderer,
    /** Returns what there is to draw for a view. */
    private readonly patchesFor: (view: View) => Patch[],
  ) {}

  /** Turns the panorama, so that this direction of it is ahead. */
  face(yawDeg: number): void {
    this.yawDeg = yawDeg;
  }

  /** Draws with the headset's own frames, until the session ends. Rejects if the headset does not start. */
  async start(): Promise<void> {
    const { session } = this;
    const { gl } = this.renderer;
    await gl.makeXRCompatible();
    const layer = new XRWebGLLayer(session, gl, { alpha: false, antialias: false, depth: false });
    await session.updateRenderState({ baseLayer: layer });
    const space = await session.requestReferenceSpace("local");
    // The wearer has pressed the headset's button that makes a direction the middle, or has put it on.
    const sitDown = () => {
      this.seatedYawDeg = null;
    };
    space.addEventListener("reset", sitDown);
    session.addEventListener("visibilitychange", sitDown);
    session.addEventListener("end", () => gl.bindFramebuffer(gl.FRAMEBUFFER, null));
    const onFrame = (_: number, frame: XRFrame) => {
      session.requestAnimationFrame(onFrame);
      this.draw(frame, layer, space);
    };
    session.requestAnimationFrame(onFrame);
  }

  end(): void {
    // It may have ended already.
    this.session.end().catch(() => {});
  }

  private draw(frame: XRFrame, layer: XRWebGLLayer, space: XRReferenceSpace): void {
    const pose = frame.getViewerPose(space);
    const first = pose?.views[0];
    const viewport = first && layer.getViewport(first);
    if (!pose || !viewport) return;
    const head = headDirection(pose.transform.orientation);
    this.seatedYawDeg ??= head.yaw;
    const turnDeg = this.yawDeg - this.seatedYawDeg;
    const patches = this.patchesFor(
      headView({ yaw: head.yaw + turnDeg, pitch: head.pitch }, first.projectionMatrix, viewport.height),
    );
    const { gl } = this.renderer;
    gl.bindFramebuffer(gl.FRAMEBUFFER, layer.framebuffer);
    for (const view of pose.views) {
      const { x, y, width, height } = layer.getViewport(view)!;
      gl.viewport(x, y, width, height);
      this.renderer.drawPatches(eyeMatrix(view.projectionMatrix, view.transform.inverse.matrix, turnDeg), patches);
    }
  }
}

/** Returns the matrix from directions in the panorama to the picture of one eye, in columns as WebGL takes them. */
export function eyeMatrix(projection: Float32Array, toEye: Float32Array, turnDeg: number): Float32Array {
  const [sin, cos] = [Math.sin(radians(turnDeg)), Math.cos(radians(turnDeg))];
  // The panorama's directions to the right, upwards and back, in the headset's own space.
  const axes = [
    [cos, 0, -sin],
    [0, 1, 0],
    [sin, 0, cos],
  ] as const;
  const columns = axes.map(([x, y, z]) => {
    const along = (row: number) => toEye[row]! * x + toEye[row + 4]! * y + toEye[row + 8]! * z;
    const [right, up, back] = [along(0), along(1), along(2)];
    return [projection[0]! * right + projection[8]! * back, projection[5]! * up + projection[9]! * back, -back];
  });
  return new Float32Array(columns.flat());
}

/** Returns the view that contains what a head sees, for the choice of tiles. */
export function headView(head: { yaw: number; pitch: number }, projection: Float32Array, height: number): View {
  const across = ((1 + Math.abs(projection[8]!)) / projection[0]!) * MARGIN;
  const upwards = ((1 + Math.abs(projection[9]!)) / projection[5]!) * MARGIN;
  return {
    ...head,
    verticalFov: degrees(2 * Math.atan(upwards)),
    width: (height * MARGIN * across) / upwards,
    height: height * MARGIN,
  };
}
