import type { Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { expectComplete } from '../support/complete';
import { faultRow } from '../support/faultRow';
import { expect, test } from '../support/journey';
import { cardOf, enterLiveRoom } from '../support/room';
import { liveSuite, publisher } from '../support/suite';
import { expectSentOnce, sendTicket, ticketsOf, writeTicket } from '../support/ticket';

test.beforeAll(liveSuite);

const CUT = 'cut-databases';

/** Lets the page's connections to IndexedDB be cut without a word, as a phone cuts those of a hidden page. */
const letConnectionsBeCut = (page: Page) =>
  page.addInitScript((event) => {
    const connections: IDBDatabase[] = [];
    const real = indexedDB;
    const noting: Pick<IDBFactory, 'open' | 'deleteDatabase' | 'databases' | 'cmp'> = {
      open: (name, version) => {
        const request = real.open(name, version);
        request.addEventListener('success', () => connections.push(request.result));
        return request;
      },
      deleteDatabase: (name) => real.deleteDatabase(name),
      databases: () => real.databases(),
      cmp: (one, other) => real.cmp(one, other),
    };
    Object.defineProperty(window, 'indexedDB', { value: noting });
    addEventListener(event, () => {
      for (const connection of connections.splice(0)) connection.close();
    });
  }, CUT);

const cutConnections = (page: Page) =>
  page.evaluate((event) => dispatchEvent(new Event(event)), CUT);

/** Limits this origin’s storage to so many bytes, or lifts the limit. */
async function limitStorage(page: Page, quotaSize?: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await session.send('Storage.overrideQuotaForOrigin', {
    origin,
    ...(quotaSize !== undefined && { quotaSize }),
  });
}

test(
  'IndexedDB connection cut',
  faultRow(
    'IndexedDB connection cut',
    'Every connection of the open page was closed without a word; a signal came and a ticket was sent',
    'The signal shows, the history is whole, nothing is said to be lost, the ticket arrives once',
  ),
  async ({ page }) => {
    await letConnectionsBeCut(page);
    const member = await enterLiveRoom(page);
    await cutConnections(page);
    const { signal } = await (await publisher).publish();
    await expect(cardOf(page, signal)).toBeVisible();
    await expectComplete(page, member.uid);
    await expect(page.getByText(/This browser isn’t saving any data/)).toHaveCount(0);
    await page.getByRole('link', { name: 'Support Desk' }).click();
    await writeTicket(page);
    await cutConnections(page);
    await sendTicket(page);
    await expectSentOnce(page, member.uid);
    await page.goto(PATHS.signals);
    await expect(cardOf(page, signal)).toBeVisible();
  },
);

test(
  'quota exceeded',
  faultRow(
    'Quota exceeded',
    'The browser had no room for another byte; a signal was published, a ticket written and sent',
    'The signal shows, the page never says “saved” of what is not; the ticket arrives once, at the latest when there is room',
  ),
  async ({ page }) => {
    test.slow();
    const member = await enterLiveRoom(page);
    await page.getByRole('link', { name: 'Support Desk' }).click();
    await writeTicket(page);
    await limitStorage(page, 1);
    await sendTicket(page);
    const refused = page.getByText(/^The ticket could not be saved on this device/);
    const arrived = page.getByText(/^Ticket received/);
    await expect(refused.or(arrived)).toBeVisible();
    if (await refused.isVisible()) {
      expect(await ticketsOf(member.uid)).toEqual([]);
      await expect(page.getByLabel('Message')).not.toHaveValue('');
      await limitStorage(page);
      await sendTicket(page);
    }
    await expectSentOnce(page, member.uid);
    await limitStorage(page, 1);
    await page.getByRole('link', { name: 'Signal Stream' }).click();
    const { signal } = await (await publisher).publish();
    await expect(cardOf(page, signal)).toBeVisible();
    await limitStorage(page);
    await page.reload();
    await expect(cardOf(page, signal)).toBeVisible();
  },
);
