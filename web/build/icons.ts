import { chromium } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Draws the app's icons from the brand mark into web/public/icons. Run it when the mark changes:
 * `node --import tsx web/build/icons.ts` (CHROMIUM_PATH names the browser, /usr/bin/chromium without it).
 */
const INK = '#0B1016';
const ACCENT = '#C8F04B';
const FAINT = '#6F8396';

/** The mark on its 20 × 20 grid: a rising line over a dashed base. */
const mark = (line: string, base: string) =>
  `<path d="M2 14 7 9l3 3 8-8" fill="none" stroke="${line}" stroke-width="2.2" stroke-linecap="square"/>` +
  `<path d="M2 18.5h16" fill="none" stroke="${base}" stroke-width="1.4" stroke-dasharray="2 2"/>`;

/** A 512 × 512 picture with the mark taking `share` of its width. */
function picture(share: number, background: string, drawn = mark(ACCENT, FAINT)): string {
  const scale = (512 * share) / 20;
  const left = (512 - 20 * scale) / 2;
  const top = left - 0.9 * scale;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">${background}` +
    `<g transform="translate(${left} ${top}) scale(${scale})">${drawn}</g></svg>`
  );
}

const rounded = `<rect width="512" height="512" rx="112" fill="${INK}"/>`;
const full = `<rect width="512" height="512" fill="${INK}"/>`;

/** A maskable icon may be cut to a circle of 80 % of its width; a monochrome one is a shape that the system colours. */
const ICONS = [
  { name: 'icon-192', size: 192, svg: picture(0.62, rounded) },
  { name: 'icon-512', size: 512, svg: picture(0.62, rounded) },
  { name: 'maskable-192', size: 192, svg: picture(0.46, full) },
  { name: 'maskable-512', size: 512, svg: picture(0.46, full) },
  { name: 'monochrome-512', size: 512, svg: picture(0.62, '', mark('#fff', '#fff')) },
  { name: 'apple-touch-icon', size: 180, svg: picture(0.58, full) },
];

const folder = fileURLToPath(new URL('../public/icons/', import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}icon.svg`, `${picture(0.62, rounded)}\n`);

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
for (const { name, size, svg } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const fitted = svg.replace('width="512" height="512"', `width="${size}" height="${size}"`);
  await page.setContent(`<body style="margin:0">${fitted}</body>`);
  await page.screenshot({ path: `${folder}${name}.png`, omitBackground: true });
  await page.close();
}
await browser.close();
