/**
 * A Vite plugin that makes the client installable: icons, which it draws, and a web app manifest in every language. The server serves
 * the manifests under /manifests/.
 */
import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import type { Plugin } from "vite";
import { catalog } from "./messages.ts";

const [PAPER, NIGHT, INK, SKIN, ROSE] = ["#faf7f2", "#151217", "#1b171d", "#f3dcd0", "#ff8fa8"];

/** An icon. A maskable one fills its square, because the device cuts its own shape out of it. */
interface Icon {
  name: string;
  pixels: number;
  purpose: "any" | "maskable";
}
const ICONS: Icon[] = [
  { name: "icon-192", pixels: 192, purpose: "any" },
  { name: "icon-512", pixels: 512, purpose: "any" },
  { name: "icon-maskable-512", pixels: 512, purpose: "maskable" },
];
/** For the home screen of devices that do not read the manifest. */
const TOUCH_ICON: Icon = { name: "icon-touch-180", pixels: 180, purpose: "maskable" };

const SHORTCUTS = {
  "/alone/daily": "web.alone.daily",
  "/alone/storm": "web.storm",
  "/alone/practice": "web.alone.practice",
};

/** The picture of src/design/icon.svg, whose side is 64: a ring that is open on the right, and a dot in the gap. */
const SIDE = 64;
const CORNER = 8;
const RING = { x: 33.2, y: 32, inner: 10.5, outer: 17.5, gap: Math.atan2(10, 9.8) };
const DOT = { x: 46, y: 32, radius: 5 };
/** How much smaller the picture of a maskable icon is. */
const SAFE_SCALE = 0.75;
/** Each pixel is the average of so many points in each direction. */
const SAMPLES = 4;

/** Return the colour of a point. Null: it is transparent. */
function colourAt(x: number, y: number, isFilled: boolean): string | null {
  const angle = Math.atan2(y - RING.y, x - RING.x);
  const distance = Math.hypot(x - RING.x, y - RING.y);
  if (Math.hypot(x - DOT.x, y - DOT.y) <= DOT.radius) {
    return ROSE;
  }
  if (distance >= RING.inner && distance <= RING.outer && Math.abs(angle) >= RING.gap) {
    return SKIN;
  }
  const outside = (at: number): number => Math.max(0, CORNER - at, at - (SIDE - CORNER));
  return isFilled || Math.hypot(outside(x), outside(y)) <= CORNER ? INK : null;
}

/** Draw an icon, and return it as a PNG file. */
function draw({ pixels, purpose }: Icon): Buffer {
  const isFilled = purpose === "maskable";
  const scale = SIDE / pixels / (isFilled ? SAFE_SCALE : 1);
  const at = (pixel: number, sample: number): number =>
    SIDE / 2 + (pixel + (sample + 0.5) / SAMPLES - pixels / 2) * scale;
  const rows = Array.from({ length: pixels }, (_, row) => {
    const bytes = Buffer.alloc(1 + 4 * pixels); // the first byte says that the row is not filtered
    for (let column = 0; column < pixels; column++) {
      const sum = [0, 0, 0, 0];
      for (let sample = 0; sample < SAMPLES ** 2; sample++) {
        const colour = colourAt(at(column, sample % SAMPLES), at(row, Math.floor(sample / SAMPLES)), isFilled);
        if (colour !== null) {
          [1, 3, 5].forEach((place, channel) => (sum[channel]! += parseInt(colour.slice(place, place + 2), 16)));
          sum[3]! += 1;
        }
      }
      const [red = 0, green = 0, blue = 0, opaque = 0] = sum;
      const average = [red, green, blue].map((channel) => Math.round(channel / Math.max(1, opaque)));
      bytes.set([...average, Math.round((255 * opaque) / SAMPLES ** 2)], 1 + 4 * column);
    }
    return bytes;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(pixels, 0);
  header.writeUInt32BE(pixels, 4);
  header.set([8, 6], 8); // eight bits for each of red, green, blue and opacity
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.concat(rows), { level: 9 });
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

/** Return a chunk of a PNG file: length, name, data and checksum. */
function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** Return the manifest in a language. */
function manifest(language: string, icons: object[]): object {
  const messages = catalog(language);
  return {
    id: "/",
    name: "Cover Me · Cover Up",
    short_name: "Cover",
    description: messages["web.home.kicker"],
    lang: language,
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: PAPER,
    theme_color: PAPER,
    categories: ["games"],
    icons,
    shortcuts: Object.entries(SHORTCUTS).map(([url, key]) => ({ name: messages[key], url, icons: icons.slice(0, 1) })),
  };
}

/** Return the plugin. */
export function install(): Plugin {
  const files = new Map([...ICONS, TOUCH_ICON].map((icon) => [icon, draw(icon)]));
  const path = (icon: Icon): string => {
    const hash = createHash("sha256").update(files.get(icon)!).digest("hex").slice(0, 8);
    return `assets/${icon.name}-${hash}.png`;
  };
  const icons = ICONS.map((icon) => ({
    src: `/${path(icon)}`,
    sizes: `${icon.pixels}x${icon.pixels}`,
    type: "image/png",
    purpose: icon.purpose,
  }));
  return {
    name: "covergames-install",
    apply: "build",
    transformIndexHtml: () => [
      { tag: "link", attrs: { rel: "manifest", href: "/manifests/en.webmanifest" } },
      { tag: "link", attrs: { rel: "apple-touch-icon", href: `/${path(TOUCH_ICON)}` } },
      ...[PAPER, NIGHT].map((content, place) => ({
        tag: "meta",
        attrs: { name: "theme-color", media: `(prefers-color-scheme: ${place === 0 ? "light" : "dark"})`, content },
      })),
    ],
    generateBundle() {
      files.forEach((source, icon) => this.emitFile({ type: "asset", fileName: path(icon), source }));
      for (const language of Object.keys(catalog("languages"))) {
        const source = JSON.stringify(manifest(language, icons), null, 1);
        this.emitFile({ type: "asset", fileName: `manifests/${language}.webmanifest`, source });
      }
    },
  };
}
