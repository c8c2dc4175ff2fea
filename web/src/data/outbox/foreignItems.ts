import * as z from 'zod/mini';
import { clockOffset, serverNow } from '../core/clock';
import { reportFault } from '../core/faults';
import { withOutbox } from './database';

/** The privacy page states it. */
const FOREIGN_RETENTION_MS = 30 * 24 * 60 * 60_000;

/** Read from rows of any version. */
const ageSchema = z.object({ id: z.string(), createdAt: z.number(), confirmedAt: z.number() });

/**
 * Deletes other members' items 30 days after they were created or last confirmed. Rows without
 * these times stay.
 */
export const removeForeignItems = (uid: string, now: number): Promise<void> =>
  withOutbox(({ items, files }) =>
    items.db.transaction('rw', items, files, async () => {
      const rows: unknown[] = await items.where('uid').notEqual(uid).toArray();
      const ids = rows.flatMap((row) => {
        const age = ageSchema.safeParse(row).data;
        const isOld = age && Math.max(age.createdAt, age.confirmedAt) < now - FOREIGN_RETENTION_MS;
        return isOld ? [age.id] : [];
      });
      await items.bulkDelete(ids);
      await files.bulkDelete(ids);
    }),
  );

/**
 * Removes them once this run measured the device's clock, because a wrong clock would make fresh
 * items look old. An item must be old by both clocks: its times are the device's.
 */
export function expireForeignItems(uid: string, signal: AbortSignal): void {
  let stop: () => void = () => undefined;
  const expire = () => {
    // An earlier run's offset has an infinite round trip.
    if (!Number.isFinite(clockOffset.get()?.roundTrip)) return;
    stop();
    removeForeignItems(uid, Math.min(Date.now(), serverNow())).catch((error: unknown) =>
      reportFault(error, 'promise'),
    );
  };
  stop = clockOffset.subscribe(expire);
  signal.addEventListener('abort', stop);
  expire();
}
