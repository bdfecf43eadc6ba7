// The materials of what is seen through, or is not lit: beams of light, panes and nets, and the sky.
import { AdditiveBlending, DoubleSide, ShaderMaterial } from "three";
import { LIGHT, type Light } from "./materials";

/** The material of light beams: strongest near the lamp and where the eye looks along the beam. */
export function beamMaterial(light: Light): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: light.uniforms,
    vertexShader: /* glsl */ `
      attribute vec4 color;
      varying vec3 at;
      varying vec3 facing;
      varying vec4 paint;
      void main() {
        at = position;
        facing = normal;
        paint = color;
        gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
      }
    `,
    fragmentShader: /* glsl */ `
      varying vec3 at;
      varying vec3 facing;
      varying vec4 paint;
      void main() {
        vec3 way = normalize(cameraPosition - at);
        float edge = abs(dot(normalize(facing), way));
        float near = smoothstep(2.0, 14.0, distance(at, cameraPosition));
        gl_FragColor = vec4(paint.rgb * paint.a * edge * edge * near, 1.0);
      }
    `,
    blending: AdditiveBlending,
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
  });
}

/** The material of panes, which shine where they are seen from the side, and of nets, whose cords blend with distance. */
export function paneMaterial(light: Light): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: light.uniforms,
    vertexShader: /* glsl */ `
      attribute vec4 color;
      varying vec3 at;
      varying vec3 facing;
      varying vec4 paint;
      void main() {
        at = position;
        facing = normal;
        paint = color;
        gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
      }
    `,
    fragmentShader: /* glsl */ `
      varying vec3 at;
      varying vec3 facing;
      varying vec4 paint;
      ${LIGHT}
      void main() {
        vec3 way = normalize(cameraPosition - at);
        float edge = 1.0 - abs(dot(normalize(facing), way));
        float share = 0.05 + 0.3 * edge * edge * edge * edge;
        if (paint.a > 0.5) {
          vec2 spot = vec2(dot(at.xy, vec2(-facing.y, facing.x)), at.z) / 0.12;
          vec2 wide = fwidth(spot);
          vec2 cord = clamp((0.05 - abs(fract(spot) - 0.5)) / max(wide, vec2(0.001)) + 0.5, 0.0, 1.0);
          float seen = clamp(1.6 - 2.0 * max(wide.x, wide.y), 0.0, 1.0);
          share = mix(0.13, max(cord.x, cord.y) * 0.6, seen);
        }
        vec3 lit = paint.rgb * paint.rgb * lightAt(at, vec3(0.0, 0.0, 1.0));
        gl_FragColor = vec4(shown(lit, distance(at, cameraPosition)), share);
      }
    `,
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
  });
}

/** The material of the sky, which is not lit. */
export function skyMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: /* glsl */ `
      attribute vec4 color;
      varying vec3 tone;
      void main() {
        tone = color.rgb;
        vec4 place = projectionMatrix * viewMatrix * vec4(position + cameraPosition, 1.0);
        gl_Position = place.xyww;
      }
    `,
    fragmentShader: /* glsl */ `
      varying vec3 tone;
      void main() {
        gl_FragColor = vec4(tone, 1.0);
      }
    `,
    depthWrite: false,
  });
}
