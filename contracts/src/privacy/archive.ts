import * as z from 'zod/mini';
import { learningSchema } from '../vault/learning';
import { journalEntrySchema } from '../journal/entry';
import { ledgerEntrySchema } from '../record/ledger/entry';
import { userSchema } from '../account/member';
import { pushPreferencesSchema } from '../push/push';
import { apiSignalSchema } from '../signals/apiSignal';
import { liveNoteSchema } from '../live/session';
import { postSchema } from '../network/post';
import { proofSchema } from '../submissions/ownDocuments';
import { setupSchema } from '../submissions/submission';
import { ticketSchema } from '../tickets/ticket';
import { accessStateSchema } from '../access/accessEvent';

export const DEVICES_SOFT_LIMIT = 5;

export const deviceSchema = z.object({
  id: z.string(),
  browser: z.string(),
  platform: z.string(),
  loggedInAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  current: z.boolean(),
});

export type Device = z.infer<typeof deviceSchema>;

const isoSchema = z.iso.datetime();

export const accountDataSchema = z.object({
  format: z.literal('account-archive/1'),
  exportedAt: isoSchema,
  user: z.object({
    ...userSchema.shape,
    phone: z.nullable(z.string()),
    country: z.nullable(z.string()),
    telegram: z.nullable(z.string()),
  }),
  proofs: z.array(proofSchema),
  setups: z.array(setupSchema),
  files: z.array(
    z.object({ path: z.string(), type: z.string(), bytes: z.number(), uploadedAt: isoSchema }),
  ),
  tickets: z.array(ticketSchema),
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
  learning: z.nullable(learningSchema),
  messages: z.array(postSchema),
  posts: z.array(postSchema),
  telegramChats: z.array(z.object({ chat: z.string(), linkedAt: isoSchema })),
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
  pushDevices: z.array(
    z.object({
      service: z.string(),
      zone: z.string(),
      preferences: pushPreferencesSchema,
      pausedUntil: z.nullable(isoSchema),
      createdAt: isoSchema,
      seenAt: isoSchema,
    }),
  ),
  mails: z.array(
    z.object({ template: z.string(), to: z.string(), state: z.string(), createdAt: isoSchema }),
  ),
  /** The server's temporary data, such as digests of codes and idempotency keys. */
  remembered: z.array(z.object({ what: z.string(), until: z.nullable(isoSchema) })),
});

export type AccountData = z.infer<typeof accountDataSchema>;

export const signalArchiveEntrySchema = z.object({
  signal: apiSignalSchema,
  ledger: z.object({
    publication: z.nullable(ledgerEntrySchema),
    settlement: z.nullable(ledgerEntrySchema),
  }),
});

export type SignalArchiveEntry = z.infer<typeof signalArchiveEntrySchema>;

export const accountArchiveSchema = z.object({
  ...accountDataSchema.shape,
  journal: z.array(journalEntrySchema),
  signals: z.array(signalArchiveEntrySchema),
});

export type AccountArchive = z.infer<typeof accountArchiveSchema>;

/** The archive's parts that come from the member's collections. */
export type ArchivePart = Exclude<
  keyof AccountArchive,
  'format' | 'exportedAt' | 'files' | 'remembered' | 'signals'
>;
