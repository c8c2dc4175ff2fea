import assert from 'node:assert/strict';
import { signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import type { Conditions } from '../../src/suite/scheduler';
import { type Place, wordsOn } from './place';

/** Until the last level of a signal of the slot before is over, and some more. */
const SLOTS_AFTER = 7;

const DOWN: Conditions = {
  market: (sound) => ({
    ...sound,
    candles: () => Promise.reject(new Error('The source did not answer in time')),
  }),
};

async function signalsOf({ database }: Place) {
  const { docs } = await database.collection('signals').get();
  return docs.map((signal) => signalDocumentSchema.parse(signal.data()));
}

/** Takes the market's data away for so many slots: they are missed, and what was published before waits for its closes. */
export async function takeMarketDown(place: Place, slots: number): Promise<string> {
  const { database, publisher } = place;
  await publisher.publish();
  const waiting = (await signalsOf(place)).filter(({ settlement }) => settlement === null);
  let refused = 0;
  for (let down = 0; down < slots; down += 1) {
    const { slot, step } = await publisher.next(DOWN);
    assert.equal(step?.state, 'missed');
    assert.deepEqual(await wordsOn(place, slot), ['miss']);
    assert.match(step.reason, /\w/);
    await publisher.settle(DOWN).catch(() => (refused += 1));
  }
  for (let after = 0; after < SLOTS_AFTER; after += 1) {
    await publisher.next();
    await publisher.settle();
  }
  const now = new Map((await signalsOf(place)).map((signal) => [signal.id, signal]));
  const judged = waiting.map(({ id }) => now.get(id)?.settlement ?? null);
  assert.ok(!judged.includes(null), 'a signal that waited was not settled');
  const prices = judged.flatMap((settlement) => settlement?.closes.map(({ price }) => price) ?? []);
  assert.ok(!prices.includes(null), 'a level was judged without its close');
  const { size } = await database.collection('misses').get();
  return `${slots} slots missed (${size} in all), ${refused} runs of settling refused, ${waiting.length} signals waited and were settled`;
}
