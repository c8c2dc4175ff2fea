import { PATHS } from '@quantalgo/contracts/core/paths';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { importAccounts } from '@quantalgo/functions/platform/submissions/brokerList';
import { expect, test, watchErrors } from './support/journey';
import { enter } from './support/login';
import { storeProof } from './support/storedProof';
import {
  addresses,
  GUEST,
  liveSuite,
  newMember,
  seededSuite,
  services,
  STAFF,
} from './support/suite';

test.beforeAll(async () => {
  await seededSuite();
  await liveSuite();
});

const COUNT = 20;
const UNLISTED = [5, 12];
const UNDONE = 3;
const FAILING = 8;

const nameGuest = (index: number) => `Guest ${String.fromCharCode(64 + index)}`;

async function addProof(index: number, createdAt: number) {
  const { uid } = await newMember({ ...GUEST, fullName: nameGuest(index) });
  return { uid, ...(await storeProof(uid, createdAt)) };
}

test('staff decide twenty proofs by keyboard: two with warnings, one undone, one that fails', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const now = Date.now();
  const proofs: Awaited<ReturnType<typeof addProof>>[] = [];
  for (let index = 1; index <= COUNT; index += 1)
    proofs.push(await addProof(index, now - (COUNT - index + 5) * MINUTE_MS));
  const listed = proofs.filter((_, index) => !UNLISTED.includes(index + 1));
  await importAccounts(
    services.database,
    listed.map(({ traderId }) => ({ traderId, underOurLink: true, funded: true, amount: 150 })),
    { by: STAFF.uid, now },
  );
  const office = await browser.newContext({ baseURL: addresses.site });
  const quiet = watchErrors(office);
  quiet.allow(/500/);
  const desk = await office.newPage();
  let failures = 0;
  const failing = proofs[FAILING - 1]?.id ?? '';
  await desk.route(`**/api/admin/proofs/${failing}/approve`, async (route) => {
    failures += 1;
    if (failures > 1) return route.continue();
    const message = 'Failed to approve the proof';
    const timestamp = new Date().toISOString();
    return route.fulfill({
      status: 500,
      json: { success: false, message, error: message, timestamp },
    });
  });
  await enter(desk, STAFF, PATHS.staffQueue);
  await expect(desk.getByRole('list', { name: 'Pending proofs' })).toBeVisible({ timeout: 30_000 });

  const heading = (index: number) =>
    desk.getByRole('heading', { name: nameGuest(index), exact: true });
  const startedAt = Date.now();
  await desk.keyboard.press('n');
  for (let index = 1; index <= COUNT; index += 1) {
    await expect(heading(index)).toBeVisible({ timeout: 20_000 });
    await desk.keyboard.press('e');
    if (UNLISTED.includes(index)) {
      await expect(desk.getByRole('button', { name: /^Press again/ })).toBeVisible();
      await desk.keyboard.press('e');
    }
    await expect(
      desk.getByText(`${nameGuest(index)} is Essential`, { exact: true }).first(),
    ).toBeVisible();
    if (index === UNDONE) {
      await desk.keyboard.press('z');
      await expect(heading(index)).toBeVisible({ timeout: 20_000 });
      await desk.keyboard.press('e');
    }
  }
  const tookMs = Date.now() - startedAt;
  test
    .info()
    .annotations.push({ type: 'measured', description: `${COUNT} proofs in ${tookMs} ms` });
  console.warn(`${COUNT} proofs in ${tookMs} ms`);
  await expect(desk.getByText(`Not saved: ${nameGuest(FAILING)} is Essential.`)).toBeVisible({
    timeout: 30_000,
  });
  await desk.getByRole('button', { name: 'Reopen' }).click();
  await expect(heading(FAILING)).toBeVisible({ timeout: 20_000 });
  await desk.keyboard.press('e');
  await expect(
    desk.getByText(`${nameGuest(FAILING)} is Essential`, { exact: true }).first(),
  ).toBeVisible();
  await expect(desk.getByText(/^Not saved/)).toHaveCount(0);
  await desk.getByRole('link', { name: 'Users', exact: true }).click();

  const readTiers = async () => {
    const users = await services.database.getAll(
      ...proofs.map(({ uid }) => services.database.doc(`users/${uid}`)),
    );
    return users.filter((user) => user.get('tier') === 'essential').length;
  };
  await expect.poll(readTiers, { timeout: 30_000 }).toBe(COUNT);
  const events = await services.database.collection('accessEvents').get();
  const reasons = events.docs.map((event): unknown => event.get('reason'));
  expect(
    reasons.filter((reason) => String(reason).includes('despite: “Not on the broker’s list”')),
  ).toHaveLength(UNLISTED.length);
  quiet.verify();
  await office.close();
});
