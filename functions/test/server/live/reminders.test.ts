import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeCalendar } from '../../../src/platform/live/calendar';
import { queueSessionReminders } from '../../../src/platform/live/reminders';
import { startApi, type Api } from '../http/suite';

/** Ten minutes before a Monday’s European Open. */
const BEFORE = Date.parse('2026-11-23T07:50:00Z');
const ID = 'session-european-open-20261123-202611230800';

let api: Api;

beforeAll(async () => {
  api = await startApi('demo-live-reminders');
});
afterAll(() => api.close());

it('queues a reminder once, ten minutes before a live session', async () => {
  const { firestore } = api;
  expect(await queueSessionReminders(firestore, BEFORE - 1000)).toEqual([]);
  const runs = await Promise.all([
    queueSessionReminders(firestore, BEFORE),
    queueSessionReminders(firestore, BEFORE),
  ]);
  expect(runs.flat()).toEqual([ID]);
  expect(await queueSessionReminders(firestore, BEFORE + 60_000)).toEqual([]);
  expect(await queueSessionReminders(firestore, BEFORE + 10 * 60_000)).toEqual([]);
  const { docs } = await firestore.collection('broadcasts').get();
  expect(docs.map(({ id }) => id)).toEqual([ID]);
  expect(docs[0]?.get('news')).toMatchObject({
    title: 'European Open starts in 10 minutes',
    to: '/dashboard/platinum-stream',
  });
});

it('queues a cancellation notice once, to the recipients of the reminder', async () => {
  const { firestore } = api;
  const now = Date.parse('2026-11-23T12:00:00Z');
  const change = { action: 'cancel', id: 'nyc-session', day: '2026-11-23', on: true } as const;
  await changeCalendar(firestore, change, { by: 'somebody', now });
  const id = 'session-nyc-session-20261123-cancelled-202611231330-1';
  expect(await queueSessionReminders(firestore, now)).toEqual([id]);
  expect(await queueSessionReminders(firestore, now + 85 * 60_000)).toEqual([]);
  const broadcast = await firestore.doc(`broadcasts/${id}`).get();
  expect(broadcast.get('event')).toBe('session');
  expect(broadcast.get('news')).toMatchObject({ title: 'NYC Session is cancelled' });
});

it('queues another notice if a cancellation was reverted and repeated', async () => {
  const { firestore } = api;
  const now = Date.parse('2026-11-24T07:00:00Z');
  const cancel = (on: boolean) =>
    changeCalendar(
      firestore,
      { action: 'cancel', id: 'european-open', day: '2026-11-24', on },
      { by: 'somebody', now },
    );
  await cancel(true);
  const [first] = await queueSessionReminders(firestore, now);
  await cancel(false);
  expect(await queueSessionReminders(firestore, now)).toEqual([]);
  await cancel(true);
  const again = await queueSessionReminders(firestore, now);
  expect(again).toHaveLength(1);
  expect(again[0]).not.toBe(first);
  expect((await firestore.doc(`broadcasts/${again[0]}`).get()).get('news')).toMatchObject({
    id: again[0],
    title: 'European Open is cancelled',
  });
});
