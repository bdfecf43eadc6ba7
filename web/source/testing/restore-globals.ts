// Files of tests share their workers. What a test put in place of a global goes before the next file is loaded; the option
// `unstubGlobals` would wait for that file's first test.
import { afterEach, vi } from "vitest";

afterEach(() => void vi.unstubAllGlobals());
