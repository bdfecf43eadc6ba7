// The shader materials: ambient light, a few lamps that fade with distance, and haze.

import type { IUniform } from "three";
import { DoubleSide, ShaderMaterial, Vector2, Vector3 } from "three";
import type { FigureMeasures } from "./figure-measures";
import type { Lighting } from "./lighting";

const LAMPS = 4;

export type Light = {
  uniforms: Record<string, IUniform>;
  /** Sets the lighting of all materials that were made from this light. */
  set(mood: Lighting): void;
};

export function createLight(): Light {
  const vectors = () => Array.from({ length: LAMPS }, () => new Vector3());
  const uniforms = {
    skyLight: { value: new Vector3() },
    groundLight: { value: new Vector3() },
    lampAt: { value: vectors() },
    lampLight: { value: vectors() },
    lampReach: { value: new Array<number>(LAMPS).fill(1) },
    haze: { value: new Vector3() },
    hazeDensity: { value: 0 },
    glowGain: { value: 1 },
    exposure: { value: 1 },
  };
  return {
    uniforms,
    set(mood) {
      uniforms.skyLight.value.set(...mood.skyLight);
      uniforms.groundLight.value.set(...mood.groundLight);
      uniforms.haze.value.set(...mood.haze);
      uniforms.hazeDensity.value = mood.hazeDensity;
      uniforms.glowGain.value = mood.glowGain;
      uniforms.exposure.value = mood.exposure;
      for (let lamp = 0; lamp < LAMPS; lamp++) {
        const source = mood.lamps[lamp];
        uniforms.lampAt.value[lamp]!.set(...(source?.at ?? [0, 0, 0]));
        uniforms.lampLight.value[lamp]!.set(...(source?.light ?? [0, 0, 0]));
        uniforms.lampReach.value[lamp] = source?.reachM ?? 1;
      }
    },
  };
}

export const LIGHT = /* glsl */ `
  uniform vec3 skyLight;
  uniform vec3 groundLight;
  uniform vec3 lampAt[${LAMPS}];
  uniform vec3 lampLight[${LAMPS}];
  uniform float lampReach[${LAMPS}];
  uniform vec3 haze;
  uniform float hazeDensity;
  uniform float glowGain;
  uniform float exposure;

  vec3 lightAt(vec3 at, vec3 normal) {
    vec3 sum = mix(groundLight, skyLight, normal.z * 0.5 + 0.5);
    for (int lamp = 0; lamp < ${LAMPS}; lamp++) {
      vec3 way = lampAt[lamp] - at;
      float far2 = dot(way, way);
      float facing = 0.2 + 0.8 * max(0.0, dot(normal, way) * inversesqrt(far2 + 0.01));
      sum += lampLight[lamp] * facing / (1.0 + far2 / (lampReach[lamp] * lampReach[lamp]));
    }
    return sum;
  }

  // Tone mapping: bright parts roll off softly instead of being clipped.
  vec3 shown(vec3 light, float distanceM) {
    vec3 through = mix(haze, light, max(0.3, exp(-distanceM * hazeDensity))) * exposure;
    vec3 film = (through * (2.51 * through + 0.03)) / (through * (2.43 * through + 0.59) + 0.14);
    return sqrt(clamp(film, 0.0, 1.0));
  }
`;

const NO_GRAIN = "float grainAt(vec3 at, vec3 facing) { return 1.0; }";

/** The material of large surfaces, lit per pixel. The stones of a pattern lie around `middle`. */
export function surfaceMaterial(
  light: Light,
  grain: string = NO_GRAIN,
  middle: readonly [number, number] = [0, 0],
): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { ...light.uniforms, middle: { value: new Vector2(...middle) } },
    vertexShader: /* glsl */ `
      attribute vec4 color;
      varying vec3 at;
      varying vec3 facing;
      varying vec4 paint;
      void main() {
        at = position;
        facing = normal;
        paint = vec4(color.rgb * color.rgb, color.a);
        gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
      }
    `,
    fragmentShader: /* glsl */ `
      varying vec3 at;
      varying vec3 facing;
      varying vec4 paint;
      uniform vec2 middle;
      ${LIGHT}
      ${grain}
      void main() {
        vec3 lit = paint.rgb * grainAt(at, facing) * mix(lightAt(at, facing), vec3(glowGain), paint.a);
        // A little noise, so that soft light has no bands.
        float noise = fract(52.983 * fract(dot(gl_FragCoord.xy, vec2(0.0671, 0.00584)))) - 0.5;
        gl_FragColor = vec4(shown(lit, distance(at, cameraPosition)) + noise / 255.0, 1.0);
      }
    `,
  });
}

/** The material of instances, lit per vertex.
 *
 * It also draws merged instances, whose colours are final except for hair. All of them bounce in their own time.
 */
