import { expect, type Locator, type Page } from '@playwright/test';
import { DEMONSTRATION_BRAND as BRAND } from '@quantalgo/contracts/core/brand';
import type { Account } from '@quantalgo/tools/suite/accounts';
import { SCREEN_TABLE } from '../../src/app/screenTable';
import { readyForOffline } from './device';
import { enter } from './login';
import { ESSENTIAL, newMember, stayLive } from './suite';

/** The card of a signal, by its number in the ledger: it stands at the top while the signal is the newest. */
export const cardOf = (page: Page, { ledgerSeq }: { ledgerSeq: number }): Locator =>
  page.getByRole('article').filter({
    has: page.getByRole('button', {
      name: `Sealed #${ledgerSeq.toLocaleString('en-GB')}`,
      includeHidden: true,
    }),
  });

/** The lines of the history, newest first. */
export const historyOf = (page: Page): Locator =>
  page.locator('main section[aria-label] li summary');

/** The messages of the chat, newest first. */
export const messagesOf = (page: Page): Locator =>
  page.getByRole('list', { name: 'Messages, newest first' }).getByRole('listitem');

/** The buttons that open the journal's entries. */
export const journalEntries = (page: Page): Locator =>
  page.getByRole('list', { name: 'Entries' }).getByRole('button');

/** What the freshness pill says to a screen reader. */
export const freshness = (page: Page, words: RegExp | string): Locator =>
  page.getByRole('banner').getByRole('status').filter({ hasText: words });

/** A stream that does not open within ten seconds, on a busy machine, is tried again after at most thirty. */
const LIVE_WITHIN_MS = 45_000;

/** Waits until the room shows that its stream is proven. */
export async function expectLive(page: Page): Promise<void> {
  await stayLive();
  await expect(freshness(page, 'Live')).toBeAttached({ timeout: LIVE_WITHIN_MS });
}

/** Text of the history's lines on screen. */
export async function historyLines(page: Page): Promise<string[]> {
  await expect(historyOf(page).first()).toBeVisible();
  return historyOf(page).allInnerTexts();
}

/** A member of the test's own, somebody like `other`, in the room once that is live. */
export async function enterLiveRoom(page: Page, other: Account = ESSENTIAL): Promise<Account> {
  const member = await newMember(other);
  await enter(page, member);
  await expectLive(page);
  return member;
}

/** Opens each screen from the sidebar, visited before or not. */
export async function expectEveryScreen(page: Page): Promise<void> {
  for (const { label, title } of SCREEN_TABLE) {
    await page.getByRole('link', { name: label, exact: true }).click();
    await expect(page).toHaveTitle(`${title} · ${BRAND.name}`);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('This screen stopped working')).toHaveCount(0);
  }
}

/** Waits until the room is live and available offline. Returns the lines of its history. */
export async function filledRoom(page: Page): Promise<string[]> {
  await expectLive(page);
  const lines = await historyLines(page);
  await readyForOffline(page);
  return lines;
}
