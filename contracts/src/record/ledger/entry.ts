import * as z from 'zod/mini';
import {
  AUDIENCES,
  directionSchema,
  judgedCloseOf,
  levelSchema,
  outcomeSchema,
  probabilitySchema,
  type Signal,
  sourceSchema,
} from '../../signals/signal';
import { ladderRulesSchema } from '../../signals/rules';
import { pairSchema } from '../../market/pairs';
import { slotIdSchema } from '../../core/slotId';
import { sha256Schema } from '../../core/sha256Schema';

/** A value that JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** An object of JSON: as there, a member that is undefined is none. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** Text that JSON writes unescaped between the quotes. */
const PLAIN = /^[ !#-[\]-~]*$/;

function textOf(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  if (/\p{Surrogate}/u.test(text)) throw new TypeError('Not a text: half a surrogate pair');
  return JSON.stringify(text);
}

/**
 * Canonical JSON (RFC 8785): no white space, object keys sorted by UTF-16 code units, numbers and strings as ECMAScript
 * writes them. A value has the same text in every language, so anyone can check its hash.
 * @throws TypeError on numbers that JSON can't hold and on text with half a surrogate pair, which has no UTF-8 bytes.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'string') return textOf(value);
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError(`Not a JSON number: ${value}`);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  let members = '';
  for (const key of sortedKeys(value)) {
    const member = value[key];
    if (member !== undefined) members += `${members && ','}${textOf(key)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}

const areSorted = (keys: readonly string[]): boolean =>
  keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') < key);

/** What was parsed from canonical JSON has its keys in order. */
function sortedKeys(value: JsonObject): string[] {
  const keys = Object.keys(value);
  return areSorted(keys) ? keys : keys.sort();
}

function isSorted(value: Json | undefined): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (isList(value)) return value.every(isSorted);
  const keys = Object.keys(value);
  return areSorted(keys) && keys.every((key) => isSorted(value[key]));
}

/**
 * Whether a text is the canonical JSON of the value that was parsed from it. It takes less time than writing that; of a
 * text with an escape it says no.
 */
export const isCanonical = (text: string, value: Json): boolean =>
  !text.includes('\\') && JSON.stringify(value) === text && isSorted(value);

const isList = (value: readonly Json[] | JsonObject): value is readonly Json[] =>
  Array.isArray(value);

/** The sealed content of a publication: everything stated before the outcome was known. */
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

/** A day's head, time-stamped by an authority that the publisher doesn't control (RFC 3161). */
export const stampSchema = z.object({
  day: daySchema,
  ledgerId: z.string(),
  seq: z.int().check(z.gte(0)),
  /** The stamped hash: the entry's. */
  hash: sha256Schema,
  /** Name of the authority. */
  authority: z.string(),
  /** Time of the stamp by the authority's clock. */
  genTime: z.iso.datetime(),
  /** The time-stamp token, DER in base64. */
  token: z.base64(),
});

export type Stamp = z.infer<typeof stampSchema>;

const isoText = z.iso.datetime();

/** The fields common to all entries. `prev` is the previous entry's hash; `hash` covers everything else. */
const chained = {
  seq: z.int().check(z.gte(0)),
  at: isoText,
  source: sourceSchema,
  prev: sha256Schema,
  hash: sha256Schema,
};

/** The outcome of a signal, and the closes that decide it. */
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
    /** The rules of all signals in the ledger. */
    rules: ladderRulesSchema,
    ...chained,
  }),
  z.object({
    type: z.literal('publication'),
    slot: slotIdSchema,
    commitment: sha256Schema,
    strategyHash: sha256Schema,
    /** Of the candles and of the curves that it was decided on; absent from a demonstration's sample history. */
    candlesHash: z.exactOptional(sha256Schema),
    curvesHash: z.exactOptional(sha256Schema),
    /** A commitment without a settlement by this time counts as a loss. */
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
   * The outcome by the rules after the source revised its candles. For information only: the settled outcome counts.
   */
  z.object({ type: z.literal('correction'), slot: slotIdSchema, ...judged, ...chained }),
  /** Whether the signal could be entered, by the close at its entry and its own worst price. */
  z.object({
    type: z.literal('confirmation'),
    slot: slotIdSchema,
    go: z.boolean(),
    close: judgedCloseOf(isoText),
    ...chained,
  }),
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

/** The newest entry of a ledger. */
export const ledgerHeadSchema = z.object({
  ledgerId: z.string(),
  seq: z.int(),
  hash: sha256Schema,
  at: isoText,
  source: sourceSchema,
  demonstration: z.boolean(),
});

export type LedgerHead = z.infer<typeof ledgerHeadSchema>;
