import type { Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { expectComplete } from '../support/complete';
import { faultRow } from '../support/faultRow';
import { expect, test } from '../support/journey';
import { locateCard, enterLiveRoom } from '../support/room';
import { liveSuite, publisher } from '../support/suite';
import { expectSentOnce, sendTicket, readTickets, writeTicket } from '../support/ticket';

test.beforeAll(liveSuite);

const CUT = 'cut-databases';

/** Makes the page's IndexedDB connections closable on demand, as a phone closes those of a hidden page. */
const trackConnections = (page: Page) =>
  page.addInitScript((event) => {
    const connections: IDBDatabase[] = [];
    const real = indexedDB;
    const tracking: Pick<IDBFactory, 'open' | 'deleteDatabase' | 'databases' | 'cmp'> = {
      open: (name, version) => {
        const request = real.open(name, version);
        request.addEventListener('success', () => connections.push(request.result));
        return request;
      },
      deleteDatabase: (name) => real.deleteDatabase(name),
      databases: () => real.databases(),
      cmp: (one, other) => real.cmp(one, other),
    };
    Object.defineProperty(window, 'indexedDB', { value: tracking });
    addEventListener(event, () => {
      for (const connection of connections.splice(0)) connection.close();
    });
  }, CUT);

const cutConnections = (page: Page) =>
  page.evaluate((event) => dispatchEvent(new Event(event)), CUT);

/** Sets this origin's storage quota (bytes), or restores the default. */
async function limitStorage(page: Page, quotaSize?: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await session.send('Storage.overrideQuotaForOrigin', {
    origin,
    ...(quotaSize !== undefined && { quotaSize }),
  });
}

test(
  'the room and a ticket survive closed IndexedDB connections',
  faultRow(
    'IndexedDB connection cut',
    'Every connection of the open page was closed silently; a signal was published and a ticket sent',
    'The signal shows, the history is complete, no storage warning appears, and the ticket arrives once',
  ),
  async ({ page }) => {
    await trackConnections(page);
    const member = await enterLiveRoom(page);
    await cutConnections(page);
    const { signal } = await (await publisher).publish();
    await expect(locateCard(page, signal)).toBeVisible();
    await expectComplete(page, member.uid);
    await expect(page.getByText(/This browser isn’t saving any data/)).toHaveCount(0);
    await page.getByRole('link', { name: 'Support Desk' }).click();
    await writeTicket(page);
    await cutConnections(page);
    await sendTicket(page);
    await expectSentOnce(page, member.uid);
    await page.goto(PATHS.signals);
    await expect(locateCard(page, signal)).toBeVisible();
  },
);

test(
  'the room and a ticket survive an exceeded storage quota',
  faultRow(
    'Quota exceeded',
    'The storage quota was full; a signal was published, and a ticket written and sent',
    'The signal shows; the page never reports unsaved data as saved; the ticket arrives once, at the latest when there is space',
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
      expect(await readTickets(member.uid)).toEqual([]);
      await expect(page.getByLabel('Message')).not.toHaveValue('');
      await limitStorage(page);
      await sendTicket(page);
    }
    await expectSentOnce(page, member.uid);
    await limitStorage(page, 1);
    await page.getByRole('link', { name: 'Signal Stream' }).click();
    const { signal } = await (await publisher).publish();
    await expect(locateCard(page, signal)).toBeVisible();
    await limitStorage(page);
    await page.reload();
    await expect(locateCard(page, signal)).toBeVisible();
  },
);
