import * as z from 'zod/mini';
import { sha256Schema } from '../signals/signal';

/** A calendar day of UTC: `2026-11-20`. */
export const daySchema = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Not a day, for example 2026-11-20'));

/** The head of a day, time-stamped by an authority that the publisher does not control (RFC 3161). */
export const stampSchema = z.object({
  day: daySchema,
  ledgerId: z.string(),
  seq: z.int().check(z.gte(0)),
  /** The entry's hash: what was stamped. */
  hash: sha256Schema,
  /** Who stamped it. */
  authority: z.string(),
  /** When, by the authority's clock. */
  genTime: z.iso.datetime(),
  /** The time-stamp token, DER in base64. */
  token: z.base64(),
});
export type Stamp = z.infer<typeof stampSchema>;

/** Stamps of one reply. */
export const STAMPS_PAGE_SIZE = 100;
