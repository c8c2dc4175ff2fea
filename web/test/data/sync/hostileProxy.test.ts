// @vitest-environment jsdom
import fc from 'fast-check';
import { getSlotDay, SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { listInventoryDays, buildInventory } from '@quantalgo/contracts/record/inventory';
import { toApiSignal } from '@quantalgo/contracts/signals/apiSignal';
import { AUDIENCES, type Signal } from '@quantalgo/contracts/signals/signal';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearUser, storeUser } from '../../../src/data/auth/currentSession';
import { parseDigests, parseDayRows, readSignals } from '../../../src/data/storage/digests';
import {
  findDaysWithHoles,
  readDaySnapshot,
  replaceDay,
} from '../../../src/data/storage/inventory';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { type Batch, parseListedSignals } from '../../../src/data/storage/quarantine';
import { pruneToAudiences, readCursor, storeSignals } from '../../../src/data/storage/signalTable';
import { monitorCompleteness, SETTLE_DELAY_MS } from '../../../src/data/sync/completeness';
import { aSettlement, aSignal } from '../../support/aSignal';
import { aUser } from '../../support/aUser';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

/** 15 minutes before midnight, so that the history spans two days. */
const START = Date.UTC(2026, 10, 20, 23, 45);
const SLOTS = 6;
const NOW = START + SLOTS * SLOT_MS;
const DAYS = listInventoryDays(NOW);
const ARRIVAL = { receivedAt: NOW, live: true };

let members = 0;
let uid = '';

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: NOW + 60_000 });
  members += 1;
  uid = `proxied-${members}`;
  storeUser(aUser({ id: uid, tier: 'essential' }));
  await withDatabase(uid, (database) => pruneToAudiences(database, AUDIENCES));
});
afterEach(() => {
  clearUser('logged-out');
  vi.useRealTimers();
});

const salt = (slot: number) => slot.toString(16).padStart(64, '0');

const published = (index: number): Signal => {
  const slot = START + index * SLOT_MS;
  const audience = index % 3 === 0 ? 'basic' : 'order-flow';
  return aSignal(slot, { audience, salt: salt(slot), updatedAt: slot + 1000, ledgerSeq: index });
};

const settled = (signal: Signal): Signal => ({
  ...signal,
  updatedAt: signal.updatedAt + 900_000,
  settlement: aSettlement(signal.createdAt),
});

const asListed = (signals: readonly Signal[]): object[] =>
  signals.map((signal) => ({ ...toApiSignal(signal, NOW) }));

const sorted = (signals: readonly Signal[]) =>
  [...signals].sort((one, other) => (one.id < other.id ? -1 : 1));

/** The stored data, without `differs`, which stays set after a garbled version. */
const held = () =>
  withDatabase(uid, async ({ signals, digests, quarantine }) => {
    const texts = parseDayRows(await digests.toArray());
    return {
      signals: sorted(
        readSignals(await signals.toArray()).map(
          ({ receivedAt, live, differs, ...signal }) => signal,
        ),
      ),
      endings: texts
        .flatMap(({ text }) => parseDigests(text))
        .map(({ id, ending }) => `${id} ${ending?.outcome ?? ''}`),
      unread: await quarantine.count(),
    };
  });

const exactly = (signals: readonly Signal[]) => ({
  signals: sorted(signals),
  endings: sorted(signals).map(({ id, settlement }) => `${id} ${settlement?.outcome ?? ''}`),
  unread: 0,
});

const storeBatch = (batch: Batch) =>
  withDatabase(uid, (database) => storeSignals(database, AUDIENCES, batch, ARRIVAL, true));

/** Yields to real event-loop turns, because the timers are fake but IndexedDB is not. */
async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; !isSo() && turn < 100_000; turn += 1)
    await new Promise((resolve) => setImmediate(resolve));
  expect(isSo()).toBe(true);
}

const FAULTS = ['none', 'drop', 'delay', 'repeat', 'rename', 'old', 'garble'] as const;

/** Applies a proxy fault to one change: rows delivered now and rows held back until later. */
function spoil(fault: (typeof FAULTS)[number], row: object, before: object | undefined) {
  switch (fault) {
    case 'none':
      return { now: [row], later: [] };
    case 'drop':
      return { now: [], later: [] };
    case 'delay':
      return { now: [], later: [row] };
    case 'repeat':
      return { now: [row, row], later: [row] };
    case 'rename':
      return { now: [{ ...row, settlement: { outcome: 'void' } }], later: [] };
    case 'old':
      return { now: [row, ...(before ? [before] : [])], later: [] };
    case 'garble':
      return { now: [{ ...row, entryPrice: 2, updatedAt: '2027-11-20T14:05:00.000Z' }], later: [] };
  }
}

const history = fc.record({
  settles: fc.array(fc.boolean(), { minLength: SLOTS, maxLength: SLOTS }),
  faults: fc.array(fc.constantFrom(...FAULTS), { minLength: 2 * SLOTS, maxLength: 2 * SLOTS }),
  turned: fc.boolean(),
  aheadMs: fc.constantFrom(0, 365 * 24 * 60 * 60_000),
  dayFails: fc.nat(3),
});

