import fc from 'fast-check';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import type { Audience } from '@quantalgo/contracts/signals/signal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pruneToAudiences, storeSignals } from '../../../src/data/storage/signalTable';
import { dismissEviction, evictOldSignals, readEviction } from '../../../src/data/storage/eviction';
import { countRetained } from '../../../src/data/storage/retention';
import { MemberDatabase } from '../../../src/data/database/tables';
import { aSignal, batchOf, SLOT } from '../../support/aSignal';

const ALL: Audience[] = ['basic', 'order-flow'];
const NOW = SLOT + DAY_MS;

let database: MemberDatabase;
let made = 0;

beforeEach(async () => {
  made += 1;
  database = new MemberDatabase(`retention-${made}`);
  await database.open();
  await pruneToAudiences(database, ALL);
});
afterEach(() => database.delete());

/** Stores a signal an hour for so many hours back from the slot. */
async function hours(count: number) {
  const signals = Array.from({ length: count }, (_, hour) => aSignal(SLOT - hour * 12 * SLOT_MS));
  await storeSignals(database, ALL, batchOf(...signals), { receivedAt: SLOT, live: false }, true);
}

describe('how many signals a device keeps', () => {
  it('goes by what the member receives', () => {
    expect(countRetained(50_000, ALL, 0.1)).toBe(20_000);
    expect(countRetained(50_000, ['basic'], 0.1)).toBe(6000);
    expect(countRetained(500, ['basic'], 0.1)).toBe(500);
  });

  it('is half where the storage is nearly full', () => {
    expect(countRetained(5000, ALL, 0.9)).toBe(2500);
  });

  it('is never more than there are, and never fewer than a new device begins with', () => {
    const stored = fc.nat(100_000);
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(stored, share, fc.subarray(ALL), (count, full, audiences) => {
        const kept = countRetained(count, audiences, full);
        expect(kept).toBeLessThanOrEqual(count);
        expect(kept).toBeGreaterThanOrEqual(Math.min(count, 300));
      }),
    );
  });
});

describe('signals that have to go', () => {
  it('are the oldest, in whole days, with their digests', async () => {
    await hours(72);
    await evictOldSignals(database, 30, NOW);
    const ids = await database.signals.orderBy('id').primaryKeys();
    expect(ids[0]).toBe('20261119T0005Z');
    expect(ids).toHaveLength(39);
    expect(await database.digests.toCollection().primaryKeys()).toEqual(['20261119', '20261120']);
  });

  it('are told to the member until they have seen it', async () => {
    await hours(72);
    expect(await readEviction(database)).toBeNull();
    await evictOldSignals(database, 30, NOW);
    expect(await readEviction(database)).toEqual({ before: '20261119', at: NOW });
    await dismissEviction(database);
    expect(await readEviction(database)).toBeNull();
  });

  it('can be loaded again: the history is no longer said to be whole', async () => {
    await hours(72);
    await database.meta.put({ id: 'older', audiences: 'x', before: 0, complete: true });
    await evictOldSignals(database, 30, NOW);
    expect(await database.meta.get('older')).toMatchObject({
      before: Date.UTC(2026, 10, 19),
      complete: false,
    });
  });

  it('leave what was never fetched to be loaded: the history reaches no further back than before', async () => {
    await hours(72);
    await database.meta.put({ id: 'older', audiences: 'x', before: SLOT, complete: false });
    await evictOldSignals(database, 30, NOW);
    expect(await database.meta.get('older')).toMatchObject({ before: SLOT, complete: false });
  });

  it('are none where all fit', async () => {
    await hours(20);
    await evictOldSignals(database, 300, NOW);
    expect(await database.signals.count()).toBe(20);
    expect(await readEviction(database)).toBeNull();
  });

  it('leave the cursor where it is, so that nothing is fetched twice', async () => {
    await hours(72);
    const before = await database.meta.get('cursor');
    await evictOldSignals(database, 30, NOW);
    expect(await database.meta.get('cursor')).toEqual(before);
  });
});
