import { expect, type BrowserContext, type Locator, type Page, type Route } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { ticketDocumentSchema } from '@quantalgo/contracts/tickets/ticket';
import { services } from './suite';

/** Subject of every ticket that {@link writeTicket} writes. */
export const SUBJECT = 'My proof is stuck';

/** The tickets on the server of this member. */
export async function ticketsOf(uid: string) {
  const tickets = await services.database.collection('tickets').where('uid', '==', uid).get();
  return tickets.docs.map((document) => ({
    id: document.id,
    ...ticketDocumentSchema.parse(document.data()),
  }));
}

/** The line of that ticket in the list. */
export const summaryOf = (page: Page): Locator =>
  page.locator('summary').filter({ hasText: SUBJECT });

/** Fills the form of a ticket in. */
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

/** Waits until the ticket is said to be on this device alone. */
export const expectWaiting = (page: Page): Promise<void> =>
  expect(summaryOf(page)).toContainText('Waiting to be sent');

export const isTicketCall = (url: URL): boolean => url.pathname === '/api/tickets';

/** The keys under which tickets are sent from now on, one for each try. */
export function ticketKeys(context: BrowserContext): string[] {
  const keys: string[] = [];
  context.on('request', (request) => {
    if (request.method() === 'POST' && isTicketCall(new URL(request.url())))
      keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return keys;
}

/**
 * Lets the server take tickets, and has their answers lost as `lose` does it; without it the calls stay open.
 * @returns `lost`, which settles once the server has taken one and its answer is lost
 */
export async function loseAnswers(
  context: BrowserContext,
  lose: (route: Route) => unknown = () => undefined,
): Promise<{ readonly lost: Promise<void> }> {
  let tell: () => void = () => undefined;
  const lost = new Promise<void>((resolve) => {
    tell = resolve;
  });
  await context.route(isTicketCall, async (route) => {
    await route.fetch();
    await lose(route);
    tell();
  });
  return { lost };
}

/** Waits until the ticket shows as arrived, and makes sure that it is on the server once. */
export async function expectSentOnce(page: Page, uid: string, timeout = 45_000): Promise<void> {
  if (new URL(page.url()).pathname !== PATHS.support) await page.goto(PATHS.support);
  await expect(summaryOf(page)).toContainText('Open', { timeout });
  expect(await ticketsOf(uid)).toMatchObject([{ subject: SUBJECT, state: 'open' }]);
}
