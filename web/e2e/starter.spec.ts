import type { Audience } from '@quantalgo/contracts/signals/signal';
import { keptOf } from './support/device';
import { expect, test } from './support/journey';
import { enter } from './support/login';
import { cardOf, expectLive, historyOf } from './support/room';
import { liveSuite, publishedIds, publisher, STARTER } from './support/suite';
import { recordWire } from './support/wire';

test.beforeAll(liveSuite);

/** How a signal's document says for whom it is, on the wire. */
const forAudience = (audience: Audience) =>
  new RegExp(`"audience":\\s*\\{\\s*"stringValue":\\s*"${audience}"`);

test('a starter receives basic signals and never order flow', async ({ page }) => {
  const wire = await recordWire(page);
  await enter(page, STARTER);
  await expect(historyOf(page).first()).toBeVisible();
  await expectLive(page);

  const { publish } = await publisher;
  let { signal } = await publish();
  const withheld: string[] = [];
  while (signal.audience !== 'basic' || withheld.length === 0) {
    if (signal.audience !== 'basic') withheld.push(signal.id);
    ({ signal } = await publish());
  }
  await expect(cardOf(page, signal)).toBeVisible();

  expect(wire.received()).toContain(`documents/signals/${signal.id}`);
  expect(wire.received()).toMatch(forAudience('basic'));
  expect(wire.received()).not.toMatch(forAudience('order-flow'));
  for (const id of withheld) expect(wire.received()).not.toContain(`documents/signals/${id}`);

  const published = await publishedIds(['basic']);
  await expect
    .poll(async () => (await keptOf(page, STARTER.uid)).map(({ id }) => id))
    .toEqual(published);
});
