import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

/** The styles by short name, to detect two components with the same one. */
const styles = new Map();

/** @type {import("svelte/compiler").CssHashGetter} */
function cssHash({ css, hash }) {
  const name = `s${hash(css).slice(0, 3)}`;
  const known = styles.get(name) ?? css;
  styles.set(name, css);
  return known === css ? name : `s${hash(css)}`;
}

export default { preprocess: vitePreprocess(), compilerOptions: { runes: true, cssHash, discloseVersion: false } };
