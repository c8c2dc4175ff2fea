import assert from 'node:assert/strict';
import { signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import type { PublishConditions } from '../../src/suite/scheduler';
import { type Place, readSlotEntries } from './place';

const SLOTS_AFTER = 7;

const DOWN: PublishConditions = {
  market: (base) => ({
    ...base,
    candles: () => Promise.reject(new Error('The source did not answer in time')),
  }),
};

async function readSignals({ database }: Place) {
  const { docs } = await database.collection('signals').get();
  return docs.map((signal) => signalDocumentSchema.parse(signal.data()));
}

/**
 * Slots are missed while the market's data is unavailable, and earlier signals wait for their
 * closes.
 */
export async function takeMarketDown(place: Place, slots: number): Promise<string> {
  const { database, publisher } = place;
  await publisher.publish();
  const unsettled = (await readSignals(place)).filter(({ settlement }) => settlement === null);
  let refusals = 0;
  for (let down = 0; down < slots; down += 1) {
    const { slot, step } = await publisher.next(DOWN);
    assert.equal(step?.state, 'missed');
    assert.deepEqual(await readSlotEntries(place, slot), ['miss']);
    assert.match(step.reason, /\w/);
    await publisher.settle(DOWN).catch(() => (refusals += 1));
  }
  for (let after = 0; after < SLOTS_AFTER; after += 1) {
    await publisher.next();
    await publisher.settle();
  }
  const now = new Map((await readSignals(place)).map((signal) => [signal.id, signal]));
  const settlements = unsettled.map(({ id }) => now.get(id)?.settlement ?? null);
  assert.ok(!settlements.includes(null), 'a signal that waited was not settled');
  const prices = settlements.flatMap(
    (settlement) => settlement?.closes.map(({ price }) => price) ?? [],
  );
  assert.ok(!prices.includes(null), 'a level was judged without its close');
  const { size } = await database.collection('misses').get();
  return `${slots} slots missed (${size} in all), ${refusals} runs of settling refused, ${unsettled.length} signals waited and were settled`;
}
