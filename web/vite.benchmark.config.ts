// The bare page of `script/bench page`. It is built when the benchmark runs, and is no part of the package.
import { defineConfig } from "vite";

export default defineConfig({
  root: "benchmark",
  publicDir: false,
  build: {
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { input: "benchmark/bare-page.html" },
  },
});
