// The grain of surfaces, as a function for the shader of surfaces. Few halls need one, and load this for it.
import type { Pattern } from "./halls";

const NOISE = /* glsl */ `
  float chance(vec2 spot) {
    return fract(sin(dot(spot, vec2(127.1, 311.7))) * 43758.5453);
  }
  float cloud(vec2 spot) {
    vec2 cell = floor(spot);
    vec2 part = smoothstep(0.0, 1.0, fract(spot));
    float low = mix(chance(cell), chance(cell + vec2(1.0, 0.0)), part.x);
    float high = mix(chance(cell + vec2(0.0, 1.0)), chance(cell + vec2(1.0, 1.0)), part.x);
    return mix(low, high, part.y);
  }
`;

export const PATTERNS: Record<Exclude<Pattern, "plain">, string> = {
  brick: /* glsl */ `
    ${NOISE}
    float grainAt(vec3 at, vec3 facing) {
      vec2 spot = vec2(dot(at.xy, vec2(-facing.y, facing.x)) / 0.26, at.z / 0.085);
      float fade = clamp(1.3 - 1.6 * fwidth(spot.y), 0.0, 1.0);
      float course = floor(spot.y);
      spot.x += 0.5 * mod(course, 2.0);
      vec2 part = fract(spot);
      float joint = step(part.x, 0.06) + step(part.y, 0.16);
      float own = 0.78 + 0.4 * chance(vec2(floor(spot.x), course));
      return mix(0.98, joint > 0.5 ? 1.25 : own, fade);
    }`,
  stone: /* glsl */ `
    ${NOISE}
    float grainAt(vec3 at, vec3 facing) {
      float away = length(at.xy - middle);
      float ring = floor(away / 0.78 + 0.3) + floor(at.z / 0.42);
      float along = atan(at.x - middle.x, at.y - middle.y) * max(1.0, floor(away)) / 1.3 + chance(vec2(ring, 3.0));
      float fade = clamp(1.2 - 6.0 * fwidth(along), 0.0, 1.0);
      float joint = step(fract(along), 0.02);
      float blot = cloud(at.xy * 0.45 + at.z * 0.8) * 0.6 + cloud(at.xy * 2.3 - at.z * 1.7) * 0.4;
      float own = 0.95 + 0.1 * chance(vec2(floor(along), ring));
      return (0.78 + 0.4 * blot) * mix(1.0, own * (1.0 - 0.35 * joint), fade);
    }`,
  wood: /* glsl */ `
    ${NOISE}
    float grainAt(vec3 at, vec3 facing) {
      bool isLevel = abs(facing.z) > 0.7;
      vec2 spot = isLevel ? at.yx : vec2(at.z, dot(at.xy, vec2(-facing.y, facing.x)));
      float board = floor(spot.x / 0.14);
      float fade = clamp(1.3 - 1.8 * fwidth(spot.x / 0.14), 0.0, 1.0);
      float along = spot.y + 7.0 * chance(vec2(board, 5.0));
      float own = 0.9 + 0.2 * chance(vec2(board, floor(along / 1.8)));
      float fibre = 0.94 + 0.12 * cloud(vec2(spot.x * 90.0, along * 2.5));
      float joint = step(fract(spot.x / 0.14), 0.05);
      return mix(1.0, own * fibre * (1.0 - 0.3 * joint), fade);
    }`,
  grass: /* glsl */ `
    ${NOISE}
    float grainAt(vec3 at, vec3 facing) {
      if (facing.z < 0.9) return 1.0;
      float fade = clamp(1.2 - 4.0 * fwidth(at.x * 4.0) - 4.0 * fwidth(at.y * 4.0), 0.0, 1.0);
      float blades = cloud(at.xy * 6.0) * 0.5 + cloud(at.xy * 14.0) * 0.5;
      return (0.93 + 0.14 * cloud(at.xy * 0.22)) * mix(1.0, 0.82 + 0.36 * blades, fade);
    }`,
};
