import * as z from 'zod/mini';
import {
  AUDIENCES,
  directionSchema,
  buildCloseSchema,
  levelSchema,
  outcomeSchema,
  probabilitySchema,
  type Signal,
  sourceSchema,
} from '../../signals/signal';
import { ladderRulesSchema } from '../../signals/rules';
import { pairSchema } from '../../market/pairs';
import { sha256Schema } from '../../core/sha256Schema';
import { slotIdSchema } from '../../core/slots';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

const UNESCAPED_TEXT = /^[ !#-[\]-~]*$/;

function quote(text: string): string {
  if (UNESCAPED_TEXT.test(text)) return `"${text}"`;
  if (/\p{Surrogate}/u.test(text))
    throw new TypeError('Not valid text: it contains a lone surrogate');
  return JSON.stringify(text);
}

/**
 * RFC 8785: no white space, keys sorted by UTF-16 code units, numbers and strings as in ECMAScript.
 * A value has the same text in every language, so anyone can check its hash.
 * @throws TypeError on numbers that JSON can't represent, and on lone surrogates, which have no
 * UTF-8 bytes
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError(`Not a JSON number: ${value}`);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  let members = '';
  for (const key of getSortedKeys(value)) {
    const member = value[key];
    if (member !== undefined) members += `${members && ','}${quote(key)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}

const areSorted = (keys: readonly string[]): boolean =>
  keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') < key);

function getSortedKeys(value: JsonObject): string[] {
  const keys = Object.keys(value);
  return areSorted(keys) ? keys : keys.sort();
}

function isSorted(value: Json | undefined): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (isList(value)) return value.every(isSorted);
  const keys = Object.keys(value);
  return areSorted(keys) && keys.every((key) => isSorted(value[key]));
}

/** Faster than serialising the value, but false for any text with an escape. */
export const isCanonical = (text: string, value: Json): boolean =>
  !text.includes('\\') && JSON.stringify(value) === text && isSorted(value);

const isList = (value: readonly Json[] | JsonObject): value is readonly Json[] =>
  Array.isArray(value);

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

export const toSealedSignal = (signal: Signal): SealedSignal => sealedSignalSchema.parse(signal);

export const buildCommitmentText = (signal: SealedSignal, salt: string): string =>
  canonicalJson({ salt, signal });

export const daySchema = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Must be a day such as 2026-11-20'));

export const stampSchema = z.object({
  day: daySchema,
  ledgerId: z.string(),
  seq: z.int().check(z.gte(0)),
  hash: sha256Schema,
  authority: z.string(),
  genTime: z.iso.datetime(),
  token: z.base64(),
});

export type Stamp = z.infer<typeof stampSchema>;

const isoSchema = z.iso.datetime();

/** `prev` is the previous entry's hash; `hash` covers all other fields. */
const chainFields = {
  seq: z.int().check(z.gte(0)),
  at: isoSchema,
  source: sourceSchema,
  prev: sha256Schema,
  hash: sha256Schema,
};

const outcomeFields = {
  outcome: outcomeSchema,
  level: z.nullable(levelSchema),
  closes: z.array(buildCloseSchema(isoSchema)),
  fetchedAt: isoSchema,
};

export const ledgerEntrySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('genesis'),
    ledgerId: z.string(),
    rules: ladderRulesSchema,
    ...chainFields,
  }),
  z.object({
    type: z.literal('publication'),
    slot: slotIdSchema,
    commitment: sha256Schema,
    strategyHash: sha256Schema,
    /** Hashes of the candles and curves behind the decision. Absent from sample history. */
    candlesHash: z.exactOptional(sha256Schema),
    curvesHash: z.exactOptional(sha256Schema),
    /** A commitment that isn't settled by then counts as a loss. */
    revealBy: isoSchema,
    ...chainFields,
  }),
  z.object({
    type: z.literal('settlement'),
    slot: slotIdSchema,
    signal: sealedSignalSchema,
    salt: sha256Schema,
    ...outcomeFields,
    ...chainFields,
  }),
  /** The outcome by revised candles. For information only, because the settled outcome counts. */
  z.object({ type: z.literal('correction'), slot: slotIdSchema, ...outcomeFields, ...chainFields }),
  z.object({
    type: z.literal('confirmation'),
    slot: slotIdSchema,
    go: z.boolean(),
    close: buildCloseSchema(isoSchema),
    ...chainFields,
  }),
  z.object({ type: z.literal('miss'), slot: slotIdSchema, reason: z.string(), ...chainFields }),
  z.object({ type: z.literal('closed'), from: slotIdSchema, to: slotIdSchema, ...chainFields }),
]);

export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

type WithoutHash<E> = E extends LedgerEntry ? Omit<E, 'hash'> : never;

export type UnhashedEntry = WithoutHash<LedgerEntry>;

/** Canonical JSON of all fields except `hash`, which is the text's SHA-256. */
export const buildEntryText = (entry: UnhashedEntry): string => canonicalJson(entry);

export const GENESIS_PREV_HASH = '0'.repeat(64);

export const ledgerHeadSchema = z.object({
  ledgerId: z.string(),
  seq: z.int(),
  hash: sha256Schema,
  at: isoSchema,
  source: sourceSchema,
  demonstration: z.boolean(),
});

export type LedgerHead = z.infer<typeof ledgerHeadSchema>;
