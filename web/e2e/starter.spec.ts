import type { Audience } from '@quantalgo/contracts/signals/signal';
import { readStoredSignals } from './support/device';
import { expect, test } from './support/journey';
import { enter } from './support/login';
import { locateCard, expectLive, locateHistory } from './support/room';
import { liveSuite, publishedIds, publisher, STARTER } from './support/suite';
import { recordWire } from './support/wire';

test.beforeAll(liveSuite);

/** A signal's audience as its document has it on the wire. */
const forAudience = (audience: Audience) =>
  new RegExp(`"audience":\\s*\\{\\s*"stringValue":\\s*"${audience}"`);

test('a starter receives basic signals and never order-flow ones', async ({ page }) => {
  const wire = await recordWire(page);
  await enter(page, STARTER);
  await expect(locateHistory(page).first()).toBeVisible();
  await expectLive(page);

  const { publish } = await publisher;
  let { signal } = await publish();
  const withheld: string[] = [];
  while (signal.audience !== 'basic' || withheld.length === 0) {
    if (signal.audience !== 'basic') withheld.push(signal.id);
    ({ signal } = await publish());
  }
  await expect(locateCard(page, signal)).toBeVisible();

  expect(wire.received()).toContain(`documents/signals/${signal.id}`);
  expect(wire.received()).toMatch(forAudience('basic'));
  expect(wire.received()).not.toMatch(forAudience('order-flow'));
  for (const id of withheld) expect(wire.received()).not.toContain(`documents/signals/${id}`);

  const published = await publishedIds(['basic']);
  await expect
    .poll(async () => (await readStoredSignals(page, STARTER.uid)).map(({ id }) => id))
    .toEqual(published);
});
