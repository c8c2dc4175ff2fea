import { expect, type Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { everythingKept } from './device';
import { enter } from './login';
import { GUEST, newMember } from './suite';
import type { Account } from '@quantalgo/tools/suite/accounts';

interface Picture {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A screenshot of the page, larger than a proof needs to be. */
export const screenshot = async (page: Page): Promise<Picture> => ({
  name: 'account.png',
  mimeType: 'image/png',
  buffer: await page.screenshot({ scale: 'device' }),
});

export const choose = (page: Page, file: Picture): Promise<void> =>
  page.getByLabel('Screenshot').setInputFiles(file);

/** Fills in the form so that it can be sent. */
export async function fillIn(page: Page, traderId: string, file?: Picture): Promise<void> {
  await page.getByLabel('Trader ID').fill(traderId);
  await choose(page, file ?? (await screenshot(page)));
  await expect(page.getByAltText('Preview of account.png')).toBeVisible();
}

/** Waits until the file is stored, because the form shows it before that. */
export const expectChosenKept = (page: Page): Promise<void> =>
  expect.poll(() => everythingKept(page)).toContain('account.png');

export const submit = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Submit for verification' }).click();

/** Creates a guest and opens the trader ID step. */
export async function newGuest(page: Page): Promise<Account> {
  const member = await newMember(GUEST);
  await enter(page, member, PATHS.linkTrader);
  return member;
}

/** The card with the proof's status. */
export const proofCard = (page: Page) => page.getByRole('region', { name: 'Your proof' });
