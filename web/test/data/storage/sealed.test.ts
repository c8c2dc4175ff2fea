import { hashCommitment } from '@quantalgo/contracts/record/ledger/commitment';
import { toSealedSignal } from '@quantalgo/contracts/record/ledger/entry';
import type { Audience, Direction, Signal } from '@quantalgo/contracts/signals/signal';
import fc from 'fast-check';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { MemberDatabase } from '../../../src/data/database/tables';
import { parseDigests, parseDayRows, readSignals } from '../../../src/data/storage/digests';
import { replaceDay } from '../../../src/data/storage/inventory';
import { toStoredRow } from '../../../src/data/storage/signalRows';
import { pruneToAudiences, storeSignals } from '../../../src/data/storage/signalTable';
import { arbitrarySignal } from '../../../../contracts/test/signals/arbitrarySignal';
import { selectSettled } from '../../../src/screens/record/figures';
import { aSettlement, aSignal, createBatch, SLOT } from '../../support/aSignal';

const ALL: Audience[] = ['basic', 'order-flow'];
const ARRIVAL = { receivedAt: SLOT, live: true };
const DAY = '20261120';
const NO_FILTERS = {
  days: null,
  pair: null,
  strategy: null,
  weekday: null,
  hour: null,
  span: null,
};

async function openDatabase() {
  const database = new MemberDatabase('sealed', { indexedDB: new IDBFactory(), IDBKeyRange });
  await database.open();
  await pruneToAudiences(database, ALL);
  const take = (signal: Signal) => storeSignals(database, ALL, createBatch(signal), ARRIVAL, true);
  const readSignal = async () => readSignals(await database.signals.toArray())[0];
  const countSettled = async () => {
    const days = parseDayRows(await database.digests.toArray());
    const digests = days.flatMap(({ text }) => parseDigests(text));
    return selectSettled(digests, NO_FILTERS, SLOT).length;
  };
  return { database, take, readSignal, countSettled };
}

const published = (direction: Direction = 'CALL') => {
  const signal = aSignal(SLOT, { direction });
  return { ...signal, commitment: hashCommitment(signal) };
};

const settled = (signal: Signal): Signal => ({
  ...signal,
  updatedAt: signal.updatedAt + 600_000,
  settlement: aSettlement(),
});

describe('a revealed signal', () => {
  it('matches the sealed version, with or without a commitment', async () => {
    for (const signal of [published(), aSignal()]) {
      const { take, readSignal, countSettled } = await openDatabase();
      await take(signal);
      await take(settled(signal));
      expect(await readSignal()).not.toHaveProperty('differs');
      expect(await countSettled()).toBe(1);
    }
  });

  it('is flagged and not counted if the device received a different version before', async () => {
    const { take, readSignal, countSettled } = await openDatabase();
    await take(published('PUT'));
    await take(settled(published('CALL')));
    expect(await readSignal()).toHaveProperty('differs', true);
    expect(await countSettled()).toBe(0);
  });

  it('is flagged by its commitment even without an earlier version', async () => {
    const { take, readSignal, countSettled } = await openDatabase();
    await take({ ...settled(published('PUT')), direction: 'CALL' });
    expect(await readSignal()).toHaveProperty('differs', true);
    expect(await countSettled()).toBe(0);
  });

  it('is flagged by a change of any sealed field, and by no other', () => {
    fc.assert(
      fc.property(arbitrarySignal, arbitrarySignal, (signal, other) => {
        const settlement = aSettlement();
        const before = toStoredRow({ ...signal, settlement: null }, undefined, ARRIVAL, () => true);
        const sealed = new Set([...Object.keys(toSealedSignal(signal)), 'salt']);
        const values = new Map<string, unknown>(Object.entries(signal));
        for (const [name, value] of Object.entries({ ...other, settlement })) {
          const revealed = Object.assign({ ...signal, settlement }, { [name]: value });
          const isSame = JSON.stringify(value) === JSON.stringify(values.get(name));
          const { differs = false } = toStoredRow(revealed, before, ARRIVAL, () => true);
          expect(differs, name).toBe(sealed.has(name) && !isSame);
        }
      }),
    );
  });

  it('stays flagged after later versions', async () => {
    const { database, take, readSignal } = await openDatabase();
    await take(published('PUT'));
    const revealed = settled(published('CALL'));
    await take(revealed);
    await take({ ...revealed, updatedAt: revealed.updatedAt + 1 });
    expect(await readSignal()).toHaveProperty('differs', true);
    const before = new Map<string, string>();
    const batch = { signals: [revealed], unparsed: [] };
    await replaceDay(database, { day: DAY, before, batch, audiences: ALL }, ARRIVAL);
    expect(await readSignal()).toHaveProperty('differs', true);
  });

  it('is hashed within a millisecond', () => {
    const signal = settled(published());
    // The fastest round: slower ones measure the machine's load.
    const rounds = Array.from({ length: 30 }, () => {
      const began = performance.now();
      for (let time = 0; time < 20; time += 1) hashCommitment(signal);
      return (performance.now() - began) / 20;
    });
    expect(Math.min(...rounds)).toBeLessThan(1);
  });
});
