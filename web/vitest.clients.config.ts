// Unit tests of the packages in clients/.
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: "../clients",
  test: {
    include: ["*/source/**/*.test.ts", "*/source/**/*.test.tsx", "pretix/tests/**/*.test.js"],
    environment: "node",
    isolate: false,
    unstubGlobals: true,
    restoreMocks: true,
  },
});
