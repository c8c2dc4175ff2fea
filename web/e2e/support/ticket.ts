import { expect, type Locator, type Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { ticketDocumentSchema } from '@quantalgo/contracts/tickets/ticket';
import { services } from './suite';

/** Subject of every ticket that {@link writeTicket} writes. */
export const SUBJECT = 'My proof is stuck';

/** The member's tickets on the server. */
export async function readTickets(uid: string) {
  const tickets = await services.database.collection('tickets').where('uid', '==', uid).get();
  return tickets.docs.map((document) => ({
    id: document.id,
    ...ticketDocumentSchema.parse(document.data()),
  }));
}

/** The ticket's line in the list. */
export const locateSummary = (page: Page): Locator =>
  page.locator('summary').filter({ hasText: SUBJECT });

export async function writeTicket(page: Page): Promise<void> {
  await page.getByLabel('Category').selectOption('deposit-issues');
  await page.getByLabel('Subject').fill(SUBJECT);
  await page.getByLabel('Message').fill('Since yesterday it says “being checked”.');
}

export const sendTicket = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Send ticket' }).click();

export async function writeAndSend(page: Page): Promise<void> {
  await writeTicket(page);
  await sendTicket(page);
}

/** Waits until the ticket shows as not sent yet. */
export const expectWaiting = (page: Page): Promise<void> =>
  expect(locateSummary(page)).toContainText('Waiting to be sent');

/** Path that tickets are posted to. */
export const TICKETS_CALL = '/api/tickets';

/** Waits until the ticket shows as received and checks that the server has it once. */
export async function expectSentOnce(page: Page, uid: string, timeout = 45_000): Promise<void> {
  if (new URL(page.url()).pathname !== PATHS.support) await page.goto(PATHS.support);
  await expect(locateSummary(page)).toContainText('Open', { timeout });
  expect(await readTickets(uid)).toMatchObject([{ subject: SUBJECT, state: 'open' }]);
}
