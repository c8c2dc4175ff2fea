import { PATHS } from '@quantalgo/contracts';
import { cosignNewest } from '@quantalgo/functions/platform/record/witnesses';
import type { Page } from '@playwright/test';
import { HEADS_NAME } from '../src/data/core/databases';
import { setClockWrong } from './support/clock';
import { expect, test } from './support/journey';
import { readRows, writeRows } from './support/keptRows';
import { enter } from './support/login';
import { storedCheckpoint } from './support/storedLedger';
import { ESSENTIAL, liveSuite, publisher, services } from './support/suite';
import { runWitness, type RunningWitness } from './support/witness';

test.beforeAll(liveSuite);
test.setTimeout(240_000);

let running: RunningWitness | null = null;
test.afterEach(() => running?.stop());

/** Longer than an entry may wait for its witnesses. */
const TOO_LATE_MS = 12 * 60_000;

const HEADS = { database: HEADS_NAME, table: 'rows' };

/** What the minute's run does in a deployment that names this witness. */
const askWitness = ({ witness }: RunningWitness) => cosignNewest(services.database, [witness], 1);

/** Asks the witness as often as a busy machine takes. */
const expectCosigned = (by: RunningWitness) =>
  expect.poll(() => askWitness(by)).toMatchObject([{ line: expect.stringContaining('witness') }]);

/** What a build that demands this witness leaves on a device, for all later builds to keep to. */
const demand = (page: Page, { key }: RunningWitness) =>
  writeRows(page, HEADS, [
    { key: 'demanded witnesses', row: { demands: [{ keys: [key], needed: 1, since: 0 }] } },
  ]);

/** From now on this page and the log's answers to it are so much later (ms). */
async function hasten(page: Page, by: number): Promise<void> {
  await setClockWrong(page, by);
  await page.route('**/ledger/**', async (route) => {
    const response = await route.fetch();
    const date = new Date(Date.now() + by).toUTCString();
    await route.fulfill({ response, headers: { ...response.headers(), date } });
  });
}

const bar = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Too few witnesses have signed the newest entries' });

/** Opens a page whose visit has looked at the newest checkpoint, and another, which shows from its start what that found. */
async function visit(page: Page): Promise<void> {
  const { size } = await storedCheckpoint();
  await page.goto(PATHS.settings);
  const seen = async () => JSON.stringify(await readRows(page, HEADS));
  await expect.poll(seen).toContain(`\\n${size}\\n`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('a witness that falls silent is a red bar in time, until it signs again', async ({
  page,
  context,
}, testInfo) => {
  const folder = testInfo.outputPath('witness');
  const witness = await runWitness(folder);
  running = witness;
  await expectCosigned(witness);
  await enter(page, ESSENTIAL, PATHS.settings);
  await visit(page);
  await demand(page, witness);
  await visit(page);
  await expect(bar(page)).toBeHidden();

  await witness.stop();
  const { signal } = await (await publisher).publish();
  expect(await askWitness(witness)).toMatchObject([{ refusal: 'it did not answer' }]);
  // Journeys before this one may have published ahead of the present: no entry of the future may wait.
  await hasten(page, signal.createdAt - Date.now());
  await visit(page);
  await expect(bar(page)).toBeHidden();
  const later = await context.newPage();
  await hasten(later, signal.createdAt + TOO_LATE_MS - Date.now());
  await visit(later);
  await expect(bar(later)).toContainText('0 of the 1');

  const again = await runWitness(folder);
  running = again;
  expect(again.key).toBe(witness.key);
  await expectCosigned(again);
  await visit(later);
  await expect(bar(later)).toBeHidden();
});
