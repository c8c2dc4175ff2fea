import * as z from 'zod/mini';
import { firestoreTime } from '../time';

/** A member with a room in sight says so this often (ms). */
export const PRESENCE_MS = 4 * 60_000;

/** Who said so within this time (ms) is online; a minute more, as calls are late on slow lines. */
export const ONLINE_MS = PRESENCE_MS + 60_000;

/** The members online are counted at most this often (ms), for everybody at once. */
export const PRESENCE_COUNTED_MS = 60_000;

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
