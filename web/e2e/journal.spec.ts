import type { BrowserContext, Page } from '@playwright/test';
import { journalPath, PATHS, isoWeekOf, WAT, weekPath, slotStartOfId } from '@quantalgo/contracts';
import { expectAccessible } from './support/axe';
import { expect, NO_SERVER, test, watchErrors } from './support/journey';
import { enter } from './support/login';
import { ESSENTIAL, newMember, publishedIds, seededSuite, services } from './support/suite';

test.beforeAll(seededSuite);

const entriesOf = async (uid: string) =>
  (await services.database.collection('journal').where('uid', '==', uid).get()).docs;

/** Waits until the server has these notes of a member's entries. */
const expectNotes = (uid: string, notes: readonly string[]) =>
  expect
    .poll(async () => (await entriesOf(uid)).map((entry): unknown => entry.get('note')).sort())
    .toEqual([...notes].sort());

const entries = (page: Page) => page.getByRole('list', { name: 'Entries' }).getByRole('button');

/** Opens the form of a signal's entry while there is a connection, and fills its note in without one. */
async function noteOffline(
  page: Page,
  context: BrowserContext,
  { id, note }: { readonly id: string; readonly note: string },
): Promise<void> {
  await context.setOffline(false);
  await page.goto(journalPath(id));
  const form = page.getByRole('dialog', { name: 'Entry' });
  await expect(form.getByLabel('Note')).toBeVisible();
  await context.setOffline(true);
  await form.getByLabel('Note').fill(note);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(entries(page).filter({ hasText: note })).toContainText('waiting for a connection');
}

test('a journal that two devices write offline is merged, and nothing is lost', async ({
  page,
  context,
  browser,
  quiet,
}) => {
  const member = await newMember(ESSENTIAL);
  const [both = '', phoneOnly = '', laptopOnly = ''] = (await publishedIds()).slice(10);
  const other = await browser.newContext();
  const laptop = await other.newPage();
  const laptopQuiet = watchErrors(other);
  for (const one of [quiet, laptopQuiet]) one.allow(...NO_SERVER);
  await enter(page, member, PATHS.journal);
  await enter(laptop, member, PATHS.journal);

  await noteOffline(page, context, { id: phoneOnly, note: 'written on the phone' });
  await noteOffline(laptop, other, { id: laptopOnly, note: 'written on the laptop' });
  await context.setOffline(false);
  await other.setOffline(false);
  await expectNotes(member.uid, ['written on the phone', 'written on the laptop']);
  await page.goto(PATHS.journal);
  await expect(entries(page)).toHaveCount(2);

  await noteOffline(page, context, { id: both, note: 'the phone’s note' });
  await noteOffline(laptop, other, { id: both, note: 'the laptop’s note' });
  const before = ['written on the phone', 'written on the laptop'];
  await context.setOffline(false);
  await expectNotes(member.uid, [...before, 'the phone’s note']);
  await other.setOffline(false);
  await expectNotes(member.uid, [...before, 'the laptop’s note']);
  for (const device of [page, laptop]) {
    await device.goto(PATHS.journal);
    await entries(device).filter({ hasText: 'the laptop’s note' }).click();
    const form = device.getByRole('dialog', { name: 'Entry' });
    await expect(form.getByLabel('Note')).toHaveValue('the laptop’s note');
    await expect(form.getByText('Saved on another device: “the phone’s note”')).toBeVisible();
  }
  expect(await entriesOf(member.uid)).toHaveLength(3);
  laptopQuiet.verify();
  await other.close();
});

test('a file that is imported twice doubles nothing, and its results have a page a week', async ({
  page,
}) => {
  const member = await newMember(ESSENTIAL);
  const ids = (await publishedIds()).slice(20, 30);
  const rows = ids.map((id) => `${id},taken,0,2,80,Pocket Option`);
  const csv = ['signal,what,level,stake,payout,broker', ...rows, 'nonsense,taken,0,2,80,'];
  const file = { name: 'trades.csv', mimeType: 'text/csv', buffer: Buffer.from(csv.join('\n')) };
  await enter(page, member, PATHS.journal);
  const dialog = page.getByRole('dialog', { name: 'Import trades' });
  const choose = async () => {
    await page.getByRole('button', { name: 'Import CSV' }).click();
    await dialog.getByLabel('File').setInputFiles(file);
  };
  await choose();
  await expect(
    dialog.getByText('10 entries to import, 0 already here, 1 row skipped.'),
  ).toBeVisible();
  await expect(dialog.getByText(/^Row 12: /)).toBeVisible();
  await dialog.getByRole('button', { name: 'Import the valid rows' }).click();
  await expect(page.getByText(/^10 of 10 entries/)).toBeVisible();
  await expect.poll(async () => (await entriesOf(member.uid)).length).toBe(10);

  await choose();
  await expect(
    dialog.getByText('0 entries to import, 10 already here, 1 row skipped.'),
  ).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Import the valid rows' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await entriesOf(member.uid)).toHaveLength(10);

  await page.getByRole('link', { name: 'My results' }).click();
  await expect(page).toHaveURL(PATHS.results);
  await expect(page.getByText(/at 95 %, \d+ trades on \d+ signals$/).first()).toBeVisible();
  await expect(page.getByText(/^Too few to say/)).toBeVisible();
  await expectAccessible(page);
  const [newest = ''] = ids;
  await page.goto(weekPath(isoWeekOf(slotStartOfId(newest), WAT)));
  await expect(page.getByRole('heading', { name: 'What was luck' })).toBeVisible();
  await expectAccessible(page);
});
