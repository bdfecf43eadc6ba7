// The viewer, the console and the page that renders panoramas: one page each, their scripts and styles under names that tell their content.
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: "source",
  publicDir: false,
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
    },
  },
  test: { include: ["**/*.test.ts"], environment: "node" },
});
