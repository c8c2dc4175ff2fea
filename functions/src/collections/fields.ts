import { firestoreTimeSchema } from '@quantalgo/contracts/core/time';
import * as z from 'zod/mini';

/*
 * Shared by the schemas of several collections. Schemas of documents that clients read are in contracts. Times are
 * Timestamps, epoch ms once parsed.
 */

/** HMAC-SHA-256 in base64url, stored instead of a code, token or address. */
export const digest = z.string().check(z.regex(/^[\w-]{43}$/, 'Not a digest'));

export const count = z.int().check(z.gte(0));

export const countsByClass = z.record(z.string(), z.int());

export const guardedCodeDocument = z.object({
  digest: z.nullable(digest),
  tries: z.int(),
  validUntil: firestoreTimeSchema,
  triesUntil: firestoreTimeSchema,
  expireAt: firestoreTimeSchema,
});

/** `claimedAt`: when someone last began to count. */
export const countTimestamps = {
  countedAt: firestoreTimeSchema,
  claimedAt: z.exactOptional(firestoreTimeSchema),
};
