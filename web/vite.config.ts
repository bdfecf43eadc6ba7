// The landing page, the page for links that lead nowhere, the viewer, the console, the API reference and the page that
// renders panoramas: one page each, their scripts and styles under names that tell their content.
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { recordBundledModules } from "./bundled-modules";
import { THREE_SOURCES, threeWithoutMaterials } from "./three-without-materials";

/** Modules that several pages or parts share. In one file they cost one request. */
const SHARED =
  /preact|source.(languages.filled-texts|plan.(assumptions|plan|positions|previewed-seats)|view.(angles|look|look-input|lost-graphics|no-graphics|view-marks|when-drawn))\.ts/;

/** Parts of a drawing that are loaded later. */
const LATE =
  "amphitheatre|arena-rig|assumed-bodies|ballpark|club|court|field|furniture|headset|interiors|lamp-light|look-past|performer|plan-changes|proscenium|rink\\.|room-ends|room-palettes|screen-picture|see-through|sky|sport-lines|suites|surface-patterns|theatre\\.";

/** What draws, in one file: the modules that use three.js. */
const SCENE =
  "begin-scene|camera-motion|copied-picture|crowd-motion|detail-range|drawn-view|create-drawn-view|frame-pacing|instanced-crowd|materials|mesh-geometry|picture-waits|scene-building|venue-scene|webgl-renderer";

/** What builds halls, in one file that is also the script of a worker. The bundler would cut it where parts that are
 * loaded later use some of it. */
const HALL = new RegExp(`source.drawing.(?!${LATE}|${SCENE})`);

export default defineConfig({
  root: "source",
  publicDir: false,
  plugins: [shaderText(), threeWithoutMaterials(), preloadViewer(), linkThemeFirst(), recordBundledModules("pages")],
  // The pages are built from the client's source, so that they need no build of the package.
  resolve: {
    alias: {
      three: THREE_SOURCES,
      "@seatpreview/client": fileURLToPath(new URL("../clients/typescript/source/index.ts", import.meta.url)),
    },
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../../src/seatpreview/http/static",
    // script/web empties the folder, but for the guide, which another script builds.
    emptyOutDir: false,
    target: "es2022",
    // A worker has no document to which links for preloading could be added.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostId }) => (hostId.includes("hall-building") ? [] : files),
    },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      input: {
        landing: "source/landing.html",
        "not-found": "source/not-found.html",
        viewer: "source/viewer.html",
        console: "source/console.html",
        render: "source/render.html",
        reference: "source/reference.html",
      },
      output: {
        codeSplitting: {
          groups: [
            // The first script of the viewer needs it, and nothing else of what is shared.
            { name: "preload-helper", test: /preload-helper/ },
            { name: "shared", test: SHARED },
            // The console shows maps in English, and so every page with a map has these texts.
            { name: "map-texts", test: /languages.generated.map.en\.ts/ },
            { name: "hall-building", test: HALL },
            { name: "venue-scene", test: new RegExp(`node_modules.three|source.drawing.(${SCENE})`) },
          ],
        },
      },
    },
  },
  test: {
    // One graph of modules for all files: importing it again for each costs four times what the tests do.
    isolate: false,
    restoreMocks: true,
    setupFiles: ["testing/restore-globals.ts"],
    projects: [
      { extends: true, test: { name: "logic", include: ["**/*.test.ts"], environment: "node" } },
      {
        extends: true,
        test: {
          name: "pages",
          // After the other tests: workers that change between both make a new document for each file.
          sequence: { groupOrder: 1 },
          include: ["**/*.test.tsx"],
          environment: "happy-dom",
          setupFiles: ["testing/setup.ts"],
          testTimeout: 20_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
});

/** Leaves comments, indentation and blanks around signs out of shaders, which are texts, so that the bundler would keep
 * them. Lines for the preprocessor, where a blank may count, and those with values of the program stay as they are. */
function shaderText(): Plugin {
  return {
    name: "shader-text",
    enforce: "pre",
    transform(code, id) {
      if (!id.includes("/source/") || !code.includes("/* glsl */ `")) return null;
      const plain = (text: string): string =>
        text
          .replace(/\/\/.*$/gm, "")
          .replace(/\s*\n\s*/g, "\n")
          .replace(/^(?!#)[^`$\n]+$/gm, (line) => line.replace(/ *([*/=<>,;(){}?:&|]) */g, "$1"));
      return { code: code.replace(/\/\* glsl \*\/ `[^`]*`/g, plain), map: null };
    },
  };
}

/** Adds links to the viewer's page for the script that its first script imports, so that browsers load both at once. */
function preloadViewer(): Plugin {
  return {
    name: "preload-viewer",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {}, path }) {
        const main = Object.values(bundle).find((file) => file.type === "chunk" && file.name === "main");
        if (!path.endsWith("viewer.html") || main?.type !== "chunk") return;
        const files = [main.fileName, ...main.imports].filter((name) => !html.includes(name));
        return files.map((name) => ({
          tag: "link",
          attrs: { rel: "modulepreload", crossorigin: "", href: `/${name}` },
          injectTo: "head",
        }));
      },
    },
  };
}

/** Puts the style that all pages share before those of a page, which change it. The bundler orders shared files by chance. */
function linkThemeFirst(): Plugin {
  return {
    name: "link-theme-first",
    transformIndexHtml: {
      order: "post",
      handler(html) {
        const theme = html.match(/ *<link rel="stylesheet"[^>]*\/assets\/theme-[^>]*>\n/)?.[0];
        if (theme === undefined) return;
        return html.replace(theme, "").replace(/ *<link rel="stylesheet"/, (first) => theme + first);
      },
    },
  };
}
