import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { messages } from "./build/messages.ts";
import { offline, WORKER } from "./build/offline.ts";
import { preload } from "./build/preload.ts";
import { sizes } from "./build/sizes.ts";

const server = process.env["COVERGAMES_SERVER"];

export default defineConfig({
  plugins: [svelte(), messages(), offline(), preload(), sizes()],
  // `npm run dev` uses a running server: COVERGAMES_SERVER=http://127.0.0.1:8765
  server: server === undefined ? {} : { proxy: { "/api": { target: server, ws: true } } },
  build: {
    outDir: "../src/covergames/server/web",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the server's content security policy allows no data: addresses
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: { index: "index.html", worker: "src/offline/worker.ts" },
      output: { entryFileNames: ({ name }) => (name === "worker" ? WORKER : "assets/[name]-[hash].js") },
    },
    target: "es2023",
  },
  test: { include: ["tests/**/*.test.ts"] },
});
