import * as z from 'zod/mini';
import { tierSchema } from '../access/tiers';
import { firestoreTime } from '../time/wire';

/** What a member may do, as the audit keeps it before and after a change. */
export const accessStateSchema = z.object({
  tier: tierSchema,
  dashboardUnlocked: z.boolean(),
  hasDeposited: z.boolean(),
  staff: z.boolean(),
  codeActivated: z.boolean(),
  accessVersion: z.int(),
});

const eventOf = <T extends z.ZodMiniType>(time: T) => ({
  /** Id of whoever caused it: of staff, the member's own, or `command line`. */
  by: z.string(),
  reason: z.string(),
  before: accessStateSchema,
  after: accessStateSchema,
  at: time,
});

/** `accessEvents/{id}` as Firestore holds it. */
export const accessEventDocumentSchema = z.object({ uid: z.string(), ...eventOf(firestoreTime) });
export type AccessEvent = z.infer<typeof accessEventDocumentSchema>;

/** A change of access as the API answers it. */
export const accessEventSchema = z.object({
  id: z.string(),
  /** Id of the member, or the pseudonym of one who was deleted. */
  userId: z.string(),
  ...eventOf(z.iso.datetime()),
});
export type AuditEvent = z.infer<typeof accessEventSchema>;
