import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quantalgo/contracts/core/time';
import { DEFAULT_PAIRS } from '@quantalgo/contracts/market/pairs';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { findAlarms, type WatchContext } from '../../../src/platform/console/alarms';
import { isHealthy, runWatch } from '../../../src/platform/console/watch';
import type { MarketData } from '../../../src/platform/market/marketData';
import { createSimulatedMarket } from '../../../src/platform/market/simulated';
import { runPublisher } from '../../../src/platform/record/publish';
import { NOON } from '../../candles';
import { openEmulatedProject } from '../emulated';

const server = openEmulatedProject('demo-server-alarms');
const { database } = server;
const open = createSimulatedMarket(DEFAULT_PAIRS);

/** Publishes a slot, and delivers the notification of its signal. */
async function publish(slot: number, market: MarketData = open): Promise<void> {
  await runPublisher(database, slot, { market, clock: () => slot + 2000 });
  const { docs } = await database.collection('broadcasts').get();
  await Promise.all(docs.map(({ ref }) => ref.update({ dueAt: null })));
}

const alarmsAt = (now: number, surroundings: Partial<WatchContext> = {}) =>
  findAlarms(database, now, {
    watchedSince: now,
    timeAuthorities: 0,
    newestBackupAt: undefined,
    networksFetchedAt: now,
    ...surroundings,
  });

const silent: MarketData = { ...open, candles: () => Promise.reject(new Error('No answer')) };

const due = (collection: string, field: string, ago: number) =>
  database.collection(collection).add({ [field]: Timestamp.fromMillis(NOON - ago) });

beforeEach(() => server.clear());
afterAll(() => server.close());

describe('findAlarms', () => {
  it('raises no alarm if all is well or nothing has started', async () => {
    expect(await alarmsAt(NOON)).toEqual([]);
    await publish(NOON);
    await due('mail', 'dueAt', -5 * MINUTE_MS);
    expect(await alarmsAt(NOON + 10 * MINUTE_MS)).toEqual([]);
  });

  it('reports a late heartbeat while the market is open', async () => {
    await publish(NOON);
    expect(await alarmsAt(NOON + 12 * MINUTE_MS)).toEqual([{ alarm: 'heartbeat-late', value: 12 }]);
  });

  it('ignores a closed market until it should have opened', async () => {
    const opening = NOON + 60 * MINUTE_MS;
    await publish(NOON, { ...open, isOpen: (slot) => slot >= opening });
    expect(await alarmsAt(NOON + 30 * MINUTE_MS)).toEqual([]);
    expect(await alarmsAt(opening + MINUTE_MS)).toMatchObject([{ alarm: 'heartbeat-late' }]);
  });

  it('reports two missed slots in a row, until a signal follows', async () => {
    await publish(NOON);
    await publish(NOON + SLOT_MS, silent);
    expect(await alarmsAt(NOON + SLOT_MS + MINUTE_MS)).toEqual([]);
    await publish(NOON + 2 * SLOT_MS, silent);
    expect(await alarmsAt(NOON + 2 * SLOT_MS + MINUTE_MS)).toEqual([
      { alarm: 'misses-in-a-row', value: 2 },
    ]);
    await publish(NOON + 3 * SLOT_MS);
    expect(await alarmsAt(NOON + 3 * SLOT_MS + MINUTE_MS)).toEqual([]);
  });

  it('reports repeated recent Telegram failures, but not a single one', async () => {
    const post = (minutesAgo: number, state: 'lost' | 'refused' | 'posted') =>
      database.collection('telegramPosts').add({
        signal: '20261120T1100Z',
        channel: 'starter',
        state,
        messageId: null,
        shown: null,
        heldUntil: Timestamp.fromMillis(0),
        dueAt: null,
        attempts: 1,
        problem: null,
        createdAt: Timestamp.fromMillis(NOON - minutesAgo * MINUTE_MS),
      });
    await Promise.all([post(40, 'refused'), post(10, 'lost'), post(5, 'posted')]);
    expect(await alarmsAt(NOON)).toEqual([]);
    await post(5, 'refused');
    expect(await alarmsAt(NOON)).toEqual([{ alarm: 'posts-failing', value: 2 }]);
  });

  it('reports an abandoned email once', async () => {
    const updatedAt = Timestamp.fromMillis(NOON);
    await database.collection('mail').add({ state: 'dead', dueAt: null, updatedAt });
    expect(await alarmsAt(NOON + MINUTE_MS)).toEqual([{ alarm: 'mail-given-up', value: 1 }]);
    expect(await alarmsAt(NOON + 11 * MINUTE_MS)).toEqual([]);
  });

  it('measures the delay of an immediate push from its creation', async () => {
    const [dueAt, createdAt] = [Timestamp.fromMillis(0), Timestamp.fromMillis(NOON - MINUTE_MS)];
    await database.collection('pushes').add({ dueAt, createdAt });
    expect(await alarmsAt(NOON)).toEqual([]);
    expect(await alarmsAt(NOON + 5 * MINUTE_MS)).toEqual([{ alarm: 'push-late', value: 6 }]);
  });

  it.each([
    ['mail-late', 'mail', 'dueAt', 9, 11],
    ['push-late', 'pushes', 'dueAt', 4, 6],
    ['push-late', 'broadcasts', 'dueAt', 4, 6],
    ['deletion-late', 'deletions', 'startedAt', 119, 121],
  ] as const)(
    'reports %s once its limit is exceeded',
    async (alarm, queue, field, before, after) => {
      await due(queue, field, before * MINUTE_MS);
      expect(await alarmsAt(NOON)).toEqual([]);
      await due(queue, field, after * MINUTE_MS);
      expect(await alarmsAt(NOON)).toEqual([{ alarm, value: after }]);
    },
  );

  it('reports a missing heartbeat after the same delay as a late one', async () => {
    const watchedSince = NOON;
    expect(await alarmsAt(NOON + 11 * MINUTE_MS, { watchedSince })).toEqual([]);
    expect(await alarmsAt(NOON + 12 * MINUTE_MS, { watchedSince })).toEqual([
      { alarm: 'heartbeat-late', value: 12 },
    ]);
  });

  it.each([
    ['proofs', 24],
    ['setups', 48],
  ])('reports %s that wait for staff longer than the promised %i hours', async (name, hours) => {
    const waiting = (ago: number, state = 'waiting') =>
      database.collection(name).add({ state, createdAt: Timestamp.fromMillis(NOON - ago) });
    await Promise.all([waiting((hours - 1) * HOUR_MS), waiting(60 * HOUR_MS, 'approved')]);
    expect(await alarmsAt(NOON)).toEqual([]);
    await waiting((hours + 1) * HOUR_MS);
    expect(await alarmsAt(NOON)).toEqual([{ alarm: 'proofs-late', value: (hours + 1) * 60 }]);
  });

  it('reports overdue timestamps if an authority is configured', async () => {
    const stamped = { watchedSince: NOON - DAY_MS, timeAuthorities: 1 };
    await publish(NOON);
    await database
      .doc(`checkpointStamps/${slotId(NOON - HOUR_MS)}`)
      .set({ slot: slotId(NOON - HOUR_MS) });
    expect(await alarmsAt(NOON, stamped)).toEqual([]);
    expect(await alarmsAt(NOON + SLOT_MS, stamped)).toEqual([{ alarm: 'stamps-late', value: 65 }]);
    expect(await alarmsAt(NOON + SLOT_MS, { ...stamped, timeAuthorities: 0 })).toEqual([]);
  });

  it('reports late or missing backups and an outdated network list', async () => {
    const backup = (newestBackupAt: number | null) =>
      alarmsAt(NOON, { newestBackupAt, watchedSince: NOON });
    expect(await backup(NOON - 35 * HOUR_MS)).toEqual([]);
    expect(await backup(null)).toEqual([]);
    expect(await backup(NOON - 37 * HOUR_MS)).toEqual([{ alarm: 'backups-late', value: 37 * 60 }]);
    await publish(NOON);
    expect(await alarmsAt(NOON, { newestBackupAt: null, watchedSince: NOON - 2 * DAY_MS })).toEqual(
      [{ alarm: 'backups-late', value: 48 * 60 }],
    );
    expect(await alarmsAt(NOON, { networksFetchedAt: NOON - 61 * DAY_MS })).toEqual([
      { alarm: 'networks-old', value: 61 * 24 * 60 },
    ]);
  });
});

