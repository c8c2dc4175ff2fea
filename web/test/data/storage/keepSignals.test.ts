import fc from 'fast-check';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { Audience, Signal } from '@quantalgo/contracts/signals/signal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dropUnreadable } from '../../../src/data/storage/retention';
import { pruneToAudiences, readCursor, storeSignals } from '../../../src/data/storage/signalTable';
import { readSignals } from '../../../src/data/storage/digests';
import { MemberDatabase } from '../../../src/data/database/tables';
import { readLocal, SCREEN_KEY, writeLocal } from '../../../src/data/core/webStorage';
import { aSettlement, aSignal, batchOf, SLOT } from '../../support/aSignal';

const ALL: Audience[] = ['basic', 'order-flow'];
const STARTER: Audience[] = ['basic'];
const live = { receivedAt: SLOT + 1500, live: true };
const later = { receivedAt: SLOT + 900_000, live: false };

let database: MemberDatabase;
let made = 0;

const stored = async () => readSignals(await database.signals.orderBy('createdAt').toArray());
const ids = async () => (await stored()).map(({ id }) => id);
const settled = (signal: Signal): Signal => ({
  ...signal,
  updatedAt: signal.updatedAt + 600_000,
  settlement: aSettlement(signal.createdAt),
});

beforeEach(async () => {
  made += 1;
  database = new MemberDatabase(`member-${made}`);
  await database.open();
  await pruneToAudiences(database, ALL);
});
afterEach(() => database.delete());

describe('what is stored of signals', () => {
  it('holds a signal that came twice once, with the time of its first arrival', async () => {
    await storeSignals(database, ALL, batchOf(aSignal()), live, true);
    await storeSignals(database, ALL, batchOf(aSignal()), later, true);
    expect(await stored()).toEqual([{ ...aSignal(), ...live }]);
  });

  it('takes a settlement in, and keeps how the signal arrived', async () => {
    await storeSignals(database, ALL, batchOf(aSignal()), live, true);
    await storeSignals(database, ALL, batchOf(settled(aSignal())), later, true);
    expect(await stored()).toEqual([{ ...settled(aSignal()), ...live }]);
  });

  it('takes in what a push had no room for, once the signal itself comes', async () => {
    const whole = aSignal(SLOT, { moves: 97.5, restatesOdds: true, entryOdds: 50.1 });
    await storeSignals(database, ALL, batchOf(aSignal()), live, true);
    await storeSignals(database, ALL, batchOf(whole), later, true);
    expect(await stored()).toEqual([{ ...whole, ...live }]);
    await storeSignals(database, ALL, batchOf(aSignal()), later, true);
    expect(await stored()).toEqual([{ ...whole, ...live }]);
  });

  it('takes in the odds at the entry for a version that a push brought', async () => {
    const pushed = aSignal(SLOT, { moves: 97.5, entered: true });
    const restated = { ...pushed, restatesOdds: true, entryOdds: 50.1 };
    await storeSignals(database, ALL, batchOf(pushed), live, true);
    await storeSignals(database, ALL, batchOf(restated), later, true);
    expect(await stored()).toEqual([{ ...restated, ...live }]);
  });

  it('never puts an older version over a newer one', async () => {
    await storeSignals(database, ALL, batchOf(settled(aSignal())), later, true);
    await storeSignals(database, ALL, batchOf(aSignal()), live, true);
    expect((await stored())[0]?.settlement).not.toBeNull();
  });

  it('ends what was kept of screens with the access to what they show', async () => {
    writeLocal(`${SCREEN_KEY}/dashboard`, 'the screen');
    await storeSignals(database, ALL, batchOf(aSignal()), live, true);
    await pruneToAudiences(database, ALL);
    expect(readLocal(`${SCREEN_KEY}/dashboard`)).toBe('the screen');
    await pruneToAudiences(database, ['basic']);
    expect(readLocal(`${SCREEN_KEY}/dashboard`)).toBeNull();
  });

  it('ends the same, in whatever order and however often the versions come', async () => {
    const first = aSignal();
    const second = aSignal(SLOT + SLOT_MS);
    const versions = [first, settled(first), second, settled(second)];
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...versions, ...versions], { minLength: 8 }),
        async (order) => {
          await database.signals.clear();
          for (const version of order)
            await storeSignals(database, ALL, batchOf(version), later, true);
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

  it('moves the cursor to the newest change, and never back', async () => {
    await storeSignals(database, ALL, batchOf(settled(aSignal())), later, true);
    await storeSignals(database, ALL, batchOf(aSignal(SLOT - SLOT_MS)), later, true);
    expect((await readCursor(database))?.updatedAt).toBe(settled(aSignal()).updatedAt);
  });

  it('leaves the cursor where it is for signals that may have a gap behind them', async () => {
    await storeSignals(database, ALL, batchOf(aSignal()), later, false);
    expect(await ids()).toEqual([aSignal().id]);
    expect((await readCursor(database))?.updatedAt).toBeNull();
  });

  it('refuses what was asked for with an access that has changed since', async () => {
    await pruneToAudiences(database, STARTER);
    await storeSignals(
      database,
      ALL,
      batchOf(aSignal(SLOT, { audience: 'order-flow' })),
      live,
      true,
    );
    expect(await ids()).toEqual([]);
  });
});

describe('a store that fits the member', () => {
  const orderFlow = aSignal(SLOT - SLOT_MS, { audience: 'order-flow' });

  beforeEach(() => storeSignals(database, ALL, batchOf(aSignal(), orderFlow), later, true));

  it('loses the signals that a downgrade takes away', async () => {
    await pruneToAudiences(database, STARTER);
    expect(await ids()).toEqual([aSignal().id]);
  });

  it('is empty once the member is locked', async () => {
    await database.performance.put({ id: 'current' });
    await pruneToAudiences(database, []);
    expect([await ids(), await database.performance.count()]).toEqual([[], 0]);
  });

  it('begins its catch-up anew after an upgrade, so that the new audience is complete', async () => {
    await pruneToAudiences(database, STARTER);
    await pruneToAudiences(database, ALL);
    expect(await readCursor(database)).toEqual({ audiences: 'basic order-flow', updatedAt: null });
  });

  it('stays as it is while the access does', async () => {
    const cursor = await readCursor(database);
    await pruneToAudiences(database, ALL);
    expect(await readCursor(database)).toEqual(cursor);
  });

  it('fetches again what another version left unreadable', async () => {
    await database.table('signals').update(orderFlow.id, { direction: 'UP' });
    expect(await dropUnreadable(database)).toBe(true);
    expect(await ids()).toEqual([aSignal().id]);
    expect((await readCursor(database))?.updatedAt).toBeNull();
    expect(await dropUnreadable(database)).toBe(false);
  });
});
