// The script that a shop's page loads: one file under a name that never changes.
import { defineConfig } from "vite";

export default defineConfig({
  publicDir: false,
  build: {
    outDir: "../src/seatpreview/http/static",
    emptyOutDir: false,
    target: "es2022",
    lib: { entry: "source/embed/embed.ts", formats: ["iife"], name: "SeatPreview", fileName: () => "embed.js" },
  },
});
