import { PATHS } from '@quantalgo/contracts/core/paths';
import { PASSWORD } from '@quantalgo/tools/suite/accounts';
import { expectAccessible } from './support/axe';
import { everythingKept, readyForOffline } from './support/device';
import { expect, NO_SERVER, test, watchErrors } from './support/journey';
import { faultRow } from './support/faultRow';
import { enter } from './support/login';
import { recordKeys } from './support/network';
import { isSessionOnDisk, kill, openBrowser, withProfile } from './support/ownBrowser';
import { answerAsStaff } from './support/staff';
import { GUEST, newMember, seededSuite, services } from './support/suite';
import { SUBJECT, locateSummary, readTickets, TICKETS_CALL, writeTicket } from './support/ticket';

test.beforeAll(seededSuite);

const KILLED = faultRow(
  'Browser killed, two tabs',
  'A ticket was written offline in one of two tabs, the browser crashed, and both opened again',
  'The text survives a reload, both tabs show it as pending, and one of them sends it once',
);
test(
  'a ticket written offline is sent once despite two open tabs and a killed browser',
  KILLED,
  async () => {
    test.slow();
    const member = await newMember(GUEST);
    await withProfile(async (folder) => {
      const before = await openBrowser(folder);
      const [page = await before.newPage()] = before.pages();
      await enter(page, member, PATHS.support);
      await readyForOffline(page);
      const second = await before.newPage();
      await second.goto(PATHS.support);
      await before.setOffline(true);
      await writeTicket(page);
      await page.reload();
      await expect(page.getByLabel('Subject')).toHaveValue(SUBJECT);
      await page.getByRole('button', { name: 'Send ticket' }).click();
      await expect(
        page.getByText(/^Saved on this device\. We’ll send it when you’re back/),
      ).toBeVisible();
      for (const tab of [page, second])
        await expect(locateSummary(tab)).toContainText('Waiting to be sent');
      expect(await readTickets(member.uid)).toEqual([]);
      await expect.poll(() => isSessionOnDisk(folder, member), { timeout: 60_000 }).toBe(true);
      await kill(before, page);

      const after = await openBrowser(folder);
      const quiet = watchErrors(after);
      quiet.allow(...NO_SERVER);
      const sent = recordKeys(after, TICKETS_CALL);
      const [first = await after.newPage()] = after.pages();
      const other = await after.newPage();
      await after.setOffline(true);
      for (const tab of [first, other]) {
        await tab.goto(PATHS.support);
        // A starting browser may fire the sync event, so the ticket may have been sent by now.
        await expect(locateSummary(tab)).toContainText(/Waiting to be sent|Open/);
      }
      await after.setOffline(false);
      for (const tab of [first, other]) await expect(locateSummary(tab)).toContainText('Open');
      expect(await readTickets(member.uid)).toMatchObject([{ subject: SUBJECT, state: 'open' }]);
      expect(new Set(sent).size).toBeLessThanOrEqual(1);
      quiet.verify();
      await after.close();
    });
  },
);

test('the open page shows staff’s answer, and the member can reply and close the ticket', async ({
  browser,
  page,
}) => {
  const member = await newMember(GUEST);
  await enter(page, member, PATHS.support);
  await writeTicket(page);
  await page.getByRole('button', { name: 'Send ticket' }).click();
  await expect(page.getByText(/^Ticket received/)).toBeVisible();
  const [ticket] = await readTickets(member.uid);
  await answerAsStaff(browser, ticket?.id ?? '', 'Approved now.');
  await expect(locateSummary(page)).toContainText('Answered');
  await locateSummary(page).click();
  await expect(page.getByText('Approved now.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Your reply').fill('Thank you.');
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(locateSummary(page)).toContainText('Open');
  await expect.poll(async () => (await readTickets(member.uid))[0]?.messages.length).toBe(3);
  await page.getByRole('button', { name: 'Close ticket' }).click();
  await expect.poll(async () => (await readTickets(member.uid))[0]?.state).toBe('closed');
});

test('deleting the account clears the device and opens the landing page', async ({ page }) => {
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
