import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { messages } from "./build/messages";
import { sizes } from "./build/sizes";

export default defineConfig({
  plugins: [svelte(), messages(), sizes()],
  build: {
    outDir: "../src/covergames/server/web",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the server's content security policy allows no data: addresses
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { checks: { pluginTimings: false } },
    target: "es2023",
  },
  test: { include: ["tests/**/*.test.ts"] },
});
