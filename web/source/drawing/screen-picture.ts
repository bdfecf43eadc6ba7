// The picture that is shown on screens, painted once.
import { BufferAttribute, BufferGeometry, CanvasTexture, type IUniform, LinearFilter, ShaderMaterial } from "three";
import { LIGHT, type Light } from "./materials";
import type { Screen } from "./obstructions";
import { seededRandom } from "./seeded-random";

const WIDTH = 512;
const HEIGHT = 256;

/** Paints the part of a picture that is this wide and tall. */
export type Painter = (brush: CanvasRenderingContext2D, wide: number, tall: number) => void;

/**
 * Builds one geometry for all screens. The picture is cropped to fit. The widest screen shows the upper one of two; those
 * beside it, and those with several sides, show the lower one, if there is one.
 */
export function screenGeometry(screens: Screen[], hasCloseUp: boolean): BufferGeometry {
  const widest = Math.max(...screens.map(widthOf));
  const positions: number[] = [];
  const spots: number[] = [];
  const indices: number[] = [];
  for (const screen of screens) {
    const { corners } = screen;
    const first = positions.length / 3;
    const [a, b, , d] = corners;
    const ratio = Math.hypot(b[0] - a[0], b[1] - a[1]) / Math.max(0.01, d[2] - a[2]);
    const [wide, tall] = [Math.min(1, (ratio * HEIGHT) / WIDTH), Math.min(1, WIDTH / HEIGHT / ratio)];
    const isCloseUp = hasCloseUp && (screen.isRing || widthOf(screen) < widest * 0.9);
    const [u, inset] = [(1 - wide) / 2, (1 - tall) / 4];
    const [low, high] = isCloseUp ? [inset, 0.5 - inset] : [0.5 + inset, 1 - inset];
    for (const corner of corners) positions.push(...corner);
    spots.push(u, low, 1 - u, low, 1 - u, high, u, high);
    indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute("uv", new BufferAttribute(new Float32Array(spots), 2));
  geometry.setIndex(indices);
  return geometry;
}

function widthOf({ corners: [a, b] }: Screen): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/** Returns the pictures of all screens, one above the other: hills, and the performer from nearby. */
export function createScreenPicture(paintCloseUp: Painter | null): CanvasTexture {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT * 2];
  const brush = canvas.getContext("2d");
  if (brush !== null) {
    paint(brush);
    brush.translate(0, HEIGHT);
    brush.beginPath();
    brush.rect(0, 0, WIDTH, HEIGHT);
    brush.clip();
    paintCloseUp?.(brush, WIDTH, HEIGHT);
  }
  const texture = new CanvasTexture(canvas);
  texture.minFilter = LinearFilter;
  texture.generateMipmaps = false;
  return texture;
}

/** Paints hills under a low sun. */
function paint(brush: CanvasRenderingContext2D): void {
  const sky = brush.createLinearGradient(0, 0, 0, HEIGHT);
  sky.addColorStop(0, "#1a1f5e");
  sky.addColorStop(0.45, "#7d3b9a");
  sky.addColorStop(0.75, "#f0746a");
  sky.addColorStop(1, "#ffc27a");
  brush.fillStyle = sky;
  brush.fillRect(0, 0, WIDTH, HEIGHT);
  const sun = brush.createRadialGradient(WIDTH / 2, HEIGHT * 0.56, 8, WIDTH / 2, HEIGHT * 0.56, 110);
  sun.addColorStop(0, "#fff3d0");
  sun.addColorStop(0.35, "#ffd08a");
  sun.addColorStop(1, "rgba(255, 150, 110, 0)");
  brush.fillStyle = sun;
  brush.fillRect(0, 0, WIDTH, HEIGHT);
  for (let star = 0; star < 70; star++) {
    brush.fillStyle = `rgba(255, 255, 255, ${0.25 + 0.5 * seededRandom(star, 31)})`;
    brush.fillRect(seededRandom(star, 32) * WIDTH, seededRandom(star, 33) * HEIGHT * 0.45, 2, 2);
  }
  const waves = ["#b0447e", "#7a3391", "#4a2c86", "#232264"];
  waves.forEach((tint, wave) => {
    brush.fillStyle = tint;
    brush.beginPath();
    brush.moveTo(0, HEIGHT);
    for (let x = 0; x <= WIDTH; x += 8) {
      const turn = (x / WIDTH) * Math.PI * 2;
      const height = Math.sin(turn * (1 + wave * 0.5) + wave * 1.7) * 16 + Math.sin(turn * 3.2 + wave) * 5;
      brush.lineTo(x, HEIGHT * (0.62 + wave * 0.1) + height);
    }
    brush.lineTo(WIDTH, HEIGHT);
    brush.fill();
  });
}

/** The material of screens, which emit their picture. */
export function pictureMaterial(light: Light, picture: IUniform): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { ...light.uniforms, picture },
    vertexShader: /* glsl */ `
      varying vec2 spot;
      varying vec3 at;
      void main() {
        spot = uv;
        at = position;
        gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
      }
    `,
    fragmentShader: /* glsl */ `
      uniform sampler2D picture;
      varying vec2 spot;
      varying vec3 at;
      ${LIGHT}
      void main() {
        vec3 seen = texture2D(picture, spot).rgb;
        gl_FragColor = vec4(shown(seen * seen * glowGain * 1.15, distance(at, cameraPosition) * 0.5), 1.0);
      }
    `,
  });
}
