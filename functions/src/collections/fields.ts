import { firestoreTime } from '@quantalgo/contracts/core/time';
import * as z from 'zod/mini';

/*
 * What the schemas of several collections share. Schemas of documents that clients read are in contracts. Times are
 * Timestamps, epoch ms once parsed. A reader picks the fields that it needs.
 */

/** HMAC-SHA-256 in base64url: stored in place of a code, a token or an address. */
export const digest = z.string().check(z.regex(/^[\w-]{43}$/, 'Not a digest'));

export const count = z.int().check(z.gte(0));

export const countsByClass = z.record(z.string(), z.int());

/** A code, stored only as its digest, and the wrong tries at it. */
export const guardedCodeDocument = z.object({
  digest: z.nullable(digest),
  tries: z.int(),
  validUntil: firestoreTime,
  triesUntil: firestoreTime,
  expireAt: firestoreTime,
});

/** When figures were counted, and when somebody last began to count them. */
export const counted = { countedAt: firestoreTime, claimedAt: z.exactOptional(firestoreTime) };
