import { expect, type Page } from '@playwright/test';
import { readStoredSignals } from './device';
import { publishedIds } from './suite';

/** Waits until the device has all of the server's signals for an essential member, each once. */
export async function expectComplete(page: Page, uid: string): Promise<void> {
  const published = await publishedIds();
  await expect
    .poll(async () => (await readStoredSignals(page, uid)).slice(0, 300).map(({ id }) => id), {
      timeout: 45_000,
    })
    .toEqual(published);
}
