import { DEFAULT_PAIRS, MINUTE_MS, SLOT_MS } from '@quantalgo/contracts';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { findAlarms } from '../../src/platform/console/alarms';
import type { MarketData } from '../../src/platform/market/marketData';
import { simulatedMarket } from '../../src/platform/market/simulated';
import { runPublisher } from '../../src/platform/record/publish';
import { NOON } from '../candles';
import { emulated } from './emulated';

const server = emulated('demo-server-alarms');
const { database } = server;
const open = simulatedMarket(DEFAULT_PAIRS);

/** Publishes a slot, and delivers the notification of its signal. */
async function publish(slot: number, market: MarketData = open): Promise<void> {
  await runPublisher(database, slot, { market, clock: () => slot + 2000 });
  const { docs } = await database.collection('broadcasts').get();
  await Promise.all(docs.map(({ ref }) => ref.update({ dueAt: null })));
}

const alarmsAt = (now: number) => findAlarms(database, now);

const silent: MarketData = { ...open, candles: () => Promise.reject(new Error('No answer')) };

const due = (collection: string, field: string, ago: number) =>
  database.collection(collection).add({ [field]: Timestamp.fromMillis(NOON - ago) });

beforeEach(() => server.clear());
afterAll(() => server.close());

describe('the watch over the service', () => {
  it('wakes nobody where all goes well, or nothing has begun', async () => {
    expect(await alarmsAt(NOON)).toEqual([]);
    await publish(NOON);
    await due('mail', 'dueAt', -5 * MINUTE_MS);
    expect(await alarmsAt(NOON + 10 * MINUTE_MS)).toEqual([]);
  });

  it('tells when the record does not go on while the market is open', async () => {
    await publish(NOON);
    expect(await alarmsAt(NOON + 12 * MINUTE_MS)).toEqual([{ alarm: 'heartbeat-late', value: 12 }]);
  });

  it('lets a closed market be, until it should have opened', async () => {
    const opening = NOON + 60 * MINUTE_MS;
    await publish(NOON, { ...open, isOpen: (slot) => slot >= opening });
    expect(await alarmsAt(NOON + 30 * MINUTE_MS)).toEqual([]);
    expect(await alarmsAt(opening + MINUTE_MS)).toMatchObject([{ alarm: 'heartbeat-late' }]);
  });

  it('tells of two misses in a row, not of one, nor of two with a signal after them', async () => {
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

  it('tells of posts on Telegram that fail again and again, not of one, nor of old ones', async () => {
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

  it('tells once of a mail that was given up', async () => {
    const updatedAt = Timestamp.fromMillis(NOON);
    await database.collection('mail').add({ state: 'dead', dueAt: null, updatedAt });
    expect(await alarmsAt(NOON + MINUTE_MS)).toEqual([{ alarm: 'mail-given-up', value: 1 }]);
    expect(await alarmsAt(NOON + 11 * MINUTE_MS)).toEqual([]);
  });

  it('gives what is queued for at once the same time', async () => {
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
  ] as const)('tells of %s once its time is over', async (alarm, queue, field, before, after) => {
    await due(queue, field, before * MINUTE_MS);
    expect(await alarmsAt(NOON)).toEqual([]);
    await due(queue, field, after * MINUTE_MS);
    expect(await alarmsAt(NOON)).toEqual([{ alarm, value: after }]);
  });
});
