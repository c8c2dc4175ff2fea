import { chromium } from '@playwright/test';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { toDefines, getBuildSettings } from '../settings';

/**
 * Draws the preview image of shared links into web/public/share.png: `node --import tsx
 * web/build/share/draw.ts`. CHROMIUM_PATH defaults to /usr/bin/chromium. The brand is that of
 * VITE_FIREBASE's project, or the demonstration's.
 */
const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const firebase = process.env['VITE_FIREBASE'];

const server = await createServer({
  root: resolvePath('.'),
  configFile: false,
  define:
    firebase === undefined
      ? {}
      : toDefines(getBuildSettings(firebase, resolvePath('../../../functions/env'))),
  logLevel: 'error',
  plugins: [react(), tailwindcss()],
  server: { host: '127.0.0.1', fs: { strict: false } },
});
await server.listen();
const [address] = server.resolvedUrls?.local ?? [];
if (address === undefined) throw new Error('Vite reported no address');

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.goto(address);
await page.getByRole('heading').waitFor();
await page.evaluate(() => document.fonts.ready);
await page.screenshot({ path: resolvePath('../../public/share.png') });
await browser.close();
await server.close();
