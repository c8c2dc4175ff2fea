import { createConfiguration } from '@quantalgo/contracts/bots/configuration';
import { createPaperState } from '@quantalgo/contracts/bots/state';
import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quantalgo/contracts/core/time';
import { leaderboardPackSchema } from '@quantalgo/contracts/leaderboard/leaderboard';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { logger } from '../../../src/platform/core/log';
import { foldPublications } from '../../../src/platform/leaderboard/fold';
import { packRef, tableRef } from '../../../src/platform/leaderboard/packs';
import { NOON } from '../../candles';
import { openSettlingStage } from '../record/settlingStage';

const { server, database, publish, settle } = openSettlingStage('demo-server-fold');

const SLOTS = [0, 1, 2, 3].map((step) => NOON + step * SLOT_MS);
const UNREADABLE = NOON + SLOT_MS;
const BEFORE = { slot: slotId(NOON - SLOT_MS), until: NOON - SLOT_MS };

async function publishConfiguration(): Promise<void> {
  const configuration = createConfiguration(NOON);
  const row = {
    id: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
    name: 'Ada',
    configuration,
    publishedAt: NOON - SLOT_MS,
    withdrawnAt: null,
    state: createPaperState(configuration),
  };
  await packRef(database, 0).set({ ...BEFORE, rows: [row] });
  await tableRef(database).set({
    rows: [],
    tried: 1,
    running: 1,
    withdrawn: 0,
    packs: 1,
    slot: BEFORE.slot,
    open: false,
    updatedAt: Timestamp.fromMillis(NOON),
  });
}

const readPack = async () => leaderboardPackSchema.parse((await packRef(database, 0).get()).data());

beforeEach(async () => {
  await server.clear();
  for (const slot of SLOTS) await publish(slot);
  await settle(NOON + HOUR_MS);
  await database.doc(`signals/${slotId(UNREADABLE)}`).update({ confidence: 'high' });
  await publishConfiguration();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.close());

it('stops before an unreadable signal until its reveal deadline, and fails', async () => {
  const failure = `signals/${slotId(UNREADABLE)} can’t be read`;
  await expect(foldPublications(database, NOON + HOUR_MS)).rejects.toThrow(failure);
  const stopped = await readPack();
  expect(stopped).toMatchObject({ slot: slotId(NOON), until: UNREADABLE + SLOT_MS - 1 });
  await expect(foldPublications(database, UNREADABLE + DAY_MS)).rejects.toThrow(failure);
  expect(await readPack()).toEqual(stopped);
});

it('leaves an unreadable signal out after its reveal deadline, and logs it', async () => {
  const logError = vi.spyOn(logger, 'error').mockImplementation(() => undefined);
  const now = UNREADABLE + DAY_MS + 1;
  expect(await foldPublications(database, now)).toBe(SLOTS.length - 1);
  expect(await readPack()).toMatchObject({ slot: slotId(NOON + 3 * SLOT_MS), until: now });
  expect(await foldPublications(database, now + SLOT_MS)).toBe(0);
  expect(logError.mock.calls).toEqual([
    [
      'Signal left out of the leaderboard, because it can’t be read',
      { id: slotId(UNREADABLE), field: 'confidence' },
    ],
  ]);
});

it('logs an unreadable signal once, even if no later one has settled', async () => {
  const logError = vi.spyOn(logger, 'error').mockImplementation(() => undefined);
  const id = slotId(NOON + 3 * SLOT_MS);
  await database.doc(`signals/${id}`).update({ confidence: 'high' });
  for (const minutes of [0, 5, 10])
    await foldPublications(database, NOON + 2 * DAY_MS + minutes * MINUTE_MS);
  const calls = logError.mock.calls.filter(([, fields]) => fields['id'] === id);
  expect(calls).toHaveLength(1);
});
