import { expect, type Locator, type Page } from '@playwright/test';
import { DEMONSTRATION_BRAND as BRAND } from '@quantalgo/contracts/core/brand';
import type { Account } from '@quantalgo/tools/suite/accounts';
import { SCREEN_TABLE } from '../../src/app/screenTable';
import { readyForOffline } from './device';
import { enter } from './login';
import { ESSENTIAL, newMember, stayLive } from './suite';

/** The card of a signal by its ledger number; only the newest signal has one. */
export const locateCard = (page: Page, { ledgerSeq }: { ledgerSeq: number }): Locator =>
  page.getByRole('article').filter({
    has: page.getByRole('button', {
      name: `Sealed #${ledgerSeq.toLocaleString('en-GB')}`,
      includeHidden: true,
    }),
  });

/** The lines of the history, newest first. */
export const locateHistory = (page: Page): Locator =>
  page.locator('main section[aria-label] li summary');

/** The messages of the chat, newest first. */
export const locateMessages = (page: Page): Locator =>
  page.getByRole('list', { name: 'Messages, newest first' }).getByRole('listitem');

/** The buttons that open the journal's entries. */
export const journalEntries = (page: Page): Locator =>
  page.getByRole('list', { name: 'Entries' }).getByRole('button');

/** The freshness pill's text for screen readers. */
export const freshness = (page: Page, words: RegExp | string): Locator =>
  page.getByRole('banner').getByRole('status').filter({ hasText: words });

/** A stream that doesn't open within ten seconds is retried after at most thirty. */
const LIVE_TIMEOUT_MS = 45_000;

/** Waits until the room shows that its stream is live. */
export async function expectLive(page: Page): Promise<void> {
  await stayLive();
  await expect(freshness(page, 'Live')).toBeAttached({ timeout: LIVE_TIMEOUT_MS });
}

/** Text of the history's lines on screen. */
export async function historyLines(page: Page): Promise<string[]> {
  await expect(locateHistory(page).first()).toBeVisible();
  return locateHistory(page).allInnerTexts();
}

/** Creates a member like `other` and enters the room once it is live. */
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

/** Waits until the room is live and available offline. @returns the lines of its history */
export async function filledRoom(page: Page): Promise<string[]> {
  await expectLive(page);
  const lines = await historyLines(page);
  await readyForOffline(page);
  return lines;
}
