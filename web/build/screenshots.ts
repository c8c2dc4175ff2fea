import { chromium, type Page } from '@playwright/test';
import { fileURLToPath } from 'node:url';

/**
 * Takes the pictures of the app that the system shows before it installs, into web/public/screenshots. Run it beside
 * `npm start` when the screens have changed: `node --import tsx web/build/screenshots.ts` (SITE_URL names the site,
 * CHROMIUM_PATH the browser).
 */
const SITE = process.env['SITE_URL'] ?? 'http://127.0.0.1:5050';
const FOLDER = fileURLToPath(new URL('../public/screenshots/', import.meta.url));

const SHOTS = [
  { name: 'signals-narrow', path: '/dashboard/signals', width: 390, height: 844, scale: 2 },
  { name: 'dashboard-narrow', path: '/dashboard', width: 390, height: 844, scale: 2 },
  { name: 'signals-wide', path: '/dashboard/signals', width: 1280, height: 800, scale: 1 },
];

async function signIn(page: Page): Promise<void> {
  await page.goto(`${SITE}/login`);
  await page.getByLabel('Email').fill('essential@quantalgo.test');
  await page.getByLabel('Password', { exact: true }).fill('Trader2026');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
}

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
for (const { name, path, width, height, scale } of SHOTS) {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: 'dark',
  });
  const page = await context.newPage();
  await signIn(page);
  await page.goto(`${SITE}${path}`);
  await page.getByText('Live', { exact: true }).filter({ visible: true }).first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `${FOLDER}${name}.png` });
  await context.close();
}
await browser.close();
