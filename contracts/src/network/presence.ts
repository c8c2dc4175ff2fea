import * as z from 'zod/mini';
import { firestoreTime } from '../core/time';

/** Interval (ms) at which a client reports its member's presence while a room is visible. */
export const PRESENCE_MS = 4 * 60_000;

/** A member counts as online for this long (ms) after their last report: the interval plus a minute for slow connections. */
export const ONLINE_MS = PRESENCE_MS + 60_000;

/** The members online are counted at most this often (ms), for everybody at once. */
export const PRESENCE_COUNTED_MS = 60_000;

/**
 * How many members are online in the eyes of one of them. As all are counted once a minute, the count may be from before
 * they came: they see at least themselves as long as their presence lasts.
 * @param online as it was counted
 * @param presentAt when the server last took a call by which they are present; null for never. Times in epoch ms
 */
export const onlineSeenBy = (online: number, presentAt: number | null, now: number): number =>
  presentAt !== null && now - presentAt <= ONLINE_MS ? Math.max(1, online) : online;

const presenceOf = <T extends z.ZodMiniType>(time: T) => ({
  /** Members who had a room in sight within {@link ONLINE_MS} before the count. */
  online: z.int().check(z.gte(0)),
  countedAt: time,
});

/** `presence/now` as Firestore holds it; members with an unlocked dashboard read it. */
export const presenceDocumentSchema = /* @__PURE__ */ z.object(presenceOf(firestoreTime));

export type PresenceCount = z.infer<typeof presenceDocumentSchema>;

/** How many members are online, as the API answers it. */
export const presenceSchema = /* @__PURE__ */ z.object(presenceOf(z.iso.datetime()));
