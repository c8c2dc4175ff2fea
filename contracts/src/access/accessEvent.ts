import * as z from 'zod/mini';
import { tierSchema } from './access';
import { firestoreTime } from '../core/time';

/** A member's access as the audit records it before and after a change. */
export const accessStateSchema = z.object({
  tier: tierSchema,
  dashboardUnlocked: z.boolean(),
  hasDeposited: z.boolean(),
  staff: z.boolean(),
  codeActivated: z.boolean(),
  accessVersion: z.int(),
});

const eventOf = <T extends z.ZodMiniType>(time: T) => ({
  /** Who caused it: the id of a member of staff, the member's own, or `command line`. */
  by: z.string(),
  reason: z.string(),
  before: accessStateSchema,
  after: accessStateSchema,
  at: time,
});

/** `accessEvents/{id}` as Firestore holds it. */
export const accessEventDocumentSchema = z.object({ uid: z.string(), ...eventOf(firestoreTime) });

export type AccessEventDocument = z.infer<typeof accessEventDocumentSchema>;

/** A change of access as the API returns it. */
export const accessEventSchema = z.object({
  id: z.string(),
  /** Id of the member, or the pseudonym of an erased one. */
  userId: z.string(),
  ...eventOf(z.iso.datetime()),
});

export type AccessEvent = z.infer<typeof accessEventSchema>;
