import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { PATHS, ticketDocumentSchema } from '@quantalgo/contracts';
import { PASSWORD, type Account } from '@quantalgo/tools/seed/accounts';
import { expectAccessible } from './support/axe';
import { everythingKept, readyForOffline } from './support/device';
import { expect, NO_SERVER, test, watchErrors } from './support/journey';
import { enter } from './support/login';
import { answerTicket } from './support/staff';
import { addresses, GUEST, newMember, seededSuite, services } from './support/suite';

test.beforeAll(seededSuite);

const SUBJECT = 'My proof is stuck';

const ticketsOf = async (uid: string) => {
  const tickets = await services.database.collection('tickets').where('uid', '==', uid).get();
  return tickets.docs.map((document) => ({
    id: document.id,
    ...ticketDocumentSchema.parse(document.data()),
  }));
};

const summaryOf = (page: Page) => page.locator('summary').filter({ hasText: SUBJECT });

async function write(page: Page): Promise<void> {
  await page.getByLabel('Category').selectOption('deposit-issues');
  await page.getByLabel('Subject').fill(SUBJECT);
  await page.getByLabel('Message').fill('Since yesterday it says “being checked”.');
}

/** A browser whose profile outlives it, started as the configuration starts its own. */
const openBrowser = (folder: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, {
    ...test.info().project.use.launchOptions,
    baseURL: addresses.site,
  });

/** Whether the browser has written to the disk who is signed in, which it does some seconds late. */
function isSessionOnDisk(folder: string, { uid }: Account): boolean {
  const store = join(folder, 'Default', 'Local Storage', 'leveldb');
  return readdirSync(store).some((name) => readFileSync(join(store, name)).includes(uid));
}

/** Ends the browser as a phone does that needs its memory: at once, with nothing tidied up. */
async function kill(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  const gone = new Promise((resolve) => context.once('close', resolve));
  session.send('Browser.crash').catch(() => undefined);
  await gone;
}

test('a ticket written offline is sent once, with two tabs open and the browser killed in between', async () => {
  test.slow();
  const folder = mkdtempSync(join(tmpdir(), 'profile-'));
  const member = await newMember(GUEST);
  try {
    const before = await openBrowser(folder);
    const [page = await before.newPage()] = before.pages();
    await enter(page, member, PATHS.support);
    await readyForOffline(page);
    const second = await before.newPage();
    await second.goto(PATHS.support);
    await before.setOffline(true);
    await write(page);
    await page.reload();
    await expect(page.getByLabel('Subject')).toHaveValue(SUBJECT);
    await page.getByRole('button', { name: 'Send ticket' }).click();
    await expect(
      page.getByText(/^Saved on this device\. It is sent once you are back/),
    ).toBeVisible();
    for (const tab of [page, second])
      await expect(summaryOf(tab)).toContainText('Waiting to be sent');
    expect(await ticketsOf(member.uid)).toEqual([]);
    await expect.poll(() => isSessionOnDisk(folder, member), { timeout: 60_000 }).toBe(true);
    await kill(before, page);

    const after = await openBrowser(folder);
    const quiet = watchErrors(after);
    quiet.allow(...NO_SERVER);
    const opened: string[] = [];
    after.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/tickets')
        opened.push(request.url());
    });
    const [first = await after.newPage()] = after.pages();
    const other = await after.newPage();
    await after.setOffline(true);
    for (const tab of [first, other]) {
      await tab.goto(PATHS.support);
      await expect(summaryOf(tab)).toContainText('Waiting to be sent');
    }
    await after.setOffline(false);
    for (const tab of [first, other]) await expect(summaryOf(tab)).toContainText('Open');
    expect(await ticketsOf(member.uid)).toMatchObject([{ subject: SUBJECT, state: 'open' }]);
    expect(opened).toHaveLength(1);
    quiet.verify();
    await after.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('support’s answer comes to the open page; a reply and the end of the ticket go back', async ({
  page,
}) => {
  const member = await newMember(GUEST);
  await enter(page, member, PATHS.support);
  await write(page);
  await page.getByRole('button', { name: 'Send ticket' }).click();
  await expect(page.getByText(/^We have your ticket/)).toBeVisible();
  const [ticket] = await ticketsOf(member.uid);
  await answerTicket(ticket?.id ?? '', 'Approved now.');
  await expect(summaryOf(page)).toContainText('Answered');
  await summaryOf(page).click();
  await expect(page.getByText('Approved now.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Your reply').fill('Thank you.');
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(summaryOf(page)).toContainText('Open');
  await expect.poll(async () => (await ticketsOf(member.uid))[0]?.messages.length).toBe(3);
  await page.getByRole('button', { name: 'Close ticket' }).click();
  await expect.poll(async () => (await ticketsOf(member.uid))[0]?.state).toBe('closed');
});

test('a deleted account leaves nothing on the device, and the landing page is shown', async ({
  page,
}) => {
  const member = await newMember(GUEST);
  await enter(page, member, PATHS.settings);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete account' });
  await expect(dialog).toContainText(
    'Are you sure you want to delete your account? This action cannot be undone.',
  );
  await expectAccessible(page);
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page).toHaveURL(PATHS.landing);
  expect(await everythingKept(page)).not.toContain(member.uid);
  expect((await services.database.doc(`users/${member.uid}`).get()).exists).toBe(false);
});
