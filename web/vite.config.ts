import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { install } from "./build/install.ts";
import { messages } from "./build/messages.ts";
import { offline, WORKER } from "./build/offline.ts";
import { sizes } from "./build/sizes.ts";

const server = process.env["COVERGAMES_SERVER"];

/** The parts of the client that are loaded when they are needed. */
const LAZY = [
  /\/src\/coverme\/(companion|review|tutorial)\//,
  /\/src\/(coverme|coverup)\/(dealt|CoverMeReplay|CoverUpReplay)/,
  /\/src\/fair\/(Compared|Fairness|compare|origin|proof)/,
  /\/src\/coverup\/(box|companion|lesson|review|solo|solver)\//,
  /\/src\/(lesson|replay|review)\//,
  /\/src\/table\/(GameLinks|ReportDialog)/,
  /\/src\/pages\/(ReplayPage|ReviewPage|RulesPage)/,
  /\/src\/rules\/(Rules\.|search)/,
  /\/node_modules\/uqr\//,
  /\/src\/(coverme\/)?training\//,
  /\/src\/text\/finished-games/,
];

function isShared(id: string): boolean {
  return !LAZY.some((part) => part.test(id)) && !id.includes("virtual:") && !id.includes("/offline/worker");
}

export default defineConfig({
  plugins: [svelte(), messages(), install(), offline(), sizes()],
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
      output: {
        entryFileNames: ({ name }) => (name === "worker" ? WORKER : "assets/[name]-[hash].js"),
        // One file for what every page shares, instead of one for each set of pages that share something.
        codeSplitting: { groups: [{ name: "client", test: isShared }] },
      },
    },
    target: "es2023",
  },
  test: { include: ["tests/**/*.test.ts"] },
});
