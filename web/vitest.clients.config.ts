// Unit tests of the packages in clients/.
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: "../clients",
  test: {
    include: ["*/source/**/*.test.ts", "*/source/**/*.test.tsx", "pretix/tests/**/*.test.js"],
    environment: "node",
    isolate: false,
    setupFiles: [`${import.meta.dirname}/source/testing/restore-globals.ts`],
    restoreMocks: true,
  },
});
