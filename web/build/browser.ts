/** The Chromium that scripts/chromium finds or installs. */
import { execFileSync } from "node:child_process";
import { chromium, type Browser } from "playwright-core";

const SCRIPT = new URL("../../scripts/chromium", import.meta.url).pathname;

/** Launch the browser. It cannot run as root with its sandbox. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = execFileSync(SCRIPT, { encoding: "utf-8", stdio: ["ignore", "pipe", "inherit"] }).trim();
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath, args });
}
