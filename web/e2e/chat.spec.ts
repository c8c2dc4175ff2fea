import { randomUUID } from 'node:crypto';
import type { PinAction } from '@quantalgo/contracts/chat/pinnedNotes';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { createIdempotentCall } from '@quantalgo/functions/platform/core/idempotency';
import { changePinBoard } from '@quantalgo/functions/platform/chat/pinnedNotes';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe';
import { readyForOffline } from './support/device';
import { expect, NO_SERVER, test, watchErrors, WITH_WORKER } from './support/journey';
import { enter } from './support/login';
import { freshness, locateMessages } from './support/room';
import { ESSENTIAL, newMember, seededSuite, services, STAFF } from './support/suite';

test.beforeAll(seededSuite);

async function say(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill(text);
  await field.press('Enter');
  await expect(field).toHaveValue('');
  await expect(locateMessages(page).first()).toContainText(text);
}

const note = (page: Page) => page.getByRole('list', { name: 'Pinned notes' });

const staffDo = (action: PinAction, key: string = randomUUID()) =>
  changePinBoard(
    services.database,
    action,
    createIdempotentCall(STAFF.uid, key, 'changePinned', action),
    Date.now(),
  );

test(
  'messages and pinned notes arrive at once; offline messages arrive once and in order',
  WITH_WORKER,
  async ({ browser, page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    const friend = await newMember(ESSENTIAL);
    const beside = await browser.newContext();
    const otherErrors = watchErrors(beside);
    const other = await beside.newPage();
    await enter(other, friend, PATHS.essentialRoom);
    await enter(page, ESSENTIAL, PATHS.essentialRoom);
    await expectAccessible(page);
    await readyForOffline(page);

    await say(page, 'Good evening');
    await expect(locateMessages(page).first()).toContainText('You');
    await expect(locateMessages(other).first()).toContainText('Good evening', { timeout: 5000 });

    const id = randomUUID();
    await staffDo({ action: 'pin', text: 'No session today' }, id);
    for (const one of [page, other])
      await expect(note(one)).toContainText('No session today', { timeout: 5000 });
    await expect(locateMessages(page).filter({ hasText: 'No session today' })).toHaveCount(0);

    await context.setOffline(true);
    // Chromium keeps an open stream alive offline until the app closes it.
    await expect(freshness(page, /^Offline/)).toBeAttached();
    await staffDo({ action: 'edit', id, text: 'It begins at noon' });
    const train = ['First of the train', 'Second of the train', 'Third of the train'];
    for (const text of train) await say(page, text);
    await page.reload();
    await expect(locateMessages(page).filter({ hasText: 'Sending…' })).toHaveCount(train.length);
    await expect(note(page)).toContainText('No session today');
    await context.setOffline(false);
    await expect(note(page)).toContainText('It begins at noon');
    await expect(locateMessages(other).getByText('of the train')).toHaveText(train.toReversed(), {
      timeout: 30_000,
    });
    const { docs } = await services.database
      .collection('messages')
      .where('uid', '==', ESSENTIAL.uid)
      .get();
    const written = docs.map((one) => String(one.get('text')));
    expect(written.filter((text) => text.endsWith('of the train'))).toHaveLength(train.length);
    await staffDo({ action: 'unpin', id });
    for (const one of [page, other])
      await expect(note(one)).not.toContainText('It begins at noon', { timeout: 5000 });
    otherErrors.verify();
    await beside.close();
  },
);
