import { firestoreTimeSchema } from '@quantalgo/contracts/core/time';
import * as z from 'zod/mini';

/*
 * Fields that several collections share. Schemas of documents that clients read are in contracts.
 * Timestamps parse to epoch ms.
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

/** `claimedAt`: when a count last began. */
export const countTimestamps = {
  countedAt: firestoreTimeSchema,
  claimedAt: z.exactOptional(firestoreTimeSchema),
};
