import * as z from 'zod/mini';
import { buildReviewFields } from './submission';

export const MAX_STORED_TICKETS = 50;

/** Of each kind. The bell lists the decisions on earlier ones. */
export const MAX_STORED_SUBMISSIONS = 5;

export const proofSchema = z.object({
  id: z.string(),
  traderId: z.string(),
  ...buildReviewFields(z.iso.datetime()),
});

/**
 * The newest tickets (`ticketSchema`), proofs and account setups (`setupSchema`), newest first.
 * Unparsed, so that one unreadable part doesn't make the others unreadable.
 */
export const ownDocumentsSchema = z.object({
  tickets: z.array(z.unknown()),
  proofs: z.array(z.unknown()),
  setups: z.array(z.unknown()),
});
