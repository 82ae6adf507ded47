/** The moments of games that scripts/web_fixtures.py wrote, by name. */
import type { Fixture } from "../gallery/cover-me-fixture";
import { viewOf, type View } from "../src/coverme/view";

const files = import.meta.glob<Fixture>("../fixtures/*.json", { eager: true, import: "default" });

export const FIXTURES: Record<string, Fixture> = Object.fromEntries(
  Object.entries(files).map(([path, fixture]) => [path.replace(/^.*\/|\.json$/g, ""), fixture]),
);

export function fixture(name: string): Fixture {
  const found = FIXTURES[name];
  if (found === undefined) {
    throw new Error(`no fixture ${name} among ${Object.keys(FIXTURES).join(", ")}`);
  }
  return found;
}

export function viewIn(name: string): View {
  const { public: publicView, private: privateView, seats, arrangement } = fixture(name);
  return viewOf(publicView, privateView, seats, arrangement);
}
