/** The machine's own Chromium, or an error that says how to get one. */
import { execFileSync } from "node:child_process";
import { chromium, type Browser } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

function executable(): string {
  const named = process.env["CHROMIUM"];
  if (named) {
    return named;
  }
  for (const name of NAMES) {
    try {
      return execFileSync("which", [name], { encoding: "utf-8", stdio: ["ignore", "pipe", "ignore"] }).trim();
    } catch {
      continue; // not this one
    }
  }
  throw new Error(
    "There is no Chromium here. Install it (Debian, Ubuntu: sudo apt install chromium), or name one: CHROMIUM=/path/to/chromium",
  );
}

/** A browser; as root it can only run without its sandbox. */
export function browser(): Promise<Browser> {
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath: executable(), args });
}
