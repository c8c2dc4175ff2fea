import * as z from 'zod/mini';
import { tierSchema } from '../access/access';
import { PATHS } from '../core/paths';
import { heartbeatStateSchema } from '../signals/heartbeat';
import { directionSchema, sourceSchema } from '../signals/signal';
import { ticketSchema } from '../tickets/ticket';
import { firestoreTime } from '../core/time';
import { isPrintable } from '../core/validation';
import { accessStateSchema } from '../access/accessEvent';
import { pairSchema } from '../market/pairs';

/** Default number of rows on a page of the console. */
export const ADMIN_PAGE_SIZE = 50;

/** Filters of the user list: by tier, with a pending proof, without a confirmed address. */
export const USER_FILTERS = ['guest', 'starter', 'essential', 'pending', 'unconfirmed'] as const;

export type UserFilter = (typeof USER_FILTERS)[number];

/** Acts of staff that don't change anybody's access by themselves, and how members' chats on Telegram are linked. */
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
  'post left',
  'member muted',
  'member banned',
  'restriction lifted',
  'note pinned',
  'pinned note edited',
  'note taken down',
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

/** `staffActions/{id}` as Firestore holds it. */
export const staffActionDocumentSchema = z.object({
  by: z.string(),
  /** Id of the member concerned; null if there is none in particular. */
  uid: z.nullable(z.string()),
  action: staffActionSchema,
  /** The reason, or the details. */
  reason: z.string(),
  at: firestoreTime,
});

const personSchema = z.object({
  /** Id, the pseudonym of an erased member, or `command line`. */
  id: z.string(),
  /** Null if there is no such member any more. */
  email: z.nullable(z.string()),
});

/** An entry of the audit: who did what to whom, and why. */
export const auditEntrySchema = z.object({
  id: z.string(),
  by: personSchema,
  /** Null if it concerns nobody in particular. */
  user: z.nullable(personSchema),
  action: z.enum(['access changed', ...STAFF_ACTIONS]),
  reason: z.string(),
  /** Access before and after a change of it; null for all other actions. */
  change: z.nullable(z.object({ before: accessStateSchema, after: accessStateSchema })),
  at: z.iso.datetime(),
});

export type AuditEntry = z.infer<typeof auditEntrySchema>;

const isoText = z.iso.datetime();

/** The member concerned; null if there is no such member any more. */
const member = z.nullable(z.object({ fullName: z.string(), email: z.string() }));

/** A dashboard code as the console lists it; the code itself isn't stored anywhere. */
export const adminCodeSchema = z.object({
  /** Id of the member whose dashboard it unlocks; each has at most one. */
  userId: z.string(),
  member,
  tier: tierSchema,
  issuedBy: z.string(),
  issuedAt: isoText,
  validUntil: isoText,
  state: z.enum(['open', 'used', 'void', 'expired', 'exhausted']),
});

export type AdminCode = z.infer<typeof adminCodeSchema>;

/** A ticket in support's inbox. */
export const adminTicketSchema = z.object({
  ...ticketSchema.shape,
  userId: z.string(),
  member,
});

export type AdminTicket = z.infer<typeof adminTicketSchema>;

/** A reusable answer of support. */
export const cannedAnswerSchema = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
});

export type CannedAnswer = z.infer<typeof cannedAnswerSchema>;

/** To whom staff can send news, of those who want them. */
export const NEWS_AUDIENCES = ['guests', 'members', 'all'] as const;

export type NewsAudience = (typeof NEWS_AUDIENCES)[number];

/** So often in a UTC day: browsers take the permission from who sends many. */
export const NEWS_A_DAY = 3;

const newsText = (missing: string, most: number, tooLong: string) =>
  z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, { error: missing, abort: true }),
      z.maxLength(most, tooLong),
      z.refine(isPrintable, 'News must not contain control characters'),
    );

const NO_PATH = 'Please enter a path of this site, for example /dashboard';

/** What staff send to the devices of those who want news. */
export const newsSchema = z.strictObject({
  title: newsText('Please enter a title', 60, 'The title must be at most 60 characters'),
  text: newsText('Please enter a text', 200, 'The text must be at most 200 characters'),
  /** Path of the site that it leads to. */
  to: z._default(
    z
      .string(NO_PATH)
      .check(z.maxLength(200, NO_PATH), z.regex(/^\/(?![/\\])[\w\-./?=&%#]*$/, NO_PATH)),
    PATHS.dashboard,
  ),
  audience: z.enum(NEWS_AUDIENCES, 'Choose guests, members or all'),
});

export type News = z.infer<typeof newsSchema>;

/** A mail that exhausted its attempts. */
export const failedMailSchema = z.object({
  id: z.string(),
  template: z.string(),
  to: z.string(),
  attempts: z.int(),
  problem: z.nullable(z.string()),
  createdAt: isoText,
  updatedAt: isoText,
  /** False if its secrets are erased or it has expired: the member has to request a new one. */
  canRetry: z.boolean(),
});

export type FailedMail = z.infer<typeof failedMailSchema>;

const systemTime = z.iso.datetime();

const ms = z.nullable(z.number());

/** State of the service. Times in ms; null if nothing was measured yet. */
export const systemSchema = z.object({
  source: sourceSchema,
  /** The newest slot; null before the first. */
  heartbeat: z.nullable(
    z.object({
      slot: z.string(),
      state: heartbeatStateSchema,
      at: systemTime,
      /** How long ago the slot after it was due; zero before that. */
      lagMs: z.number(),
    }),
  ),
  /** State of the market that prices come from, by the newest slot; null before the first. */
  market: z.nullable(
    z.object({
      state: z.enum(['open', 'closed', 'failing']),
      /** Why the slot was missed; null if it wasn't. */
      problem: z.nullable(z.string()),
    }),
  ),
  /** Newest first. */
  publications: z.array(
    z.object({ slot: z.string(), pair: pairSchema, direction: directionSchema, at: systemTime }),
  ),
  misses: z.array(z.object({ slot: z.string(), reason: z.string() })),
  /** Misses of the last 24 hours. */
  missedInDay: z.int(),
  /** What should have happened by now and hasn't, oldest first. */
  overdue: z._default(
    z.array(
      z.object({
        /** `Inspection of a proof` */
        what: z.string(),
        id: z.string(),
        /** The member concerned; null if there is none. */
        userId: z.nullable(z.string()),
        /** Their name, or the address of a mail. */
        whose: z.nullable(z.string()),
        since: systemTime,
      }),
    ),
    [],
  ),
  /** What staff switched off by command: `push`, `sign-up`, ids of strategies. */
  off: z._default(z.array(z.string()), []),
  /** From the start of a slot to its commit, by UTC day, newest first; p95 is the upper end of its histogram class. */
  delays: z.array(z.object({ day: z.string(), published: z.int(), p95Ms: ms })),
  /** From handing a push to its service until a device displayed it, likewise. */
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
