import * as z from 'zod/mini';
import { buildProgressFields } from './submission';

export const MAX_STORED_TICKETS = 50;

export const proofSchema = z.object({
  id: z.string(),
  traderId: z.string(),
  ...buildProgressFields(z.iso.datetime()),
});

/**
 * The member's newest tickets (`ticketSchema`), newest first, and newest proof and account setup
 * (`setupSchema`). Unparsed, so that one part that a client can't read doesn't spoil the others.
 */
export const ownDocumentsSchema = z.object({
  tickets: z.array(z.unknown()),
  proof: z.unknown(),
  setup: z.unknown(),
});
