import { expect, type Page } from '@playwright/test';
import { keptOf } from './device';
import { publishedIds } from './suite';

/** Waits until the device's signals are those of the server for an essential member: no gap, and each once. */
export async function expectComplete(page: Page, uid: string): Promise<void> {
  const published = await publishedIds();
  await expect
    .poll(async () => (await keptOf(page, uid)).slice(0, 300).map(({ id }) => id), {
      timeout: 45_000,
    })
    .toEqual(published);
}
