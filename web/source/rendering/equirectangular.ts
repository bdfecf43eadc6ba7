// Draws a scene around a point as an equirectangular panorama: the six faces of a cube, one after the other, each
// copied to the part of the panorama that it covers.
import type { Scene } from "three";
import {
  LinearFilter,
  Mesh,
  NoBlending,
  OrthographicCamera,
  PerspectiveCamera,
  PlaneGeometry,
  ShaderMaterial,
  Scene as ThreeScene,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from "three";

const NEAREST_M = 0.12;
const FARTHEST_M = 900;
/** A face has this many times the pixels of the panorama that it is copied to, along each side. */
const FINER = 1.6;
const FACE_PIXELS_MOST = 8192;
/** The number of texels by which a face reaches over its edge, so that neighbours meet without a seam. */
const OVERLAP = 4;
/**
 * The cube is turned by this much against the middle of the panorama, where the focus is. The floor and the roof are
 * fans of large triangles around the focus, and graphics in software draw such a triangle wrongly if one of its corners
 * is exactly beside the camera.
 */
const CUBE_TURN_DEG = 30;

/** The direction of a face, and what is up and to the right in it. */
export type Face = { ahead: Vector3; up: Vector3; right: Vector3 };

/** Returns the six faces of a cube around the eye, the first of which looks in this direction. */
export function cubeFaces(yawDeg: number): Face[] {
  const yaw = (yawDeg * Math.PI) / 180;
  const ahead = new Vector3(Math.sin(yaw), Math.cos(yaw), 0);
  const right = new Vector3(Math.cos(yaw), -Math.sin(yaw), 0);
  const up = new Vector3(0, 0, 1);
  const back = (direction: Vector3) => direction.clone().negate();
  return [
    { ahead, right, up },
    { ahead: right, right: back(ahead), up },
    { ahead: back(ahead), right: back(right), up },
    { ahead: back(right), right: ahead, up },
    { ahead: up, right, up: back(ahead) },
    { ahead: back(up), right, up: ahead },
  ];
}

/** Draws the panorama on the renderer's canvas, which must be twice as wide as high. */
export function drawPanorama(renderer: WebGLRenderer, scene: Scene, eye: Vector3, yawDeg: number): void {
  const { width, height } = renderer.domElement;
  const pixels = Math.min(FACE_PIXELS_MOST, renderer.capabilities.maxTextureSize, facePixels(width));
  // The shaders of the drawing have encoded their colours for a screen already, so nothing may convert them again.
  const target = new WebGLRenderTarget(pixels, pixels, {
    samples: 4,
    minFilter: LinearFilter,
    magFilter: LinearFilter,
  });
  const reach = 1 + (2 * OVERLAP) / pixels;
  const camera = new PerspectiveCamera((Math.atan(reach) * 360) / Math.PI, 1, NEAREST_M, FARTHEST_M);
  const copy = copier(cubeFaces(yawDeg)[0]!, reach, width, height);
  copy.material.uniforms.face!.value = target.texture;
  renderer.autoClear = false;
  renderer.clear();
  for (const face of cubeFaces(yawDeg + CUBE_TURN_DEG)) {
    camera.position.copy(eye);
    camera.up.copy(face.up);
    camera.lookAt(eye.clone().add(face.ahead));
    renderer.setRenderTarget(target);
    renderer.clear();
    renderer.render(scene, camera);
    renderer.setRenderTarget(null);
    copy.setFace(face);
    renderer.render(copy.scene, copy.camera);
  }
  copy.dispose();
  target.dispose();
}

/** The pixels along a face that a panorama of this width needs: in a face's middle they are spread the widest. */
export function facePixels(panoramaWidth: number): number {
  return Math.ceil((panoramaWidth / Math.PI) * FINER);
}

type Copier = {
  scene: Scene;
  camera: OrthographicCamera;
  material: ShaderMaterial;
  setFace(face: Face): void;
  dispose(): void;
};

/** Fills the part of the panorama that one face covers. Each pixel is the mean of nine points of the face. */
function copier(middle: Face, reach: number, width: number, height: number): Copier {
  const uniforms = {
    face: { value: null },
    middleAhead: { value: middle.ahead },
    middleRight: { value: middle.right },
    ahead: { value: new Vector3() },
    right: { value: new Vector3() },
    up: { value: new Vector3() },
    reach: { value: reach },
    size: { value: new Vector3(width, height, 0) },
  };
  const material = new ShaderMaterial({
    uniforms,
    vertexShader: /* glsl */ `
      varying vec2 spot;
      void main() {
        spot = uv;
        gl_Position = vec4(position.xy, 0.0, 1.0);
      }
    `,
    fragmentShader: /* glsl */ `
      uniform sampler2D face;
      uniform vec3 middleAhead;
      uniform vec3 middleRight;
      uniform vec3 ahead;
      uniform vec3 right;
      uniform vec3 up;
      uniform float reach;
      uniform vec3 size;
      varying vec2 spot;

      vec3 directionOf(vec2 at) {
        float turn = (at.x - 0.5) * 6.283185307179586;
        float rise = (at.y - 0.5) * 3.141592653589793;
        return (middleAhead * cos(turn) + middleRight * sin(turn)) * cos(rise) + vec3(0.0, 0.0, sin(rise));
      }

      void main() {
        vec3 seen = directionOf(spot);
        float along = dot(seen, ahead);
        if (along < max(abs(dot(seen, right)), abs(dot(seen, up))) - 0.00001) discard;
        vec3 sum = vec3(0.0);
        for (int x = -1; x <= 1; x++) {
          for (int y = -1; y <= 1; y++) {
            vec3 point = directionOf(spot + vec2(float(x), float(y)) / (3.0 * size.xy));
            vec2 place = vec2(dot(point, right), dot(point, up)) / (dot(point, ahead) * reach);
            sum += texture2D(face, place * 0.5 + 0.5).rgb;
          }
        }
        gl_FragColor = vec4(sum / 9.0, 1.0);
      }
    `,
    depthTest: false,
    depthWrite: false,
    blending: NoBlending,
  });
  const mesh = new Mesh(new PlaneGeometry(2, 2), material);
  mesh.frustumCulled = false;
  const scene = new ThreeScene();
  scene.add(mesh);
  return {
    scene,
    camera: new OrthographicCamera(),
    material,
    setFace({ ahead, right, up }) {
      uniforms.ahead.value = ahead;
      uniforms.right.value = right;
      uniforms.up.value = up;
    },
    dispose() {
      mesh.geometry.dispose();
      material.dispose();
    },
  };
}
