import * as z from 'zod/mini';
import {
  judgedCloseOf,
  levelSchema,
  outcomeSchema,
  sha256Schema,
  slotIdSchema,
} from '../signals/signal';
import { sourceSchema } from '../signals/source';
import { canonicalJson } from './canonical';
import { sealedSignalSchema } from './sealed';

const isoText = z.iso.datetime();

/** What every entry carries. `prev` is the hash of the entry before; `hash` covers all the rest. */
const chained = {
  seq: z.int().check(z.gte(0)),
  at: isoText,
  source: sourceSchema,
  prev: sha256Schema,
  hash: sha256Schema,
};

/** How a signal ended, and the closes that say so. */
const judged = {
  outcome: outcomeSchema,
  level: z.nullable(levelSchema),
  closes: z.array(judgedCloseOf(isoText)),
  fetchedAt: isoText,
};

/** One entry of the public ledger, as stored, served and hashed: plain JSON. */
export const ledgerEntrySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('genesis'), ledgerId: z.string(), ...chained }),
  z.object({
    type: z.literal('publication'),
    slot: slotIdSchema,
    commitment: sha256Schema,
    strategyHash: sha256Schema,
    /** A commitment that no settlement revealed by then counts as a loss. */
    revealBy: isoText,
    ...chained,
  }),
  z.object({
    type: z.literal('settlement'),
    slot: slotIdSchema,
    signal: sealedSignalSchema,
    salt: sha256Schema,
    ...judged,
    ...chained,
  }),
  /**
   * What the rules make of candles that the source revised after the settlement. It is told and changes nothing: the
   * outcome as settled is the one that counts.
   */
  z.object({ type: z.literal('correction'), slot: slotIdSchema, ...judged, ...chained }),
  z.object({ type: z.literal('miss'), slot: slotIdSchema, reason: z.string(), ...chained }),
  /** The market was closed from one slot up to and including another. */
  z.object({ type: z.literal('closed'), from: slotIdSchema, to: slotIdSchema, ...chained }),
]);
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

type WithoutHash<E> = E extends LedgerEntry ? Omit<E, 'hash'> : never;
/** An entry before it is hashed. */
export type UnhashedEntry = WithoutHash<LedgerEntry>;

/** The text whose SHA-256 is an entry's hash: canonical JSON of all its fields but the hash itself. */
export const entryText = (entry: UnhashedEntry): string => canonicalJson(entry);

/** `prev` of the first entry. */
export const NO_ENTRY_BEFORE = '0'.repeat(64);

/** A commitment has to be revealed within this time (ms) after its slot. */
export const REVEAL_WITHIN_MS = 24 * 60 * 60_000;

/** Entries of one page of the ledger. */
export const LEDGER_PAGE_SIZE = 1000;

/** The newest entry of the ledger, as `GET /api/ledger/head` answers it. */
export const ledgerHeadSchema = z.object({
  ledgerId: z.string(),
  seq: z.int(),
  hash: sha256Schema,
  at: isoText,
  source: sourceSchema,
  demonstration: z.boolean(),
});
export type LedgerHead = z.infer<typeof ledgerHeadSchema>;
