import { formatTime } from '@quantalgo/contracts/core/format';
import { type Path, PATHS } from '@quantalgo/contracts/core/paths';
import { formatIsoDay, UTC } from '@quantalgo/contracts/core/time';
import { PLAN_STEP_MINUTES } from '@quantalgo/contracts/live/calendar';
import { ROOM_POLL_INTERVAL_MS } from '@quantalgo/contracts/network/post';
import type { Account } from '@quantalgo/tools/suite/accounts';
import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from './support/axe';
import { readyForOffline } from './support/device';
import { expect, NO_SERVER, test, watchErrors, WITH_WORKER } from './support/journey';
import { enter } from './support/login';
import { ESSENTIAL, newMember, seededSuite, services, STAFF } from './support/suite';

test.beforeAll(seededSuite);

const PHONE = { width: 390, height: 844 };

/** What is shown at once is given this long on a busy machine; the host's questions are asked for every five seconds. */
const SOON = { timeout: 10_000 };

/** Another person's phone with a screen open. */
async function openPhone(browser: Browser, account: Account, path: Path) {
  const context = await browser.newContext({ viewport: PHONE });
  const quiet = watchErrors(context);
  const page = await context.newPage();
  await enter(page, account, path);
  const close = async () => {
    quiet.verify();
    await context.close();
  };
  return { page, close };
}

const stream = (page: Page) => page.getByRole('region', { name: 'Stream' });

const notes = (page: Page) => page.getByRole('list', { name: 'Notes' }).getByRole('listitem');

/** Puts a live session into the calendar that begins with the next five minutes, and starts it. */
async function startSession(host: Page, name: string): Promise<void> {
  const step = PLAN_STEP_MINUTES * 60_000;
  await host.getByRole('button', { name: 'Add a session' }).click();
  await host.getByLabel('Name').fill(name);
  // The one after it where that is about to begin: its time may not have passed once it is saved.
  const begins = Math.ceil((Date.now() + 20_000) / step) * step;
  await host.getByLabel('Begins (GMT)').fill(formatTime(begins, UTC));
  await host.getByLabel('Date', { exact: true }).fill(formatIsoDay(begins, UTC));
  await host.getByRole('button', { name: 'Save' }).click();
  await host.getByRole('button', { name: 'Start the session' }).click();
  await expect(host.getByRole('button', { name: 'End the session' })).toBeVisible(SOON);
}

/** Viewers are counted once a minute: this one has passed. */
async function passMinute(): Promise<void> {
  const going = services.database.collection('liveSessions').where('closedAt', '==', null);
  const countedAt = new Date(Date.now() - 2 * ROOM_POLL_INTERVAL_MS);
  for (const { ref } of (await going.get()).docs) await ref.update({ countedAt });
}

async function writeNote(host: Page, text: string): Promise<void> {
  const field = host.getByLabel('Note', { exact: true });
  await field.fill(text);
  await host.getByRole('button', { name: 'Post the note' }).click();
  await expect(field).toHaveValue('');
}

test(
  'a live session is followed live, complete for a member who was offline, and read offline afterwards',
  WITH_WORKER,
  async ({ browser, page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    test.setTimeout(240_000);
    await services.database.doc('liveCalendar/plans').update({ plans: [] });
    const host = await openPhone(browser, STAFF, PATHS.staffSessions);
    const friend = await openPhone(browser, await newMember(ESSENTIAL), PATHS.platinumStream);
    await enter(page, ESSENTIAL, PATHS.platinumStream);
    await readyForOffline(page);

    await startSession(host.page, 'Questions and levels');
    for (const one of [page, friend.page]) {
      await expect(one.getByText('LIVE', { exact: true })).toBeVisible(SOON);
      await expect(stream(one)).toContainText('Questions and levels');
    }
    await writeNote(host.page, 'Welcome to everybody');
    await host.page.getByLabel('Level', { exact: true }).fill('1.0845');
    await host.page.getByRole('button', { name: 'Pin the level' }).click();
    for (const one of [page, friend.page]) {
      await expect(notes(one).getByText('Welcome to everybody')).toBeVisible(SOON);
      await expect(one.getByRole('list', { name: 'Pinned levels' })).toContainText('1.0845', SOON);
    }
    await expectAccessible(host.page);

    await context.setOffline(true);
    await page.getByLabel('Ask the host').fill('Does the level hold?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(notes(page).first()).toContainText('waiting to be sent');
    await writeNote(host.page, 'Written while one was away');
    await expect(notes(friend.page).first()).toContainText('Written while one was away', SOON);
    await context.setOffline(false);
    await expect(notes(page).getByText('Written while one was away')).toBeVisible({
      timeout: 30_000,
    });
    const question = host.page.getByRole('listitem').filter({ hasText: 'Does the level hold?' });
    await question.getByLabel('Answer').fill('It held twice today.');
    await question.getByRole('button', { name: 'Answer', exact: true }).click();
    for (const one of [page, friend.page])
      await expect(notes(one).filter({ hasText: 'Does the level hold?' })).toContainText(
        'It held twice today.',
        SOON,
      );
    await expectAccessible(page);

    await passMinute();
    await expect(host.page.getByText('2 watching')).toBeVisible(SOON);
    await expect(stream(friend.page)).toContainText('2 watching', SOON);
    await host.page.getByRole('button', { name: 'End the session' }).click();
    await host.page.getByRole('button', { name: 'End it now' }).click();
    for (const one of [page, friend.page])
      await expect(stream(one).getByText('Ended', { exact: true })).toBeVisible(SOON);

    await context.setOffline(true);
    await page.reload();
    await expect(notes(page)).toHaveText(
      [/It held twice today/, /Written while one was away/, /1\.0845/, /Welcome to everybody/],
      SOON,
    );
    await host.close();
    await friend.close();
  },
);
