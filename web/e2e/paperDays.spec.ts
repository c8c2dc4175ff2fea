import { PATHS } from '@quantalgo/contracts/core/paths';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/journey';
import { enter } from './support/login';
import { GUEST, seededSuite } from './support/suite';

test.beforeAll(seededSuite);

test('a guest’s first paper day uses the public ledger and requests no signals', async ({
  page,
}) => {
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await enter(page, GUEST, PATHS.dashboard);
  const days = page.getByRole('region', { name: /Thirty days on paper/ });
  await expect(days.getByText(/^Day \d+ of 30/)).toBeVisible();
  await days.getByRole('heading', { name: 'Thirty days on paper' }).click();
  await expect(days.getByText(/No money is deposited or moved/)).toBeVisible();
  await expect(days.getByText(/Loading the public ledger/)).toBeHidden();
  expect(requestedPaths.some((path) => path.startsWith('/ledger/tile/entries/'))).toBe(true);
  expect(requestedPaths.filter((path) => path.startsWith('/api/signals'))).toEqual([]);
  await expectAccessible(page);
});
