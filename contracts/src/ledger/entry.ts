import * as z from 'zod/mini';
import {
  AUDIENCES,
  directionSchema,
  judgedCloseOf,
  levelSchema,
  outcomeSchema,
  pairSchema,
  probabilitySchema,
  sha256Schema,
  type Signal,
  slotIdSchema,
  sourceSchema,
} from '../signals/signal';
import { ladderRulesSchema } from '../signals/rules';

/** A value that JSON can hold. */
export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Text that JSON writes as it is, between quotes. */
const PLAIN = /^[ !#-[\]-~]*$/;

function textOf(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  if (/\p{Surrogate}/u.test(text)) throw new TypeError('Not a text: half a surrogate pair');
  return JSON.stringify(text);
}

/**
 * Canonical JSON (RFC 8785): no white space, object keys sorted by UTF-16 code units, numbers and strings as ECMAScript
 * writes them. The same value has the same text in every language, so its hash can be checked by anyone.
 * @throws TypeError on numbers that JSON can't hold and on text with half a surrogate pair, which has no UTF-8 bytes.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'string') return textOf(value);
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError(`Not a JSON number: ${value}`);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  let members = '';
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member !== undefined) members += `${members && ','}${textOf(key)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}

const isList = (
  value: readonly Json[] | { readonly [key: string]: Json },
): value is readonly Json[] => Array.isArray(value);

/** What a publication commits to: everything that was said before the outcome was known. */
export const sealedSignalSchema = z.object({
  id: slotIdSchema,
  pair: pairSchema,
  direction: directionSchema,
  strategy: z.string(),
  audience: z.enum(AUDIENCES),
  entryPrice: z.number(),
  worstPrice: z.number(),
  confidence: probabilitySchema,
  firstEntry: probabilitySchema,
  calibration: z.string(),
  source: sourceSchema,
});

export type SealedSignal = z.infer<typeof sealedSignalSchema>;

/** The part of a signal that is sealed. */
export const sealedPart = (signal: Signal): SealedSignal => sealedSignalSchema.parse(signal);

/** The text whose SHA-256 is the commitment to a signal: canonical JSON of salt and signal. */
export const commitmentText = (signal: SealedSignal, salt: string): string =>
  canonicalJson({ salt, signal });

/** A calendar day of UTC: `2026-11-20`. */
export const daySchema = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Not a day, for example 2026-11-20'));

/** The head of a day, time-stamped by an authority that the publisher does not control (RFC 3161). */
export const stampSchema = z.object({
  day: daySchema,
  ledgerId: z.string(),
  seq: z.int().check(z.gte(0)),
  /** The entry's hash: what was stamped. */
  hash: sha256Schema,
  /** Who stamped it. */
  authority: z.string(),
  /** When, by the authority's clock. */
  genTime: z.iso.datetime(),
  /** The time-stamp token, DER in base64. */
  token: z.base64(),
});

export type Stamp = z.infer<typeof stampSchema>;

/** Stamps of one reply. */
export const STAMPS_PAGE_SIZE = 100;

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
  z.object({
    type: z.literal('genesis'),
    ledgerId: z.string(),
    /** What all signals of the ledger are played by. Left out where the ledger began before that was stated. */
    rules: z.exactOptional(ladderRulesSchema),
    ...chained,
  }),
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