describe('a device behind a proxy that drops, delays, reorders, alters and repeats signals', () => {
  it('matches the server one slot after the faults have ended', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ settles, faults, turned, aheadMs, dayFails }) => {
        await withDatabase(uid, async (database) => {
          for (const table of database.tables) await table.clear();
          await pruneToAudiences(database, AUDIENCES);
        });
        const first = Array.from({ length: SLOTS }, (_, index) => published(index));
        const last = first.map((signal, index) => (settles[index] ? settled(signal) : signal));
        const changes = [...first, ...last.filter((signal) => signal.settlement !== null)];
        const spoilt = changes.map((signal, index) => {
          const [row = {}] = asListed([signal]);
          const [before] = asListed(first.filter(({ id }) => id === signal.id));
          return spoil(faults[index] ?? 'none', row, before);
        });
        const rows = [...spoilt.flatMap(({ now }) => now), ...spoilt.flatMap(({ later }) => later)];
        for (const row of turned ? rows.reverse() : rows)
          await storeBatch(parseListedSignals([row]));
        await withDatabase(uid, async ({ meta }) => {
          const cursor = await meta.get('cursor');
          if (cursor && aheadMs > 0)
            await meta.put({ ...cursor, id: 'cursor', updatedAt: NOW + aheadMs });
        });

        const closed = new AbortController();
        const comparisons: boolean[] = [];
        let requests = 0;
        let failures = dayFails;
        const completeness = monitorCompleteness({
          uid,
          audiences: AUDIENCES,
          jitter: 0,
          closed: closed.signal,
          fetchDay: (day) => {
            requests += 1;
            failures -= 1;
            if (failures >= 0) return Promise.reject(new Error('The proxy cut the line'));
            const ofDay = last.filter(({ id }) => getSlotDay(id) === day);
            return Promise.resolve(parseListedSignals(asListed(ofDay)));
          },
          onCompared: (whole) => comparisons.push(whole),
          onRepaired: () => undefined,
        });
        for (let beat = 0; beat <= dayFails; beat += 1) {
          vi.setSystemTime(Date.now() + SLOT_MS);
          completeness.receive(buildInventory(DAYS, last));
          await until(() => vi.getTimerCount() > 0 || comparisons.at(-1) === true);
          const before = requests;
          await vi.advanceTimersByTimeAsync(SETTLE_DELAY_MS);
          await until(() => requests > before || comparisons.at(-1) === true);
        }
        await until(() => comparisons.at(-1) === true);
        closed.abort();
        expect(await held()).toEqual(exactly(last));
        const cursor = await withDatabase(uid, readCursor);
        // A cursor in the future is only noticed if it made the device miss signals.
        if (comparisons.includes(false))
          expect(cursor?.updatedAt ?? 0).toBeLessThan(NOW + SLOT_MS * 12);
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});

/** Ways a device's data can differ from the server's. */
const HOLES = ['lacks', 'old', 'misread', 'too many', 'unreadable', 'unread', 'all gone'] as const;

async function inject(hole: (typeof HOLES)[number], signal: Signal): Promise<void> {
  await withDatabase(uid, async ({ signals, quarantine }) => {
    const row = { ...signal, ...ARRIVAL };
    const write = (changes: object) => signals.put({ ...row, ...changes });
    if (hole === 'lacks') await signals.delete(signal.id);
    else if (hole === 'old') await write({ settlement: null, updatedAt: signal.createdAt });
    else if (hole === 'misread') await write({ direction: 'PUT' });
    else if (hole === 'too many') await write({ id: slotId(START + 20 * SLOT_MS) });
    else if (hole === 'unreadable') await write({ confidence: 'high' });
    else if (hole === 'all gone') await signals.clear();
    else
      await quarantine.put({
        id: signal.id,
        form: 'document',
        ...ARRIVAL,
        raw: { ...signal, settlement: { outcome: 'void', level: null, settledAt: 1 } },
      });
  });
}

describe('findDaysWithHoles and replaceDay', () => {
  it('finds and repairs 1,000 out of 1,000 injected holes', async () => {
    const all = Array.from({ length: SLOTS }, (_, index) => settled(published(index)));
    const inventory = buildInventory(DAYS, all);
    await storeBatch(parseListedSignals(asListed(all)));
    const find = () =>
      withDatabase(uid, (database) => findDaysWithHoles(database, inventory, AUDIENCES));
    expect(await find()).toEqual([]);
    let detected = 0;
    for (let n = 0; n < 1000; n += 1) {
      const hole = HOLES[n % HOLES.length] ?? 'lacks';
      const signal = all[(n * 7) % all.length];
      if (!signal) throw new Error('There are signals');
      await inject(hole, signal);
      const days = await find();
      if (days.length > 0) detected += 1;
      for (const day of days) {
        const before = await withDatabase(uid, (database) => readDaySnapshot(database, day));
        const ofDay = all.filter(({ id }) => getSlotDay(id) === day);
        const batch = parseListedSignals(asListed(ofDay));
        await withDatabase(uid, (database) =>
          replaceDay(database, { day, before, batch, audiences: AUDIENCES }, ARRIVAL),
        );
      }
      if (n % 50 === 0) expect(await held()).toEqual(exactly(all));
    }
    expect(detected).toBe(1000);
    expect(await held()).toEqual(exactly(all));
  }, 60_000);
});
