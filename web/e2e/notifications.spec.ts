import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { createIdempotentCall } from '@quantalgo/functions/platform/core/idempotency';
import { openTicket, replyToTicket } from '@quantalgo/functions/platform/tickets/tickets';
import { expectAccessible } from './support/axe';
import { readyForOffline } from './support/device';
import { expect, NO_SERVER, test, watchErrors, WITH_WORKER } from './support/journey';
import { enter } from './support/login';
import { newMember, seededSuite, services, STAFF, STARTER } from './support/suite';

test.beforeAll(seededSuite);

const PHONE = { width: 390, height: 844 };

/** Opens a ticket for the member and answers it as staff. */
async function answerTicketFor(uid: string, answer: string): Promise<void> {
  const { database: firestore } = services;
  const id = randomUUID();
  const ticket = {
    category: 'other',
    priority: 'medium',
    subject: 'A question',
    message: 'How long does it take?',
  } as const;
  await openTicket(
    firestore,
    createIdempotentCall(uid, id, 'openTicket', ticket),
    ticket,
    Date.now(),
  );
  const call = createIdempotentCall(STAFF.uid, randomUUID(), 'replyToTicket', id, answer);
  const reply = { id, text: answer, call, staff: true, seenCount: 1 };
  await replyToTicket({ firestore }, reply, Date.now());
}

const getBell = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole(page.viewportSize()?.width === PHONE.width ? 'link' : 'button', {
      name: /^Notifications/,
    });

const answered = (page: Page) => page.getByRole('link', { name: /Support has replied/ });

test(
  'the bell counts on two devices, and reading offline on one marks as read on the other',
  WITH_WORKER,
  async ({ browser, page: desk, quiet }) => {
    test.slow();
    const member = await newMember(STARTER);
    await enter(desk, member, PATHS.performance);
    const pocket = await browser.newContext({ viewport: PHONE, serviceWorkers: 'allow' });
    const phoneErrors = watchErrors(pocket);
    phoneErrors.allow(...NO_SERVER);
    quiet.allow(...NO_SERVER);
    const phone = await pocket.newPage();
    await enter(phone, member, PATHS.performance);
    await readyForOffline(phone);

    await answerTicketFor(member.uid, 'A day at most.');
    for (const page of [desk, phone])
      await expect(getBell(page)).toHaveAccessibleName(/, \d+ unread$/, { timeout: 40_000 });

    await getBell(phone).click();
    await expect(phone).toHaveURL(PATHS.notifications);
    await expect(answered(phone)).toContainText('Unread');
    await expect(answered(phone)).toContainText('“A day at most.”');
    await expectAccessible(phone);

    await pocket.setOffline(true);
    await phone.reload();
    await expect(
      phone.getByText(/^You are offline\. This list was saved on your device/),
    ).toBeVisible();
    await answered(phone).click();
    await expect(phone).toHaveURL(PATHS.support);
    await phone.goBack();
    await expect(answered(phone)).not.toContainText('Unread');
    await getBell(desk).click();
    const popover = desk.getByRole('dialog', { name: 'Notifications' });
    await expect(popover).toBeFocused();
    await expect(answered(desk)).toContainText('Unread');

    await pocket.setOffline(false);
    await expect(answered(desk)).not.toContainText('Unread', { timeout: 40_000 });
    await expectAccessible(desk);
    await desk.keyboard.press('Escape');
    await expect(getBell(desk)).toBeFocused();

    await getBell(desk).click();
    await popover.getByRole('button', { name: 'Mark all as read' }).click();
    for (const page of [desk, phone])
      await expect(getBell(page)).toHaveAccessibleName('Notifications', { timeout: 40_000 });
    phoneErrors.verify();
    await pocket.close();
  },
);
