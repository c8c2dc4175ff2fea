import { chromium } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Draws the app's icons from the brand mark into web/public/icons. Run it when the mark changes:
 * `node --import tsx web/build/icons.ts`. CHROMIUM_PATH defaults to /usr/bin/chromium.
 */
const INK_COLOUR = '#0B1016';
const ACCENT_COLOUR = '#C8F04B';
const FAINT_COLOUR = '#6F8396';

const drawMark = (line: string, base: string) =>
  `<path d="M2 14 7 9l3 3 8-8" fill="none" stroke="${line}" stroke-width="2.2" stroke-linecap="square"/>` +
  `<path d="M2 18.5h16" fill="none" stroke="${base}" stroke-width="1.4" stroke-dasharray="2 2"/>`;

/** 512 × 512 px; the mark takes `share` of the width. */
function drawIcon(
  share: number,
  background: string,
  shapes = drawMark(ACCENT_COLOUR, FAINT_COLOUR),
): string {
  const scale = (512 * share) / 20;
  const left = (512 - 20 * scale) / 2;
  const top = left - 0.9 * scale;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">${background}` +
    `<g transform="translate(${left} ${top}) scale(${scale})">${shapes}</g></svg>`
  );
}

const roundedBackground = `<rect width="512" height="512" rx="112" fill="${INK_COLOUR}"/>`;
const fullBackground = `<rect width="512" height="512" fill="${INK_COLOUR}"/>`;

/** A shortcut's icon on a 24 × 24 grid, as in the app's navigation (Lucide, ISC licence). */
const drawShortcut = (...paths: string[]) => {
  const shapes = paths.map((d) => `<path d="${d}"/>`).join('');
  const stroke = `fill="none" stroke="${ACCENT_COLOUR}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"`;
  const scale = (512 * 0.54) / 24;
  const offset = (512 - 24 * scale) / 2;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">${roundedBackground}` +
    `<g transform="translate(${offset} ${offset}) scale(${scale})" ${stroke}>${shapes}</g></svg>`
  );
};

const drawCircle = (r: number) =>
  `M${12 - r} 12a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

const SHORTCUTS = {
  signals: drawShortcut(
    'M22 12h-2.48a2 2 0 0 0-1.93 1.46l-2.35 8.36a.25.25 0 0 1-.48 0L9.24 2.18a.25.25 0 0 0-.48 0l-2.35 8.36A2 2 0 0 1 4.49 12H2',
  ),
  verify: drawShortcut(
    'M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1z',
    'm9 12 2 2 4-4',
  ),
  support: drawShortcut(
    drawCircle(10),
    drawCircle(4),
    'm4.93 4.93 4.24 4.24m5.66 0 4.24-4.24m-4.24 9.9 4.24 4.24m-9.9-4.24-4.24 4.24',
  ),
};

/**
 * Systems may crop maskable icons to a circle of 80% of their width, and colour monochrome ones.
 */
const ICONS = [
  { name: 'icon-192', size: 192, svg: drawIcon(0.62, roundedBackground) },
  { name: 'icon-512', size: 512, svg: drawIcon(0.62, roundedBackground) },
  { name: 'maskable-192', size: 192, svg: drawIcon(0.46, fullBackground) },
  { name: 'maskable-512', size: 512, svg: drawIcon(0.46, fullBackground) },
  { name: 'monochrome-512', size: 512, svg: drawIcon(0.62, '', drawMark('#fff', '#fff')) },
  { name: 'apple-touch-icon', size: 180, svg: drawIcon(0.58, fullBackground) },
  ...Object.entries(SHORTCUTS).map(([name, svg]) => ({ name: `shortcut-${name}`, size: 96, svg })),
];

const folder = fileURLToPath(new URL('../public/icons/', import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}icon.svg`, `${drawIcon(0.62, roundedBackground)}\n`);

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
for (const { name, size, svg } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const resized = svg.replace('width="512" height="512"', `width="${size}" height="${size}"`);
  await page.setContent(`<body style="margin:0">${resized}</body>`);
  await page.screenshot({ path: `${folder}${name}.png`, omitBackground: true });
  await page.close();
}
await browser.close();
