import { PATHS } from '@quantalgo/contracts/core/paths';
import { slotId } from '@quantalgo/contracts/core/slots';
import type { Firestore } from 'firebase-admin/firestore';
import { findDueReminders } from '../../domain/live/reminders';
import { ALL_KEYS } from '../../domain/push/delivery';
import { toBroadcastFields, getBroadcastsCollection } from '../core/queues';
import { readCalendar } from './calendar';

type Reminder = ReturnType<typeof findDueReminders>[number];

function toBroadcast({ id, title, text, until }: Reminder, now: number) {
  const news = { id, key: id, title, text, to: PATHS.platinumStream, audience: 'members' } as const;
  const order = { event: 'session', signal: slotId(now), news } as const;
  return toBroadcastFields({ ...order, validUntil: until, ...ALL_KEYS }, now);
}

/**
 * Queues one reminder for each session that begins within ten minutes, or was cancelled or moved
 * shortly before.
 */
export async function queueSessionReminders(firestore: Firestore, now: number): Promise<string[]> {
  const reminders = findDueReminders(await readCalendar(firestore), now);
  const transactions = reminders.map((reminder) =>
    firestore.runTransaction(async (transaction) => {
      const reference = getBroadcastsCollection(firestore).doc(reminder.id);
      if ((await transaction.get(reference)).exists) return [];
      transaction.create(reference, toBroadcast(reminder, now));
      return [reminder.id];
    }),
  );
  return (await Promise.all(transactions)).flat();
}
