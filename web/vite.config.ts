// The viewer, the console and the page that renders panoramas: one page each, their scripts and styles under names that
// tell their content.
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Modules that several pages or parts share. In one file they cost one request. */
const SHARED = /preact|source.(plan.(plan|positions|previewed-seats)|drawing.view-input|viewer.view-angles)\.ts/;

export default defineConfig({
  root: "source",
  publicDir: false,
  plugins: [preloadViewer()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../../src/seatpreview/http/static",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      input: { viewer: "source/viewer.html", console: "source/console.html", render: "source/render.html" },
      output: { codeSplitting: { groups: [{ name: "shared", test: SHARED }] } },
    },
  },
  test: { include: ["**/*.test.ts"], environment: "node" },
});

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
