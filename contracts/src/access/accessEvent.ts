import * as z from 'zod/mini';
import { tierSchema } from './access';
import { firestoreTimeSchema } from '../core/time';

export const accessStateSchema = z.object({
  tier: tierSchema,
  dashboardUnlocked: z.boolean(),
  hasDeposited: z.boolean(),
  staff: z.boolean(),
  codeActivated: z.boolean(),
  accessVersion: z.int(),
});

const buildEventFields = <T extends z.ZodMiniType>(time: T) => ({
  /** Uid of the staff member or of the member, or `command line`. */
  by: z.string(),
  reason: z.string(),
  before: accessStateSchema,
  after: accessStateSchema,
  at: time,
});

export const accessEventDocumentSchema = z.object({
  uid: z.string(),
  /** The staff member whose dashboard code the member redeemed. */
  issuedBy: z.exactOptional(z.string()),
  ...buildEventFields(firestoreTimeSchema),
});

export type AccessEventDocument = z.infer<typeof accessEventDocumentSchema>;

export const accessEventSchema = z.object({
  id: z.string(),
  userId: z.string(),
  ...buildEventFields(z.iso.datetime()),
});

export type AccessEvent = z.infer<typeof accessEventSchema>;
