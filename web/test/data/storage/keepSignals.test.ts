import fc from 'fast-check';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { Audience, Signal } from '@quantalgo/contracts/signals/signal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dropUnreadable } from '../../../src/data/storage/retention';
import { pruneToAudiences, readCursor, storeSignals } from '../../../src/data/storage/signalTable';
import { readSignals } from '../../../src/data/storage/digests';
import { MemberDatabase } from '../../../src/data/database/tables';
import { readLocal, SCREEN_KEY, writeLocal } from '../../../src/data/core/webStorage';
import { aSettlement, aSignal, createBatch, SLOT } from '../../support/aSignal';

const ALL: Audience[] = ['basic', 'order-flow'];
const STARTER: Audience[] = ['basic'];
const live = { receivedAt: SLOT + 1500, live: true };
const later = { receivedAt: SLOT + 900_000, live: false };

let database: MemberDatabase;
let databases = 0;

const stored = async () => readSignals(await database.signals.orderBy('createdAt').toArray());
const ids = async () => (await stored()).map(({ id }) => id);
const settled = (signal: Signal): Signal => ({
  ...signal,
  updatedAt: signal.updatedAt + 600_000,
  settlement: aSettlement(signal.createdAt),
});

beforeEach(async () => {
  databases += 1;
  database = new MemberDatabase(`member-${databases}`);
  await database.open();
  await pruneToAudiences(database, ALL);
});
afterEach(() => database.delete());

describe('storeSignals', () => {
  it('stores a repeated signal once with its first arrival time', async () => {
    await storeSignals(database, ALL, createBatch(aSignal()), live, true);
    await storeSignals(database, ALL, createBatch(aSignal()), later, true);
    expect(await stored()).toEqual([{ ...aSignal(), ...live }]);
  });

  it('adds a settlement and keeps the signal’s arrival', async () => {
    await storeSignals(database, ALL, createBatch(aSignal()), live, true);
    await storeSignals(database, ALL, createBatch(settled(aSignal())), later, true);
    expect(await stored()).toEqual([{ ...settled(aSignal()), ...live }]);
  });

  it('adds fields missing from a push once the full signal arrives', async () => {
    const whole = aSignal(SLOT, { moves: 97.5, restatesOdds: true, entryOdds: 50.1 });
    await storeSignals(database, ALL, createBatch(aSignal()), live, true);
    await storeSignals(database, ALL, createBatch(whole), later, true);
    expect(await stored()).toEqual([{ ...whole, ...live }]);
    await storeSignals(database, ALL, createBatch(aSignal()), later, true);
    expect(await stored()).toEqual([{ ...whole, ...live }]);
  });

  it('adds the entry odds to a pushed version', async () => {
    const pushed = aSignal(SLOT, { moves: 97.5, entered: true });
    const restated = { ...pushed, restatesOdds: true, entryOdds: 50.1 };
    await storeSignals(database, ALL, createBatch(pushed), live, true);
    await storeSignals(database, ALL, createBatch(restated), later, true);
    expect(await stored()).toEqual([{ ...restated, ...live }]);
  });

  it('never replaces a newer version with an older one', async () => {
    await storeSignals(database, ALL, createBatch(settled(aSignal())), later, true);
    await storeSignals(database, ALL, createBatch(aSignal()), live, true);
    expect((await stored())[0]?.settlement).not.toBeNull();
  });

  it('deletes stored screens when access is reduced', async () => {
    writeLocal(`${SCREEN_KEY}/dashboard`, 'the screen');
    await storeSignals(database, ALL, createBatch(aSignal()), live, true);
    await pruneToAudiences(database, ALL);
    expect(readLocal(`${SCREEN_KEY}/dashboard`)).toBe('the screen');
    await pruneToAudiences(database, ['basic']);
    expect(readLocal(`${SCREEN_KEY}/dashboard`)).toBeNull();
  });

  it('converges for any order and repetition of versions', async () => {
    const first = aSignal();
    const second = aSignal(SLOT + SLOT_MS);
    const versions = [first, settled(first), second, settled(second)];
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...versions, ...versions], { minLength: 8 }),
        async (order) => {
          await database.signals.clear();
          for (const version of order)
            await storeSignals(database, ALL, createBatch(version), later, true);
          const all = await stored();
          expect(all.map(({ settlement }) => settlement)).toEqual([
            aSettlement(SLOT),
            aSettlement(SLOT + SLOT_MS),
          ]);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('moves the cursor to the newest change and never back', async () => {
    await storeSignals(database, ALL, createBatch(settled(aSignal())), later, true);
    await storeSignals(database, ALL, createBatch(aSignal(SLOT - SLOT_MS)), later, true);
    expect((await readCursor(database))?.updatedAt).toBe(settled(aSignal()).updatedAt);
  });

  it('keeps the cursor for signals that may follow a gap', async () => {
    await storeSignals(database, ALL, createBatch(aSignal()), later, false);
    expect(await ids()).toEqual([aSignal().id]);
    expect((await readCursor(database))?.updatedAt).toBeNull();
  });

  it('rejects signals requested before an access change', async () => {
    await pruneToAudiences(database, STARTER);
    await storeSignals(
      database,
      ALL,
      createBatch(aSignal(SLOT, { audience: 'order-flow' })),
      live,
      true,
    );
    expect(await ids()).toEqual([]);
  });
});

describe('pruneToAudiences', () => {
  const orderFlow = aSignal(SLOT - SLOT_MS, { audience: 'order-flow' });

  beforeEach(() => storeSignals(database, ALL, createBatch(aSignal(), orderFlow), later, true));

  it('deletes the signals lost in a downgrade', async () => {
    await pruneToAudiences(database, STARTER);
    expect(await ids()).toEqual([aSignal().id]);
  });

  it('empties the tables when the member is locked', async () => {
    await database.performance.put({ id: 'current' });
    await pruneToAudiences(database, []);
    expect([await ids(), await database.performance.count()]).toEqual([[], 0]);
  });

  it('resets the cursor after an upgrade, so that the new audience is fetched in full', async () => {
    await pruneToAudiences(database, STARTER);
    await pruneToAudiences(database, ALL);
    expect(await readCursor(database)).toEqual({ audiences: 'basic order-flow', updatedAt: null });
  });

  it('keeps the cursor if access did not change', async () => {
    const cursor = await readCursor(database);
    await pruneToAudiences(database, ALL);
    expect(await readCursor(database)).toEqual(cursor);
  });

  it('drops unreadable rows and resets the cursor', async () => {
    await database.table('signals').update(orderFlow.id, { direction: 'UP' });
    expect(await dropUnreadable(database)).toBe(true);
    expect(await ids()).toEqual([aSignal().id]);
    expect((await readCursor(database))?.updatedAt).toBeNull();
    expect(await dropUnreadable(database)).toBe(false);
  });
});
