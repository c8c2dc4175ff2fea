import { afterAll, beforeAll, expect, it } from 'vitest';
import { remindOfSessions } from '../../../src/platform/rooms/liveReminders';
import { startApi, type Api } from '../http/suite';

/** Ten minutes before the European Open of a Monday. */
const BEFORE = Date.parse('2026-11-23T07:50:00Z');
const ID = 'european-open-20261123';

let api: Api;

beforeAll(async () => {
  api = await startApi('demo-live-reminders');
});
afterAll(() => api.close());

it('has members told ten minutes before a live session, once, and not once it began', async () => {
  const { firestore } = api;
  expect(await remindOfSessions(firestore, BEFORE - 1000)).toEqual([]);
  const runs = await Promise.all([
    remindOfSessions(firestore, BEFORE),
    remindOfSessions(firestore, BEFORE),
  ]);
  expect(runs.flat()).toEqual([ID]);
  expect(await remindOfSessions(firestore, BEFORE + 60_000)).toEqual([]);
  expect(await remindOfSessions(firestore, BEFORE + 10 * 60_000)).toEqual([]);
  const { docs } = await firestore.collection('broadcasts').get();
  expect(docs.map(({ id }) => id)).toEqual([`session-${ID}`]);
  expect(docs[0]?.get('news')).toMatchObject({
    title: 'European Open starts in 10 minutes',
    to: '/dashboard/platinum-stream',
  });
});
