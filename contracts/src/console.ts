import * as z from 'zod/mini';
import { tierSchema } from './access';
import { userSchema } from './member';
import { directionSchema, heartbeatStateSchema, pairSchema, sourceSchema } from './signals/signal';
import { ticketSchema } from './ticket';
import { firestoreTime } from './time';

/** Rows of a page of the console, unless told otherwise. */
export const ADMIN_PAGE_SIZE = 50;

/** Lists of users beside the one of all: by tier, with a proof that waits, and without a confirmed address. */
export const USER_FILTERS = ['guest', 'starter', 'essential', 'pending', 'unconfirmed'] as const;

export type UserFilter = (typeof USER_FILTERS)[number];

/** A row of the console. */
export const adminUserSchema = z.object({
  ...userSchema.shape,
  /** False for a registration whose code nobody has entered: nothing can be granted to it. */
  confirmed: z.boolean(),
  /** Since when the oldest proof waits for staff (ISO); null where none does. */
  proofWaitingSince: z.nullable(z.iso.datetime()),
});

export type AdminUser = z.infer<typeof adminUserSchema>;

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
  'flag changed',
  'answer saved',
  'answer deleted',
  'second factor set up',
  'second factor replaced',
  'second factor reset',
  'recovery code used',
  'recovery codes renewed',
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

const systemTime = z.iso.datetime();

const ms = z.nullable(z.number());

/** What runs, and how well. Times in ms; null where nothing was measured yet. */
export const systemSchema = z.object({
  source: sourceSchema,
  /** What became of the newest slot; null before the first. */
  heartbeat: z.nullable(
    z.object({
      slot: z.string(),
      state: heartbeatStateSchema,
      at: systemTime,
      /** How long the newest slot that is due has been waited for beyond its start. */
      lagMs: z.number(),
    }),
  ),
  /** What the newest slot says of the market that prices come from; null before the first. */
  market: z.nullable(
    z.object({
      state: z.enum(['open', 'closed', 'failing']),
      /** Why the slot was missed; null where it was not. */
      problem: z.nullable(z.string()),
    }),
  ),
  /** Newest first. */
  publications: z.array(
    z.object({ slot: z.string(), pair: pairSchema, direction: directionSchema, at: systemTime }),
  ),
  misses: z.array(z.object({ slot: z.string(), reason: z.string() })),
  /** Slots that were missed in the last 24 hours. */
  missedInDay: z.int(),
  /** From the start of a slot to its commit, by UTC day, newest first; p95 is the end of its class. */
  delays: z.array(z.object({ day: z.string(), published: z.int(), p95Ms: ms })),
  /** From handing a push to its service until a device showed it, likewise. */
  pushDelays: z.array(z.object({ day: z.string(), shown: z.int(), p95Ms: ms })),
  calibrations: z.array(
    z.object({
      strategyId: z.string(),
      version: z.string(),
      fittedAt: systemTime,
      switchedOff: z.nullable(z.object({ since: systemTime, reason: z.string() })),
    }),
  ),
  ledger: z.nullable(
    z.object({ ledgerId: z.string(), seq: z.int(), hash: z.string(), at: systemTime }),
  ),
  countdown: z.object({ roundMs: z.int(), endsAt: systemTime }),
});

export type SystemState = z.infer<typeof systemSchema>;
