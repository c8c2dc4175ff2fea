import * as z from 'zod/mini';
import { buildReviewFields } from './submission';

export const MAX_STORED_TICKETS = 50;

export const proofSchema = z.object({
  id: z.string(),
  traderId: z.string(),
  ...buildReviewFields(z.iso.datetime()),
});

/**
 * Tickets (`ticketSchema`, newest first) and the newest proof and account setup (`setupSchema`).
 * Unparsed, so that one unreadable part doesn't make the others unreadable.
 */
export const ownDocumentsSchema = z.object({
  tickets: z.array(z.unknown()),
  proof: z.unknown(),
  setup: z.unknown(),
});
