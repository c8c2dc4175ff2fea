import * as z from 'zod/mini';
import { firestoreTime } from '../time/wire';
import { accessStateSchema } from './accessEvent';

/** What staff do that changes nobody's access by itself. */
export const STAFF_ACTIONS = [
  'proof approved',
  'proof rejected',
  'setup approved',
  'setup rejected',
  'code issued',
  'code voided',
  'ticket answered',
  'ticket closed',
  'mail retried',
  'broker list imported',
  'countdown reset',
] as const;
export const staffActionSchema = z.enum(STAFF_ACTIONS);
export type StaffAction = z.infer<typeof staffActionSchema>;

/** `staffActions/{id}` as Firestore holds it. */
export const staffActionDocumentSchema = z.object({
  by: z.string(),
  /** Id of the member whom it concerns; null where it concerns nobody in particular. */
  uid: z.nullable(z.string()),
  action: staffActionSchema,
  /** Why, or what exactly. */
  reason: z.string(),
  at: firestoreTime,
});

const personSchema = z.object({
  /** Id, the pseudonym of a member who was deleted, or `command line`. */
  id: z.string(),
  /** Null where there is no such member any more. */
  email: z.nullable(z.string()),
});

/** Who did what to whom, and why. */
export const auditEntrySchema = z.object({
  id: z.string(),
  by: personSchema,
  /** Null where it concerns nobody in particular. */
  user: z.nullable(personSchema),
  action: z.enum(['access changed', ...STAFF_ACTIONS]),
  reason: z.string(),
  /** Of a change of access what was before, and after; null of anything else. */
  change: z.nullable(z.object({ before: accessStateSchema, after: accessStateSchema })),
  at: z.iso.datetime(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;