export function instanceMaterial(
  light: Light,
  { shouldersM }: FigureMeasures,
  bounce: IUniform<Vector2> = { value: new Vector2() },
): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { ...light.uniforms, bounce, shouldersM: { value: shouldersM } },
    vertexShader: /* glsl */ `
      attribute vec4 color;
      varying vec3 tone;
      // How far people bounce in metres, and the seconds of their motion.
      uniform vec2 bounce;
      uniform float shouldersM;
      ${LIGHT}

      // Skin and hair follow from one number for each person, which is in the matrix.
      vec3 skinOf(float chance) {
        return mix(vec3(0.78, 0.55, 0.43), vec3(0.16, 0.085, 0.055), chance * chance);
      }
      vec3 hairOf(float chance) {
        vec3 dark = mix(vec3(0.026, 0.019, 0.015), vec3(0.09, 0.047, 0.025), chance);
        vec3 light = chance > 0.92 ? vec3(0.16, 0.16, 0.165) : vec3(0.22, 0.145, 0.065);
        return chance > 0.8 ? light : dark;
      }

      void main() {
        #ifdef USE_INSTANCING
          float chance = instanceMatrix[0].w;
          vec3 spot = position;
          vec3 way = normal;
          // One looks to the left and one to the right, and shoulders are not level. Chairs have no chance, and stay.
          float isHead = color.a > 0.42 ? smoothstep(shouldersM + 0.01, shouldersM + 0.06, position.z) : 0.0;
          float glance = 2.0 * fract(chance * 11.0) - 1.0;
          float turn = chance > 0.0 ? isHead * 0.75 * glance * abs(glance) : 0.0;
          mat2 turned = mat2(cos(turn), -sin(turn), sin(turn), cos(turn));
          spot.xy = turned * spot.xy;
          way.xy = turned * way.xy;
          float slant = chance > 0.0 ? 0.16 * (fract(chance * 23.0) - 0.5) : 0.0;
          spot.z += position.x * slant * smoothstep(shouldersM - 0.35, shouldersM - 0.05, position.z) * (1.0 - isHead);
          vec4 place = vec4((instanceMatrix * vec4(spot, 1.0)).xyz, 1.0);
          vec3 facing = normalize(mat3(instanceMatrix) * way);
          vec3 own = instanceColor * instanceColor;
          vec2 middle = instanceMatrix[3].xy;
          float rise = min(1.0, position.z * position.z);
          float aside = position.x * length(instanceMatrix[0].xy);
          // Everybody has one kind of hair, or two: short, full, with a bob, long, in a bun, or curls.
          // Some have a hood, and some bare forearms.
          float kind = floor(fract(chance * 17.0) * 10.0);
          float hair = kind < 5.0 ? 0.77 : kind < 9.0 ? 0.80 : 0.92;
          float more = kind == 6.0 ? 0.83 : kind == 7.0 ? 0.86 : kind == 8.0 ? 0.89 : hair;
          bool isMissing = color.a > 0.75 && color.a < 0.97 && abs(color.a - hair) > 0.01 && abs(color.a - more) > 0.01;
          if (color.a > 0.02 && color.a < 0.09) isMissing = fract(chance * 29.0) > 0.22;
          bool isClothed = color.a < 0.25 || (color.a < 0.42 && fract(chance * 31.0) < 0.6);
          if (color.a > 0.08 && color.a < 0.25) own = mix(vec3(0.012, 0.014, 0.02), own, 0.25 * fract(chance * 5.0));
        #else
          vec4 place = vec4(position, 1.0);
          vec3 facing = normal;
          float chance = fract(dot(color.rgb, vec3(37.1, 17.7, 91.3)));
          vec3 own = vec3(1.0);
          vec2 middle = position.xy;
          float rise = 1.0;
          float aside = normal.z;
          bool isMissing = false;
        #endif
        // Feet stay on the floor: knees bend, and bodies sway.
        float beat = bounce.y * 3.0 + dot(middle, vec2(1.7, 2.3));
        place.xyz += bounce.x * rise * vec3(0.6 * sin(beat * 0.5), 0.6 * cos(beat * 0.5), 0.5 * cos(beat) - 0.5);
        // A flat shape is turned to the eye, and is narrower from the side.
        bool isFlat = dot(normal, normal) > 2.0;
        if (isFlat) {
          vec2 way = normalize(cameraPosition.xy - middle);
          facing = vec3(facing.xy / length(facing.xy), 0.0);
          if (color.a < 0.25) aside *= 0.72 + 0.28 * abs(dot(way, facing.xy));
          place.xy = middle + aside * vec2(-way.y, way.x);
        }
        // From behind, a head is drawn as hair.
        // Corners at the edge of something round face away a little, and are lit like those beside them.
        bool isBack = dot(facing, normalize(cameraPosition - place.xyz)) < (isFlat ? 0.0 : -0.4);
        if (isBack) facing = -facing;
        if (isFlat) facing = normalize(facing + vec3(0.0, 0.0, 0.45));
        if (color.a > 0.75 || (isBack && isFlat && color.a > 0.25)) {
          own = hairOf(fract(chance * 7.0));
          // Hair shines where it bends away from the light above.
          float shine = max(0.0, 1.0 - 2.2 * abs(facing.z - 0.5));
          own += (0.014 + 0.3 * own) * shine * shine;
        }
        #ifdef USE_INSTANCING
          else if (!isClothed) own = skinOf(chance);
        #endif
        // Who is near is never a black shape: at least so much light, of the hall's colour, is on the side of the eye.
        vec3 toEye = cameraPosition - place.xyz;
        float eyeM = length(toEye);
        float least = 0.2 + 0.22 * max(0.0, dot(facing, toEye) / eyeM) + 0.13 * max(0.0, facing.z);
        least *= (color.a > 0.75 ? 2.2 : 1.0) * (1.0 - smoothstep(1.5, 6.0, eyeM));
        vec3 light = lightAt(place.xyz, facing);
        light *= max(1.0, least / dot(light, vec3(0.3, 0.5, 0.2)));
        vec3 lit = own * color.rgb * color.rgb * light;
        tone = shown(lit, eyeM);
        gl_Position = isMissing ? vec4(0.0, 0.0, 2.0, 1.0) : projectionMatrix * viewMatrix * place;
      }
    `,
    fragmentShader: /* glsl */ `
      varying vec3 tone;
      void main() {
        gl_FragColor = vec4(tone, 1.0);
      }
    `,
    side: DoubleSide,
  });
}
