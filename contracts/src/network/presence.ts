import * as z from 'zod/mini';
import { firestoreTime } from '../core/time';

/** How often clients report presence while a room is visible. */
export const PRESENCE_MS = 4 * 60_000;

/** Members count as online this long after their last report: one interval plus a minute for slow connections. */
export const ONLINE_MS = PRESENCE_MS + 60_000;

/** The count is shared by all members. */
export const PRESENCE_COUNTED_MS = 60_000;

/**
 * Members who are present count at least themselves, because the shared count may be older than their arrival.
 * `presentAt`: when the server last received their report, null for never. Times in epoch ms.
 */
export const onlineSeenBy = (online: number, presentAt: number | null, now: number): number =>
  presentAt !== null && now - presentAt <= ONLINE_MS ? Math.max(1, online) : online;

const buildPresenceFields = <T extends z.ZodMiniType>(time: T) => ({
  /** Members with a room on screen within {@link ONLINE_MS} before the count. */
  online: z.int().check(z.gte(0)),
  countedAt: time,
});

/** `presence/now`; members with an unlocked dashboard can read it. */
export const presenceDocumentSchema = /* @__PURE__ */ z.object(buildPresenceFields(firestoreTime));

export type PresenceCount = z.infer<typeof presenceDocumentSchema>;

export const presenceSchema = /* @__PURE__ */ z.object(buildPresenceFields(z.iso.datetime()));
