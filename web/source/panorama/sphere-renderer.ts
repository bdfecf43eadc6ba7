// Draws parts of a panorama on the inside of a sphere, with WebGL alone: a whole 3D library for it would be twenty times
// as large as the rest of the viewer's first view.
import { radians } from "../view/angles";
import { NoGraphics } from "../view/no-graphics";

/** What the camera sees: yaw to the right and pitch upwards from the middle of the panorama, in degrees. */
export type View = {
  yaw: number;
  pitch: number;
  verticalFov: number;
  width: number;
  height: number;
};

/** A part of the panorama with its picture: its edges, from 0 (left, top) to 1 (right, bottom). */
export type Patch = {
  texture: WebGLTexture;
  left: number;
  top: number;
  right: number;
  bottom: number;
};

type Grid = { vertices: WebGLVertexArrayObject; indexCount: number };

/** Quads along the sides of the whole sphere, and of one tile. More of them bend straight lines less. */
const WHOLE_QUADS = [64, 32] as const;
const TILE_QUADS = [12, 12] as const;

const VERTEX_SHADER = `#version 300 es
uniform mat3 camera;
uniform vec4 patchEdges;
in vec2 part;
out vec2 at;
void main() {
  vec2 place = mix(patchEdges.xy, patchEdges.zw, part);
  float longitude = (place.x - 0.5) * 6.283185307;
  float latitude = (0.5 - place.y) * 3.141592654;
  vec3 ray = camera * vec3(sin(longitude) * cos(latitude), sin(latitude), -cos(longitude) * cos(latitude));
  at = part;
  gl_Position = vec4(ray.xy, 0.0, ray.z);
}`;

const FRAGMENT_SHADER = `#version 300 es
precision mediump float;
uniform sampler2D picture;
in highp vec2 at;
out vec4 colour;
void main() {
  colour = texture(picture, at);
}`;

export class SphereRenderer {
  readonly textureSideMax: number;
  readonly gl: WebGL2RenderingContext;
  private camera!: WebGLUniformLocation | null;
  private edges!: WebGLUniformLocation | null;
  private whole!: Grid;
  private tile!: Grid;

  /** Throws if the browser does not support WebGL. */
  constructor(private readonly canvas: HTMLCanvasElement) {
    const gl = canvas.getContext("webgl2", { alpha: false, depth: false, antialias: false });
    if (gl === null) throw new NoGraphics();
    this.gl = gl;
    this.textureSideMax = gl.getParameter(gl.MAX_TEXTURE_SIZE) as number;
    this.prepare();
  }

  /** Makes everything but textures, at first and after the graphics device was lost. */
  prepare(): void {
    const { gl } = this;
    const program = createProgram(gl);
    gl.useProgram(program);
    this.camera = gl.getUniformLocation(program, "camera");
    this.edges = gl.getUniformLocation(program, "patchEdges");
    const part = gl.getAttribLocation(program, "part");
    this.whole = createGrid(gl, part, ...WHOLE_QUADS);
    this.tile = createGrid(gl, part, ...TILE_QUADS);
  }

  createTexture(picture: ImageBitmap): WebGLTexture {
    const { gl } = this;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB, gl.RGB, gl.UNSIGNED_BYTE, picture);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    return texture;
  }

  deleteTexture(texture: WebGLTexture): void {
    this.gl.deleteTexture(texture);
  }

  /** Draws the patches one over the other. */
  draw(view: View, patches: readonly Patch[], pixelRatio: number): void {
    const { gl, canvas } = this;
    const [width, height] = [Math.round(view.width * pixelRatio), Math.round(view.height * pixelRatio)];
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    gl.viewport(0, 0, width, height);
    this.drawPatches(cameraMatrix(view), patches);
  }

  /** Draws the patches where the present viewport and framebuffer are. */
  drawPatches(camera: Float32Array, patches: readonly Patch[]): void {
    const { gl } = this;
    gl.uniformMatrix3fv(this.camera, false, camera);
    for (const { texture, left, top, right, bottom } of patches) {
      const grid = right - left > 0.5 ? this.whole : this.tile;
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.uniform4f(this.edges, left, top, right, bottom);
      gl.bindVertexArray(grid.vertices);
      gl.drawElements(gl.TRIANGLES, grid.indexCount, gl.UNSIGNED_SHORT, 0);
    }
  }

  /** Frees the graphics memory at once. Browsers allow only a few contexts. */
  dispose(): void {
    this.gl.getExtension("WEBGL_lose_context")?.loseContext();
  }
}

/** The directions to the right, upwards and ahead, scaled to the screen, in columns as WebGL takes them. */
export function cameraMatrix({ yaw, pitch, verticalFov, width, height }: View): Float32Array {
  const [sinYaw, cosYaw] = [Math.sin(radians(yaw)), Math.cos(radians(yaw))];
  const [sinPitch, cosPitch] = [Math.sin(radians(pitch)), Math.cos(radians(pitch))];
  const up = 1 / Math.tan(radians(verticalFov) / 2);
  const right = (up * height) / width;
  // biome-ignore format: one column of the matrix on each line
  return new Float32Array([
    right * cosYaw, -up * sinYaw * sinPitch, sinYaw * cosPitch,
    0, up * cosPitch, sinPitch,
    right * sinYaw, up * cosYaw * sinPitch, -cosYaw * cosPitch,
  ]);
}

function createProgram(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX_SHADER],
    [gl.FRAGMENT_SHADER, FRAGMENT_SHADER],
  ] as const) {
    const shader = gl.createShader(type);
    if (shader === null) throw new Error("The graphics device was lost.");
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error(`The shaders do not link: ${gl.getProgramInfoLog(program)}`);
  }
  return program;
}

/** A flat grid of quads from 0 to 1, which the shader bends. */
function createGrid(gl: WebGL2RenderingContext, attribute: number, columns: number, rows: number): Grid {
  const parts: number[] = [];
  const corners: number[] = [];
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      parts.push(column / columns, row / rows);
      if (column === columns || row === rows) continue;
      const [here, below] = [row * (columns + 1) + column, (row + 1) * (columns + 1) + column];
      corners.push(here, below, here + 1, here + 1, below, below + 1);
    }
  }
  const vertices = gl.createVertexArray();
  gl.bindVertexArray(vertices);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(parts), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(attribute);
  gl.vertexAttribPointer(attribute, 2, gl.FLOAT, false, 0, 0);
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint16Array(corners), gl.STATIC_DRAW);
  return { vertices, indexCount: corners.length };
}
