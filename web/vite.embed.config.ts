// The script that a shop's page loads: one file under a name that never changes.
import { defineConfig } from "vite";
import { recordBundledModules } from "./bundled-modules";

export default defineConfig({
  publicDir: false,
  plugins: [recordBundledModules("embed")],
  build: {
    outDir: "../src/seatpreview/http/static",
    emptyOutDir: false,
    target: "es2022",
    lib: { entry: "source/embed/embed.ts", formats: ["iife"], name: "SeatPreview", fileName: () => "embed.js" },
  },
});
