import type { Audience, Signal } from '@quantalgo/contracts/signals/signal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getDatabaseName } from '../../src/data/database/databases';
import { MemberDatabase } from '../../src/data/database/tables';
import { parseDigests, parseDayRows, readSignals } from '../../src/data/storage/digests';
import { SEEN_ROW } from '../../src/data/storage/signalRows';
import { pruneToAudiences, readCursor, storeSignals } from '../../src/data/storage/signalTable';
import { storePushedSignal } from '../../src/worker/pushedSignal';
import { aSettlement, aSignal, createBatch, SLOT } from '../support/aSignal';

const STARTER: Audience[] = ['basic'];
const NOW = SLOT + 2000;

let uid = '';
let made = 0;
let database: MemberDatabase;

const stored = async () => readSignals(await database.signals.orderBy('createdAt').toArray());

beforeEach(async () => {
  made += 1;
  uid = `pushed-${made}`;
  database = new MemberDatabase(uid);
  await database.open();
  await pruneToAudiences(database, STARTER);
});
afterEach(() => database.delete());

describe('storePushedSignal', () => {
  it('stores the signal and its digest without moving the cursor', async () => {
    await storePushedSignal(uid, aSignal(), NOW);
    expect(await stored()).toEqual([{ ...aSignal(), receivedAt: NOW, live: false }]);
    const [day] = parseDayRows(await database.digests.toArray());
    expect(parseDigests(day?.text ?? '').map(({ id }) => id)).toEqual([aSignal().id]);
    expect(await readCursor(database)).toEqual({ audiences: 'basic', updatedAt: null });
  });

  it('doesn’t overwrite a newer version of the signal', async () => {
    const settled: Signal = {
      ...aSignal(),
      updatedAt: aSignal().updatedAt + 1,
      settlement: aSettlement(),
    };
    await storeSignals(
      database,
      STARTER,
      createBatch(settled),
      { receivedAt: NOW, live: true },
      true,
    );
    expect(await storePushedSignal(uid, aSignal(), NOW + 1)).toBeNull();
    expect(await stored()).toEqual([{ ...settled, receivedAt: NOW, live: true }]);
  });

  it('stores a signal that a later batch can settle', async () => {
    await storePushedSignal(uid, aSignal(), NOW);
    const settled = { ...aSignal(), updatedAt: NOW + 1, settlement: aSettlement() };
    await storeSignals(
      database,
      STARTER,
      createBatch(settled),
      { receivedAt: NOW + 9, live: true },
      true,
    );
    expect(await stored()).toEqual([{ ...settled, receivedAt: NOW, live: false }]);
  });

  it('stores nothing for members without that audience', async () => {
    expect(await storePushedSignal(uid, aSignal(SLOT, { audience: 'order-flow' }), NOW)).toBeNull();
    await pruneToAudiences(database, []);
    expect(await storePushedSignal(uid, aSignal(), NOW)).toBeNull();
    expect(await stored()).toEqual([]);
  });

  it('doesn’t create a database for an unknown member', async () => {
    expect(await storePushedSignal('nobody', aSignal(), NOW)).toBeNull();
    const names = (await indexedDB.databases()).map(({ name }) => name);
    expect(names).not.toContain(getDatabaseName('nobody'));
  });

  it('returns the number of unseen signals', async () => {
    expect(await storePushedSignal(uid, aSignal(), NOW)).toBe(0);
    await database.meta.put({ id: SEEN_ROW, at: aSignal().createdAt });
    const later = [1, 2].map((slots) => aSignal(SLOT + slots * 300_000));
    const counts = [];
    for (const signal of later) counts.push(await storePushedSignal(uid, signal, NOW));
    expect(counts).toEqual([1, 2]);
  });

  it('stores a hundred concurrent pushes', async () => {
    const signals = Array.from({ length: 100 }, (_, index) => aSignal(SLOT + index * 300_000));
    await Promise.all(signals.map((signal) => storePushedSignal(uid, signal, NOW)));
    expect((await stored()).map(({ id }) => id)).toEqual(signals.map(({ id }) => id));
    const days = parseDayRows(await database.digests.toArray());
    expect(days.flatMap(({ text }) => parseDigests(text))).toHaveLength(100);
  });
});
