import * as z from 'zod/mini';
import { learningSchema } from '../vault/learning';
import { journalEntrySchema } from '../journal/entry';
import { ledgerEntrySchema } from '../record/ledger/entry';
import { userSchema } from '../account/member';
import { pushPreferencesSchema } from '../push/push';
import { apiSignalSchema } from '../signals/apiSignal';
import { liveNoteSchema } from '../live/session';
import { postSchema } from '../network/post';
import { proofStateSchema, setupSchema } from '../submissions/submission';
import { ticketSchema } from '../tickets/ticket';
import { accessStateSchema } from '../access/accessEvent';

/** Above this, the list shows a hint; nobody is locked out. */
export const DEVICES_SOFT_LIMIT = 5;

/** A session of a member on some device. */
export const deviceSchema = z.object({
  /** Unique among the member's sessions. */
  id: z.string(),
  /** `Chrome`, `Safari`, or `Unknown browser`. */
  browser: z.string(),
  /** `Android`, `iPhone`, `Windows`, or `Unknown device`. */
  platform: z.string(),
  signedInAt: z.iso.datetime(),
  /** To within an hour. */
  lastSeenAt: z.iso.datetime(),
  current: z.boolean(),
});

export type Device = z.infer<typeof deviceSchema>;

const isoSchema = z.iso.datetime();

/** Everything stored about a member, except the signals they received. */
export const accountDataSchema = z.object({
  format: z.literal('account-archive/1'),
  exportedAt: isoSchema,
  user: z.object({
    ...userSchema.shape,
    phone: z.nullable(z.string()),
    country: z.nullable(z.string()),
    telegram: z.nullable(z.string()),
  }),
  proofs: z.array(
    z.object({
      id: z.string(),
      traderId: z.string(),
      state: proofStateSchema,
      reason: z.nullable(z.string()),
      createdAt: isoSchema,
      updatedAt: isoSchema,
    }),
  ),
  setups: z.array(setupSchema),
  files: z.array(
    z.object({ path: z.string(), type: z.string(), bytes: z.number(), uploadedAt: isoSchema }),
  ),
  tickets: z.array(ticketSchema),
  /** Configurations as stored. */
  bots: z.array(z.object({ id: z.string(), configuration: z.record(z.string(), z.json()) })),
  published: z.object({
    name: z.nullable(z.string()),
    publications: z.array(
      z.object({
        id: z.string(),
        configuration: z.record(z.string(), z.json()),
        publishedAt: isoSchema,
        withdrawnAt: z.nullable(isoSchema),
      }),
    ),
  }),
  journal: z.array(journalEntrySchema),
  /** Null before the first lesson. */
  learning: z.nullable(learningSchema),
  /** From the Essential Room's chat. */
  messages: z.array(postSchema),
  /** From the Trader's Network. */
  posts: z.array(postSchema),
  /** `chat`: the chat's id at Telegram. */
  telegramChats: z.array(z.object({ chat: z.string(), linkedAt: isoSchema })),
  /** From live sessions. */
  questions: z.array(liveNoteSchema),
  accessEvents: z.array(
    z.object({
      at: isoSchema,
      by: z.enum(['member', 'staff']),
      reason: z.string(),
      before: accessStateSchema,
      after: accessStateSchema,
    }),
  ),
  devices: z.array(deviceSchema),
  /** Without their encryption keys. */
  pushDevices: z.array(
    z.object({
      /** Host of the browser's push service. */
      service: z.string(),
      zone: z.string(),
      preferences: pushPreferencesSchema,
      pausedUntil: z.nullable(isoSchema),
      createdAt: isoSchema,
      seenAt: isoSchema,
    }),
  ),
  /** Emails that are still stored, without their texts. */
  mails: z.array(
    z.object({ template: z.string(), to: z.string(), state: z.string(), createdAt: isoSchema }),
  ),
  /** Temporary data of the server by name, such as digests of codes and idempotency keys. */
  remembered: z.array(z.object({ what: z.string(), until: z.nullable(isoSchema) })),
});

export type AccountData = z.infer<typeof accountDataSchema>;

/** A received signal with the ledger entries that prove it. */
export const receivedProofSchema = z.object({
  signal: apiSignalSchema,
  ledger: z.object({
    publication: z.nullable(ledgerEntrySchema),
    /** Null until settled. */
    settlement: z.nullable(ledgerEntrySchema),
  }),
});

export type ReceivedProof = z.infer<typeof receivedProofSchema>;

/** The "Download my data" file: {@link accountDataSchema} and all pages of signals, oldest first. */
export const accountArchiveSchema = z.object({
  ...accountDataSchema.shape,
  signals: z.array(receivedProofSchema),
});

export type AccountArchive = z.infer<typeof accountArchiveSchema>;