describe('external health check', () => {
  const site = { timeAuthorities: 0, project: null };

  it('passes only while the watcher runs', async () => {
    await publish(NOON);
    expect(await isHealthy(database, NOON)).toBe(false);
    await runWatch(database, NOON, site);
    expect(await isHealthy(database, NOON + 10 * MINUTE_MS)).toBe(true);
    expect(await isHealthy(database, NOON + 12 * MINUTE_MS)).toBe(false);
  });

  it.each([
    ['mail', 'dueAt'],
    ['pushes', 'dueAt'],
    ['broadcasts', 'dueAt'],
  ])('fails while %s are overdue', async (name, field) => {
    await publish(NOON);
    const { id } = await due(name, field, HOUR_MS);
    await runWatch(database, NOON, site);
    expect(await isHealthy(database, NOON)).toBe(false);
    await database.doc(`${name}/${id}`).delete();
    await runWatch(database, NOON, site);
    expect(await isHealthy(database, NOON)).toBe(true);
  });

  it('fails while signals or proofs are late', async () => {
    await publish(NOON);
    await runWatch(database, NOON + 5 * MINUTE_MS, site);
    expect(await isHealthy(database, NOON + 5 * MINUTE_MS)).toBe(true);
    const createdAt = Timestamp.fromMillis(NOON - 25 * HOUR_MS);
    const { id } = await database.collection('proofs').add({ state: 'waiting', createdAt });
    await runWatch(database, NOON + 5 * MINUTE_MS, site);
    expect(await isHealthy(database, NOON + 5 * MINUTE_MS)).toBe(false);
    await database.doc(`proofs/${id}`).delete();
    await runWatch(database, NOON + 12 * MINUTE_MS, site);
    expect(await isHealthy(database, NOON + 12 * MINUTE_MS)).toBe(false);
  });
});
