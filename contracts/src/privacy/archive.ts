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

/** From this many devices on, the list shows a hint that there are many. It never locks anybody out. */
export const DEVICES_SOFT_LIMIT = 5;

/** One session of a member: a sign-in on some device. */
export const deviceSchema = z.object({
  /** Identifies the session among its member's. */
  id: z.string(),
  /** As far as known: `Chrome`, `Safari`, `Unknown browser`. */
  browser: z.string(),
  /** `Android`, `iPhone`, `Windows`, `Unknown device`. */
  platform: z.string(),
  signedInAt: z.iso.datetime(),
  /** To within an hour. */
  lastSeenAt: z.iso.datetime(),
  /** True for the calling session. */
  current: z.boolean(),
});

export type Device = z.infer<typeof deviceSchema>;

const isoText = z.iso.datetime();

/** All data stored about a member, except the signals that they received. */
export const accountDataSchema = z.object({
  /** Identifies the file's format. */
  format: z.literal('account-archive/1'),
  exportedAt: isoText,
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
      createdAt: isoText,
      updatedAt: isoText,
    }),
  ),
  setups: z.array(setupSchema),
  /** Uploads in the file store. */
  files: z.array(
    z.object({ path: z.string(), type: z.string(), bytes: z.number(), uploadedAt: isoText }),
  ),
  tickets: z.array(ticketSchema),
  /** Their paper bots, each configuration as it is stored. */
  bots: z.array(z.object({ id: z.string(), configuration: z.record(z.string(), z.json()) })),
  /** Their display name and what they published under it. */
  published: z.object({
    name: z.nullable(z.string()),
    publications: z.array(
      z.object({
        id: z.string(),
        configuration: z.record(z.string(), z.json()),
        publishedAt: isoText,
        withdrawnAt: z.nullable(isoText),
      }),
    ),
  }),
  journal: z.array(journalEntrySchema),
  /** What they did in the Mentorship Vault; null before anything. */
  learning: z.nullable(learningSchema),
  /** What they wrote in the Essential Room's chat. */
  messages: z.array(postSchema),
  /** What they wrote in the Trader's Network. */
  posts: z.array(postSchema),
  /** Their chat on Telegram, by Telegram’s id of them. */
  telegramChats: z.array(z.object({ chat: z.string(), linkedAt: isoText })),
  /** The questions that they asked in live sessions. */
  questions: z.array(liveNoteSchema),
  accessEvents: z.array(
    z.object({
      at: isoText,
      by: z.enum(['member', 'staff']),
      reason: z.string(),
      before: accessStateSchema,
      after: accessStateSchema,
    }),
  ),
  devices: z.array(deviceSchema),
  /** Devices with push, without their encryption keys. */
  pushDevices: z.array(
    z.object({
      /** Host of the browser's push service. */
      service: z.string(),
      zone: z.string(),
      preferences: pushPreferencesSchema,
      pausedUntil: z.nullable(isoText),
      createdAt: isoText,
      seenAt: isoText,
    }),
  ),
  /** Mails that are still kept, without their texts. */
  mails: z.array(
    z.object({ template: z.string(), to: z.string(), state: z.string(), createdAt: isoText }),
  ),
  /** Temporary data of the server, by name: codes as digests, calls by their keys. */
  remembered: z.array(z.object({ what: z.string(), until: z.nullable(isoText) })),
});

export type AccountData = z.infer<typeof accountDataSchema>;

/** A signal that a member received, with the entries of the public ledger that prove it. */
export const receivedProofSchema = z.object({
  signal: apiSignalSchema,
  ledger: z.object({
    publication: z.nullable(ledgerEntrySchema),
    /** Null until it is settled. */
    settlement: z.nullable(ledgerEntrySchema),
  }),
});

export type ReceivedProof = z.infer<typeof receivedProofSchema>;

/** The file of "Download my data": {@link accountDataSchema} and all pages of signals, oldest first. */
export const accountArchiveSchema = z.object({
  ...accountDataSchema.shape,
  signals: z.array(receivedProofSchema),
});

export type AccountArchive = z.infer<typeof accountArchiveSchema>;
