import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { formatPair, pairSchema } from '@quantalgo/contracts/market/pairs';
import { PATHS, signalPath } from '@quantalgo/contracts/core/paths';
import * as z from 'zod/mini';
import { readyForOffline } from './support/device';
import { expect, NO_SERVER, test, WITH_WORKER } from './support/journey';
import { enter } from './support/login';
import { type Device, deviceSchema, recordDevice, restoreDevice } from './support/recordDevice';
import { journalEntries, expectEveryScreen, filledRoom, locateMessages } from './support/room';
import { ESSENTIAL, seededSuite, liveSuite } from './support/suite';
import { expectSentOnce, expectWaiting, writeAndSend } from './support/ticket';

test.beforeEach(async () => {
  await seededSuite();
  await liveSuite();
});

const releases = fileURLToPath(new URL('../../compatibility', import.meta.url));

const getPosts = (page: Page) => page.getByRole('article');

const signalRow = z.object({ id: z.string(), pair: pairSchema });
const messageRow = z.object({ text: z.string() });

/** Skips the row of pinned notes. */
const parseMessages = (rows: readonly unknown[] = []) =>
  rows.flatMap((row) => messageRow.safeParse(row).data ?? []);

const readDevice = (release: string): Device =>
  deviceSchema.parse(JSON.parse(readFileSync(`${releases}/${release}/device.json`, 'utf8')));

/** Sets the changes' times to now: a member must first confirm changes that are a week old. */
function renewOutbox({ member, outbox: { items = [] } }: Device): Device {
  const now = Date.now();
  const times = { createdAt: now, confirmedAt: now, nextAttemptAt: now };
  return { member, outbox: { items: items.map((item) => ({ ...item, ...times })) } };
}

const recordingTo = process.env['RECORD_RELEASE'];
if (recordingTo !== undefined)
  test('records a device of this release', WITH_WORKER, async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    await enter(page, ESSENTIAL);
    await filledRoom(page);
    await expectEveryScreen(page);
    await page.goto(PATHS.journal);
    await expect(journalEntries(page).first()).toBeVisible();
    await page.goto(PATHS.community);
    await expect(getPosts(page).first()).toBeVisible();
    await page.goto(PATHS.essentialRoom);
    await expect(locateMessages(page).first()).toBeVisible();
    await page.goto(PATHS.support);
    await readyForOffline(page);
    await context.setOffline(true);
    await writeAndSend(page);
    await expectWaiting(page);
    await recordDevice(page, ESSENTIAL.uid, recordingTo);
  });

for (const release of readdirSync(releases))
  test(
    `the app shows data stored by release ${release} offline, then sends its pending ticket`,
    WITH_WORKER,
    async ({ page, context, quiet }) => {
      quiet.allow(...NO_SERVER);
      const device = readDevice(release);
      await enter(page, ESSENTIAL);
      await filledRoom(page);
      await readyForOffline(page);
      await context.setOffline(true);
      await restoreDevice(page, ESSENTIAL.uid, renewOutbox(device));

      const signal = signalRow.parse(device.member['signals']?.at(-1));
      await page.goto(signalPath(signal.id));
      await expect(page.getByRole('main')).toContainText(formatPair(signal.pair));
      await page.goto(PATHS.journal);
      const entryCount = device.member['journal']?.length ?? 0;
      await expect(page.getByText(`${entryCount} of ${entryCount} entries`)).toBeVisible();
      await page.goto(PATHS.community);
      await expect(getPosts(page)).toHaveCount(device.member['posts']?.length ?? 0);
      await page.goto(PATHS.essentialRoom);
      for (const { text } of parseMessages(device.member['messages']))
        await expect(page.getByRole('main')).toContainText(text);
      await expectEveryScreen(page);
      await page.goto(PATHS.support);
      await expectWaiting(page);

      await context.setOffline(false);
      await expectSentOnce(page, ESSENTIAL.uid);
    },
  );
