/// <reference lib="dom" />
import { type Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts';
import { PASSWORD } from '../suite/accounts';

/** What the worker is asked for so that it says how much of the offline kit is there. */
const TELL_KIT = 'tell-kit';

/** Logs in and waits until the room shows that its stream is proven. */
export async function enterLiveRoom(page: Page, site: string, email: string): Promise<void> {
  await page.goto(`${site}${PATHS.signals}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expectLive(page);
}

/** Waits until the room's stream is proven, as a screen reader hears it. */
export const expectLive = (page: Page): Promise<void> =>
  page
    .getByRole('banner')
    .getByRole('status')
    .filter({ hasText: 'Live' })
    .waitFor({ state: 'attached', timeout: 60_000 });

/** Waits until the site's worker keeps all that a member's screens need, so that they open without a network. */
export async function readyForOffline(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.evaluate(
    (ask) =>
      new Promise<void>((resolve) => {
        const { serviceWorker } = navigator;
        serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
          if (JSON.stringify(data).includes('"status":"ready"')) resolve();
        });
        serviceWorker.startMessages();
        serviceWorker.controller?.postMessage({ type: ask });
      }),
    TELL_KIT,
  );
}
