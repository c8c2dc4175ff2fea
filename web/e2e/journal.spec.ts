import type { BrowserContext, Page } from '@playwright/test';
import { formatDecimal } from '@quantalgo/contracts/core/format';
import { journalPath, PATHS, weekPath } from '@quantalgo/contracts/core/paths';
import { SLOT_MS, parseSlotId } from '@quantalgo/contracts/core/slots';
import { HOUR_MS, WAT } from '@quantalgo/contracts/core/time';
import { formatIsoWeek } from '@quantalgo/contracts/journal/weeks';
import { LEVELS, STAKE_FACTOR } from '@quantalgo/contracts/signals/ladder';
import { signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import { expectAccessible } from './support/axe';
import { expect, NO_SERVER, test, watchErrors } from './support/journey';
import { enter } from './support/login';
import { expectLive, journalEntries } from './support/room';
import { ESSENTIAL, newMember, publishedIds, seededSuite, services } from './support/suite';

test.beforeAll(seededSuite);

const readEntries = async (uid: string) =>
  (await services.database.collection('journal').where('uid', '==', uid).get()).docs;

/** Waits until the server has exactly these notes for the member. */
const expectNotes = (uid: string, notes: readonly string[]) =>
  expect
    .poll(async () => (await readEntries(uid)).map((entry): unknown => entry.get('note')).sort())
    .toEqual([...notes].sort());

/** Opens a signal's entry form online, then saves its note offline. */
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
  await expect(journalEntries(page).filter({ hasText: note })).toContainText(
    'waiting for a connection',
  );
}

test('journal entries written offline on two devices are merged', async ({
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
  await expect(journalEntries(page)).toHaveCount(2);

  await noteOffline(page, context, { id: both, note: 'the phone’s note' });
  await noteOffline(laptop, other, { id: both, note: 'the laptop’s note' });
  const before = ['written on the phone', 'written on the laptop'];
  await context.setOffline(false);
  await expectNotes(member.uid, [...before, 'the phone’s note']);
  await other.setOffline(false);
  await expectNotes(member.uid, [...before, 'the laptop’s note']);
  for (const device of [page, laptop]) {
    await device.goto(PATHS.journal);
    await journalEntries(device).filter({ hasText: 'the laptop’s note' }).click();
    const form = device.getByRole('dialog', { name: 'Entry' });
    await expect(form.getByLabel('Note')).toHaveValue('the laptop’s note');
    await expect(form.getByText('Saved on another device: “the phone’s note”')).toBeVisible();
  }
  expect(await readEntries(member.uid)).toHaveLength(3);
  laptopQuiet.verify();
  await other.close();
});

/** Finds a settled signal that used more than one level, and counts its levels. */
async function findLadder(ids: readonly string[]) {
  for (const id of ids) {
    const document = await services.database.doc(`signals/${id}`).get();
    const { pair, direction, settlement } = signalDocumentSchema.parse({ id, ...document.data() });
    const levels = settlement?.outcome === 'loss' ? LEVELS.length : (settlement?.level ?? 0) + 1;
    if (levels > 1) return { id, pair, direction, levels, settlement };
  }
  throw new Error('No signal was played for more than one level');
}

/** A broker's CSV of a ladder, in West Africa Time: one row per level, five minutes apart. */
function ladderCsv({ id, pair, direction, levels }: Awaited<ReturnType<typeof findLadder>>) {
  const rows = LEVELS.slice(0, levels).map((level) => {
    const at = parseSlotId(id) + SLOT_MS * (level + 1) + 4000 + HOUR_MS;
    const [day = '', time = ''] = new Date(at).toISOString().split('T');
    const stake = formatDecimal(STAKE_FACTOR ** level, 2);
    return `${day.split('-').reverse().join('.')} ${time.slice(0, 8)};${pair}m;${direction === 'CALL' ? 'Buy' : 'Sell'};${stake}`;
  });
  return ['Open time;Symbol;Type;Amount', ...rows].join('\r\n');
}

test('importing a broker’s file twice adds no duplicates, and results have weekly pages', async ({
  page,
}) => {
  const member = await newMember(ESSENTIAL);
  const published = await publishedIds();
  const ladder = await findLadder(published.slice(40, 120));
  const ids = published.slice(20, 30);
  await enter(page, member, PATHS.signals);
  await expectLive(page);
  await page.goto(PATHS.journal);
  const dialog = page.getByRole('dialog', { name: 'Import trades' });
  const openImport = () => page.getByRole('button', { name: 'Import trades' }).click();
  const toCsvFile = (text: string) => ({
    name: 'trades.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });

  await openImport();
  await dialog.getByLabel('File').setInputFiles(toCsvFile(ladderCsv(ladder)));
  const fits = `${ladder.levels} of ${ladder.levels} rows match a signal: 1 new, 0 changed, 0 already in your journal.`;
  await expect(dialog.getByText(fits)).toBeVisible();
  await expect(dialog.getByLabel('Time zone of the file')).toHaveValue('Africa/Lagos');
  await expectAccessible(page);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await openImport();
  await expect(dialog.getByText(fits)).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 1 entry' }).click();
  await expect(page.getByText(/^1 of 1 entries/)).toBeVisible();
  await expect.poll(async () => (await readEntries(member.uid)).length).toBe(1);
  const [entry] = await readEntries(member.uid);
  expect(entry?.get('slot')).toBe(ladder.id);
  expect(entry?.get('trades')).toHaveLength(ladder.levels);

  const rows = ids.map((id) => `${id},taken,0,2,80,Pocket Option`);
  const csv = ['signal,what,level,stake,payout,broker', ...rows, 'nonsense,taken,0,2,80,'];
  const choose = async () => {
    await openImport();
    await dialog.getByLabel('File').setInputFiles(toCsvFile(csv.join('\n')));
  };
  await choose();
  await expect(dialog.getByText(/: 10 new, 0 changed, 0 already in your journal\.$/)).toBeVisible();
  await expect(dialog.getByText(/^Row 12: /)).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 10 entries' }).click();
  await expect(page.getByText(/^11 of 11 entries/)).toBeVisible();
  await expect.poll(async () => (await readEntries(member.uid)).length).toBe(11);

  await choose();
  await expect(dialog.getByText(/: 0 new, 0 changed, 10 already in your journal\.$/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await readEntries(member.uid)).toHaveLength(11);

  await page.getByRole('link', { name: 'My results' }).click();
  await expect(page).toHaveURL(PATHS.results);
  await expect(page.getByText(/at 95%, \d+ trades on \d+ signals$/).first()).toBeVisible();
  await expect(page.getByText(/^Too few trades/)).toBeVisible();
  await expectAccessible(page);
  const [newest = ''] = ids;
  await page.goto(weekPath(formatIsoWeek(parseSlotId(newest), WAT)));
  await expect(page.getByRole('heading', { name: 'What was luck' })).toBeVisible();
  await expectAccessible(page);
});
