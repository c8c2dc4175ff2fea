import * as z from 'zod/mini';
import { firestoreTimeSchema } from '../core/time';

export const PRESENCE_INTERVAL_MS = 4 * 60_000;

/** One interval, plus a minute for slow connections. */
export const ONLINE_TTL_MS = PRESENCE_INTERVAL_MS + 60_000;

export const PRESENCE_COUNT_INTERVAL_MS = 60_000;

/**
 * Counts at least the member themselves, because the shared count may predate their first report.
 * `presentAt`: when the server last received their report, null for never. Times in epoch ms.
 */
export const adjustOnlineCount = (online: number, presentAt: number | null, now: number): number =>
  presentAt !== null && now - presentAt <= ONLINE_TTL_MS ? Math.max(1, online) : online;

const buildPresenceFields = <T extends z.ZodMiniType>(time: T) => ({
  online: z.int().check(z.gte(0)),
  countedAt: time,
});

export const presenceDocumentSchema = z.object(buildPresenceFields(firestoreTimeSchema));

export type PresenceCount = z.infer<typeof presenceDocumentSchema>;

export const presenceSchema = z.object(buildPresenceFields(z.iso.datetime()));
