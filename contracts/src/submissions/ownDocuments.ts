import * as z from 'zod/mini';
import { progressOf } from './submission';

/** Number of tickets, the newest, that a device stores. */
export const TICKETS_KEPT = 50;

/** A proof as the API returns it to its owner. */
export const proofSchema = z.object({
  id: z.string(),
  traderId: z.string(),
  ...progressOf(z.iso.datetime()),
});

/**
 * A member's own documents that are shown live: their newest tickets (`ticketSchema`), newest first, and the newest proof and account
 * setup (`setupSchema`), null if there is none. Left unparsed, so that one part that a client can't read doesn't spoil
 * the others.
 */
export const ownDocumentsSchema = z.object({
  tickets: z.array(z.unknown()),
  proof: z.unknown(),
  setup: z.unknown(),
});
