// Builds the scripts of the page: node build.mjs <folder>. React 18 and 19 cannot share a bundle.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const packages = new URL("../../../web/package.json", import.meta.url);
const require = createRequire(packages);
const { build } = await import(require.resolve("rolldown"));
const [, , folder] = process.argv;
const here = fileURLToPath(new URL(".", import.meta.url));

const bundle = (input, name, alias = {}) => ({
  input: `${here}${input}`,
  platform: "browser",
  resolve: { alias, symlinks: false },
  transform: { define: { "process.env.NODE_ENV": '"production"' } },
  output: { file: `${folder}/${name}.js`, format: "esm" },
  logLevel: "silent",
});

await build([
  bundle("react.mjs", "react-19"),
  bundle("react.mjs", "react-18", { react: "react-18", "react-dom": "react-dom-18" }),
  bundle("vue.mjs", "vue"),
  bundle("upload.mjs", "upload"),
]);
