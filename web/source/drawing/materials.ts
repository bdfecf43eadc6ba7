// The shader materials: ambient light, a few lamps that fade with distance, and haze.

import type { IUniform } from "three";
import { AdditiveBlending, DoubleSide, ShaderMaterial, Vector3 } from "three";
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

const LIGHT = /* glsl */ `
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

/** The material of large surfaces, lit per pixel. */
export function surfaceMaterial(light: Light): ShaderMaterial {
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
        paint = vec4(color.rgb * color.rgb, color.a);
        gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
      }
    `,
    fragmentShader: /* glsl */ `
      varying vec3 at;
      varying vec3 facing;
      varying vec4 paint;
      ${LIGHT}
      void main() {
        vec3 lit = paint.rgb * mix(lightAt(at, facing), vec3(glowGain), paint.a);
        gl_FragColor = vec4(shown(lit, distance(at, cameraPosition)), 1.0);
      }
    `,
  });
}

/** The material of instances, lit per vertex.
 *
 * It also draws merged instances, whose colours are final except for hair.
 */
export function instanceMaterial(light: Light): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: light.uniforms,
    vertexShader: /* glsl */ `
      attribute vec4 color;
      varying vec3 tone;
      ${LIGHT}

      // Skin and hair colours are derived from the position, so they need not be stored.
      vec3 skinOf(float chance) {
        return mix(vec3(0.78, 0.55, 0.43), vec3(0.16, 0.085, 0.055), chance * chance);
      }
      vec3 hairOf(float chance) {
        vec3 dark = mix(vec3(0.012, 0.01, 0.01), vec3(0.09, 0.045, 0.022), chance);
        return chance > 0.84 ? vec3(0.34, 0.23, 0.1) : dark;
      }

      void main() {
        #ifdef USE_INSTANCING
          vec4 place = instanceMatrix * vec4(position, 1.0);
          vec3 facing = normalize(mat3(instanceMatrix) * normal);
          float chance = fract(sin(dot(instanceMatrix[3].xy, vec2(12.9898, 78.233))) * 4375.85453);
          vec3 own = instanceColor * instanceColor;
        #else
          vec4 place = vec4(position, 1.0);
          vec3 facing = normal;
          float chance = fract(dot(color.rgb, vec3(37.1, 17.7, 91.3)));
          vec3 own = vec3(1.0);
        #endif
        // Flat shapes have no back faces: from behind, a head is drawn as hair.
        bool isBack = dot(facing, cameraPosition - place.xyz) < 0.0;
        if (isBack) facing = -facing;
        if (color.a > 0.75 || (isBack && color.a > 0.25)) own = hairOf(fract(chance * 7.0));
        #ifdef USE_INSTANCING
          else if (color.a > 0.25) own = skinOf(chance);
        #endif
        vec3 lit = own * color.rgb * color.rgb * lightAt(place.xyz, facing);
        tone = shown(lit, distance(place.xyz, cameraPosition));
        gl_Position = projectionMatrix * viewMatrix * place;
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
