import * as z from 'zod/mini';
import { tierSchema } from '../access/tiers';
import { ticketSchema } from '../support/ticket';

const isoText = z.iso.datetime();

/** Whose something is; null where there is no such member any more. */
const member = z.nullable(z.object({ fullName: z.string(), email: z.string() }));

/** A dashboard code as the console lists it: the code itself is stored nowhere. */
export const adminCodeSchema = z.object({
  /** Id of the member whom it unlocks, who has one at most. */
  userId: z.string(),
  member,
  tier: tierSchema,
  issuedBy: z.string(),
  issuedAt: isoText,
  validUntil: isoText,
  state: z.enum(['open', 'used', 'void', 'expired', 'exhausted']),
});
export type AdminCode = z.infer<typeof adminCodeSchema>;

/** A ticket in the inbox of support. */
export const adminTicketSchema = z.object({
  ...ticketSchema.shape,
  userId: z.string(),
  member,
});
export type AdminTicket = z.infer<typeof adminTicketSchema>;

/** A text that support answers often. */
export const cannedAnswerSchema = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
});
export type CannedAnswer = z.infer<typeof cannedAnswerSchema>;

/** A mail that was given up. */
export const failedMailSchema = z.object({
  id: z.string(),
  template: z.string(),
  to: z.string(),
  attempts: z.int(),
  problem: z.nullable(z.string()),
  createdAt: isoText,
  updatedAt: isoText,
  /** False where its secrets are erased, or it is of no use any more: a new one has to be asked for. */
  canRetry: z.boolean(),
});
export type FailedMail = z.infer<typeof failedMailSchema>;
