import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  FUNNEL_STEPS,
  type FunnelStep,
  FUNNEL_WEEKS,
  STEP_NAMES,
} from '@quantalgo/contracts/console/memberWeeks';
import { formatCount } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { memberWeekDocument } from '@quantalgo/functions/collections/console';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/journey';
import { enter } from './support/login';
import { liveSuite, services, STAFF } from './support/suite';

test.beforeAll(liveSuite);

/** By week, as stored. */
async function readStoredWeeks() {
  const { docs } = await services.database.collection('memberWeeks').get();
  return new Map(docs.map((document) => [document.id, memberWeekDocument.parse(document.data())]));
}

type StoredWeeks = Awaited<ReturnType<typeof readStoredWeeks>>;

const sumStored = (weeks: StoredWeeks, step: FunnelStep): number =>
  [...weeks.values()].reduce((sum, week) => sum + (week[step] ?? 0), 0);

async function saveCsv(page: Page): Promise<string[][]> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('quantalgo-members-by-week.csv');
  const text = await readFile(await file.path(), 'utf8');
  return text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
}

test('staff see the weekly member funnel as stored and export the same figures', async ({
  page,
}) => {
  const stored = await readStoredWeeks();
  await enter(page, STAFF, PATHS.staffMembers);
  const funnel = page.getByRole('list', { name: 'Funnel' });
  await expect(funnel.getByRole('listitem')).toHaveCount(FUNNEL_STEPS.length);
  for (const step of FUNNEL_STEPS)
    await expect(
      funnel
        .getByRole('listitem')
        .filter({ has: page.getByText(STEP_NAMES[step], { exact: true }) }),
    ).toContainText(formatCount(sumStored(stored, step)));
  await expect(page.getByText('Demonstration', { exact: true })).toBeVisible();
  await expectAccessible(page);

  const [head, ...rows] = await saveCsv(page);
  expect(head?.slice(0, 9)).toEqual(['Week', ...FUNNEL_STEPS.map((step) => STEP_NAMES[step])]);
  expect(rows).toHaveLength(FUNNEL_WEEKS);
  const lines = rows.map((row) => row.slice(0, 9));
  for (const [week, counts] of stored)
    expect(lines).toContainEqual([week, ...FUNNEL_STEPS.map((step) => String(counts[step] ?? ''))]);
});
