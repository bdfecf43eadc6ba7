// Writes down which modules a build contains, so that release/notices.py can say whose they are.
import type { Plugin } from "vite";

const SCRIPT = /\.[cm]?[jt]sx?$/;

/** Adds the file bundled-modules/<name>.json: every module whose code is in the build, as a path from the project's
 * root. Modules that the bundler adds itself begin with a zero character, and are listed by their name. */
export function recordBundledModules(name: string): Plugin {
  let root = "";
  return {
    name: "record-bundled-modules",
    configResolved(config) {
      root = (config.configFile ?? "").replaceAll("\\", "/").replace(/web\/[^/]*$/, "");
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const scripts = chunks.flatMap((chunk) => Object.keys(chunk.modules));
      // Styles and pictures are not listed with a chunk once they have a file of their own.
      const others = [...this.getModuleIds()].filter((id) => !id.startsWith("\0") && !SCRIPT.test(withoutQuery(id)));
      const modules = [...scripts, ...others].map((id) => withoutQuery(id).replaceAll("\\", "/").replace(root, ""));
      this.emitFile({
        type: "asset",
        fileName: `bundled-modules/${name}.json`,
        source: `${JSON.stringify([...new Set(modules)].sort(), null, 1)}\n`,
      });
    },
  };
}

function withoutQuery(id: string): string {
  return id.replace(/\?.*$/, "");
}
