import { type Browser, test } from '@playwright/test';
import { PATHS, type Path } from '@quantalgo/contracts/core/paths';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { enter } from '../support/login';
import { expectLive } from '../support/room';
import { addresses, ESSENTIAL } from '../support/suite';
import type { THEMES } from './cases';
import { applyAppFont, expectSettled } from './visit';

const ROOT = join(import.meta.dirname, '../../..');
/** Screenshots that the manifest names for the install dialog. */
const STORE = join(ROOT, 'web/public/screenshots');
const README = join(ROOT, 'docs/images');

interface Shot {
  readonly path: Path;
  readonly theme: (typeof THEMES)[number];
  /** px */
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly scale: number;
}

const NARROW = { theme: 'dark', width: 390, height: 844, scale: 2 } as const;
const WIDE = { theme: 'dark', width: 1280, height: 800, scale: 1 } as const;
const STORE_SHOTS: Readonly<Record<string, Shot>> = {
  'signals-narrow': { ...NARROW, path: PATHS.signals },
  'dashboard-narrow': { ...NARROW, path: PATHS.dashboard },
  'signals-wide': { ...WIDE, path: PATHS.signals },
};

/** Takes the live screen as an essential member sees it. */
async function shoot(browser: Browser, { path, theme, width, height, scale }: Shot) {
  const context = await browser.newContext({
    baseURL: addresses.site,
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await enter(page, ESSENTIAL, path);
  await expectLive(page);
  await applyAppFont(page);
  await expectSettled(page);
  const picture = await page.screenshot();
  await context.close();
  return picture;
}

for (const [name, shot] of Object.entries(STORE_SHOTS))
  test(`takes ${name} for the manifest`, async ({ browser }) => {
    await writeFile(join(STORE, `${name}.png`), await shoot(browser, shot));
  });

const framed = (picture: Buffer, width: number) =>
  `<img src="data:image/png;base64,${picture.toString('base64')}" width="${width}" style="border-radius: 12px">`;

test('takes signal-room for the README', async ({ browser, page }) => {
  const height = 780;
  const desk = await shoot(browser, { ...WIDE, path: PATHS.signals, height, scale: 2 });
  const phone = await shoot(browser, { ...NARROW, path: PATHS.signals, theme: 'light', height });
  await page.setViewportSize({ width: 1780, height: height + 80 });
  await page.setContent(
    `<body style="margin: 0; padding: 40px; display: flex; gap: 32px; background: #1b222a">${framed(desk, 1280)}${framed(phone, 390)}</body>`,
  );
  await page.screenshot({ path: join(README, 'signal-room.png') });
});
