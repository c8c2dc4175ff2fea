import * as z from 'zod/mini';
import { tierSchema } from '../access/access';
import { PATHS } from '../core/paths';
import { heartbeatStateSchema } from '../signals/heartbeat';
import { directionSchema, sourceSchema } from '../signals/signal';
import { ticketSchema } from '../tickets/ticket';
import { firestoreTimeSchema } from '../core/time';
import { isPrintable } from '../core/validation';
import { cleanLine } from '../core/visibleText';
import { accessStateSchema } from '../access/accessEvent';
import { pairSchema } from '../market/pairs';

export const ADMIN_PAGE_SIZE = 50;

export const TICKETS_PAGE_SIZE = 50;

export const USER_FILTERS = ['guest', 'starter', 'essential', 'pending', 'unconfirmed'] as const;

export type UserFilter = (typeof USER_FILTERS)[number];

const STAFF_ACTIONS = [
  'proof approved',
  'proof rejected',
  'setup approved',
  'setup rejected',
  'code issued',
  'code voided',
  'ticket answered',
  'ticket closed',
  'mail retried',
  'news sent',
  'broker list imported',
  'countdown reset',
  'flag changed',
  'answer saved',
  'answer deleted',
  'post removed',
  'post kept',
  'member muted',
  'member banned',
  'restriction lifted',
  'note pinned',
  'pinned note edited',
  'note unpinned',
  'session calendar changed',
  'session opened',
  'session closed',
  'session note removed',
  'second factor set up',
  'second factor replaced',
  'second factor reset',
  'recovery code used',
  'recovery codes renewed',
  'telegram linked',
  'telegram unlinked',
  'telegram channel left',
] as const;

const staffActionSchema = z.enum(STAFF_ACTIONS);

export type StaffAction = z.infer<typeof staffActionSchema>;

export const staffActionDocumentSchema = z.object({
  by: z.string(),
  uid: z.nullable(z.string()),
  action: staffActionSchema,
  reason: z.string(),
  at: firestoreTimeSchema,
});

const personSchema = z.object({
  /** Uid, pseudonym of an erased member, or `command line`. */
  id: z.string(),
  email: z.nullable(z.string()),
});

export const auditEntrySchema = z.object({
  id: z.string(),
  by: personSchema,
  user: z.nullable(personSchema),
  action: z.enum(['access changed', ...STAFF_ACTIONS]),
  reason: z.string(),
  change: z.nullable(z.object({ before: accessStateSchema, after: accessStateSchema })),
  at: z.iso.datetime(),
});

export type AuditEntry = z.infer<typeof auditEntrySchema>;

const isoSchema = z.iso.datetime();

const memberSchema = z.nullable(z.object({ fullName: z.string(), email: z.string() }));

export const adminCodeSchema = z.object({
  userId: z.string(),
  member: memberSchema,
  tier: tierSchema,
  issuedBy: z.string(),
  issuedAt: isoSchema,
  validUntil: isoSchema,
  state: z.enum(['open', 'used', 'void', 'expired', 'exhausted']),
});

export type AdminCode = z.infer<typeof adminCodeSchema>;

export const adminTicketSchema = z.object({
  ...ticketSchema.shape,
  userId: z.string(),
  member: memberSchema,
});

export type AdminTicket = z.infer<typeof adminTicketSchema>;

export const cannedAnswerSchema = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
});

export type CannedAnswer = z.infer<typeof cannedAnswerSchema>;

export const NEWS_AUDIENCES = ['guests', 'members', 'all'] as const;

export type NewsAudience = (typeof NEWS_AUDIENCES)[number];

/** Per UTC day. Browsers revoke the permission of sites that notify too often. */
export const MAX_NEWS_PER_DAY = 3;

const createNewsField = (missing: string, maxLength: number, tooLong: string) =>
  z
    .string(missing)
    .check(
      z.overwrite(cleanLine),
      z.minLength(1, { error: missing, abort: true }),
      z.maxLength(maxLength, tooLong),
      z.refine(isPrintable, 'News must not contain control characters'),
    );

const INVALID_PATH = 'Please enter a path on this site, for example /dashboard';

export const newsSchema = z.strictObject({
  title: createNewsField('Please enter a title', 60, 'The title must be at most 60 characters'),
  text: createNewsField('Please enter the text', 200, 'The text must be at most 200 characters'),
  to: z._default(
    z
      .string(INVALID_PATH)
      .check(z.maxLength(200, INVALID_PATH), z.regex(/^\/(?![/\\])[\w\-./?=&%#]*$/, INVALID_PATH)),
    PATHS.dashboard,
  ),
  audience: z.enum(NEWS_AUDIENCES, 'Choose guests, members or all'),
});

export type News = z.infer<typeof newsSchema>;

export const failedEmailSchema = z.object({
  id: z.string(),
  template: z.string(),
  to: z.string(),
  attempts: z.int(),
  problem: z.nullable(z.string()),
  createdAt: isoSchema,
  updatedAt: isoSchema,
  /**
   * False if its secrets are erased or it has expired. The member must then request a new email.
   */
  canRetry: z.boolean(),
});

export type FailedEmail = z.infer<typeof failedEmailSchema>;

const msSchema = z.nullable(z.number());

/** Durations are null until something is measured. */
export const systemSchema = z.object({
  source: sourceSchema,
  heartbeat: z.nullable(
    z.object({
      slot: z.string(),
      state: heartbeatStateSchema,
      at: isoSchema,
      lagMs: z.number(),
    }),
  ),
  market: z.nullable(
    z.object({
      state: z.enum(['open', 'closed', 'failing']),
      problem: z.nullable(z.string()),
    }),
  ),
  publications: z.array(
    z.object({
      slot: z.string(),
      pair: pairSchema,
      direction: directionSchema,
      at: isoSchema,
    }),
  ),
  misses: z.array(z.object({ slot: z.string(), reason: z.string() })),
  missedLast24Hours: z.int(),
  overdue: z.array(
    z.object({
      what: z.string(),
      id: z.string(),
      userId: z.nullable(z.string()),
      owner: z.nullable(z.string()),
      since: isoSchema,
    }),
  ),
  off: z.array(z.string()),
  /**
   * From slot start to commit, per UTC day, newest first. `p95Ms`: upper bound of a histogram
   * bucket.
   */
  delays: z.array(z.object({ day: z.string(), published: z.int(), p95Ms: msSchema })),
  pushDelays: z.array(z.object({ day: z.string(), shown: z.int(), p95Ms: msSchema })),
  calibrations: z.array(
    z.object({
      strategyId: z.string(),
      version: z.string(),
      fittedAt: isoSchema,
      switchedOff: z.nullable(z.object({ since: isoSchema, reason: z.string() })),
    }),
  ),
  ledger: z.nullable(
    z.object({ ledgerId: z.string(), seq: z.int(), hash: z.string(), at: isoSchema }),
  ),
  countdown: z.object({ roundMs: z.int(), endsAt: isoSchema }),
});

export type SystemState = z.infer<typeof systemSchema>;
