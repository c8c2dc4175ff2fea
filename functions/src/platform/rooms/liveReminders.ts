import { type Occurrence, occurrencesBetween, PATHS, slotId } from '@quantalgo/contracts';
import type { Firestore } from 'firebase-admin/firestore';
import { ALL_KEYS } from '../../domain/pushDelivery';
import { broadcastFields, broadcastsIn } from '../core/outbox';
import { readCalendar } from './calendar';

/** How long before a live session (ms) its members are told. */
const TOLD_BEFORE_MS = 10 * 60_000;

/** The order to tell that a session begins; useless once it has. `now` in epoch ms. */
function orderOf({ id, name, startsAt }: Occurrence, now: number) {
  const told = `session-${id}`;
  const news = {
    id: told,
    key: told,
    title: `${name} starts in 10 minutes`,
    text: 'Live in the Platinum Stream.',
    to: PATHS.platinumStream,
    audience: 'members',
  } as const;
  const order = { event: 'session', signal: slotId(now), news } as const;
  return broadcastFields({ ...order, validUntil: 0, endsAt: startsAt, ...ALL_KEYS }, now);
}

/**
 * Queues a push for each live session of the calendar that begins within ten minutes, once a session, however often this
 * runs. `now` in epoch ms.
 * @returns the ids of the sessions that it was queued for
 */
export async function remindOfSessions(firestore: Firestore, now: number): Promise<string[]> {
  const plans = await readCalendar(firestore);
  const soon = occurrencesBetween(plans, now, now + TOLD_BEFORE_MS + 1).filter(
    ({ startsAt }) => startsAt > now,
  );
  const queued = soon.map((session) =>
    firestore.runTransaction(async (transaction) => {
      const reference = broadcastsIn(firestore).doc(`session-${session.id}`);
      if ((await transaction.get(reference)).exists) return [];
      transaction.create(reference, orderOf(session, now));
      return [session.id];
    }),
  );
  return (await Promise.all(queued)).flat();
}
