import fc from 'fast-check';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import type { Audience } from '@quantalgo/contracts/signals/signal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pruneToAudiences, storeSignals } from '../../../src/data/storage/signalTable';
import { dismissEviction, evictOldSignals, readEviction } from '../../../src/data/storage/eviction';
import { countRetained } from '../../../src/data/storage/retention';
import { MemberDatabase } from '../../../src/data/database/tables';
import { aSignal, createBatch, SLOT } from '../../support/aSignal';

const ALL: Audience[] = ['basic', 'order-flow'];
const NOW = SLOT + DAY_MS;

let database: MemberDatabase;
let databases = 0;

beforeEach(async () => {
  databases += 1;
  database = new MemberDatabase(`retention-${databases}`);
  await database.open();
  await pruneToAudiences(database, ALL);
});
afterEach(() => database.delete());

/** Stores `count` hourly signals, going back from the slot. */
async function storeHours(count: number) {
  const signals = Array.from({ length: count }, (_, hour) => aSignal(SLOT - hour * 12 * SLOT_MS));
  await storeSignals(
    database,
    ALL,
    createBatch(...signals),
    { receivedAt: SLOT, live: false },
    true,
  );
}

describe('countRetained', () => {
  it('depends on the member’s audiences', () => {
    expect(countRetained(50_000, ALL, 0.1)).toBe(20_000);
    expect(countRetained(50_000, ['basic'], 0.1)).toBe(6000);
    expect(countRetained(500, ['basic'], 0.1)).toBe(500);
  });

  it('is halved if storage is nearly full', () => {
    expect(countRetained(5000, ALL, 0.9)).toBe(2500);
  });

  it('stays between a new device’s 300 signals and the stored count', () => {
    const stored = fc.nat(100_000);
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(stored, share, fc.subarray(ALL), (count, full, audiences) => {
        const retained = countRetained(count, audiences, full);
        expect(retained).toBeLessThanOrEqual(count);
        expect(retained).toBeGreaterThanOrEqual(Math.min(count, 300));
      }),
    );
  });
});

describe('evictOldSignals', () => {
  it('deletes the oldest whole days with their digests', async () => {
    await storeHours(72);
    await evictOldSignals(database, 30, NOW);
    const ids = await database.signals.orderBy('id').primaryKeys();
    expect(ids[0]).toBe('20261119T0005Z');
    expect(ids).toHaveLength(39);
    expect(await database.digests.toCollection().primaryKeys()).toEqual(['20261119', '20261120']);
  });

  it('records the eviction until the member dismisses it', async () => {
    await storeHours(72);
    expect(await readEviction(database)).toBeNull();
    await evictOldSignals(database, 30, NOW);
    expect(await readEviction(database)).toEqual({ before: '20261119', at: NOW });
    await dismissEviction(database);
    expect(await readEviction(database)).toBeNull();
  });

  it('marks the history as incomplete, so that it can be loaded again', async () => {
    await storeHours(72);
    await database.meta.put({ id: 'older', audiences: 'x', before: 0, complete: true });
    await evictOldSignals(database, 30, NOW);
    expect(await database.meta.get('older')).toMatchObject({
      before: Date.UTC(2026, 10, 19),
      complete: false,
    });
  });

  it('keeps the history’s extent if older signals were never fetched', async () => {
    await storeHours(72);
    await database.meta.put({ id: 'older', audiences: 'x', before: SLOT, complete: false });
    await evictOldSignals(database, 30, NOW);
    expect(await database.meta.get('older')).toMatchObject({ before: SLOT, complete: false });
  });

  it('deletes nothing if all signals fit', async () => {
    await storeHours(20);
    await evictOldSignals(database, 300, NOW);
    expect(await database.signals.count()).toBe(20);
    expect(await readEviction(database)).toBeNull();
  });

  it('keeps the cursor, so that nothing is fetched twice', async () => {
    await storeHours(72);
    const before = await database.meta.get('cursor');
    await evictOldSignals(database, 30, NOW);
    expect(await database.meta.get('cursor')).toEqual(before);
  });
});
