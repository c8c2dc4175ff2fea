import * as z from 'zod/mini';
import { nextSlotStart, SLOT_MS, slotStart, slotIdSchema } from '../core/slots';
import { DAY_MS, firestoreTimeSchema } from '../core/time';
import { CONFIRM_TIMEOUT_MS } from './confirmation';
import { type Level, LEVELS, MAX_LEVELS } from './ladder';
import { Z95 } from './zScores';
import { pairSchema } from '../market/pairs';
import { sha256Schema } from '../core/sha256Schema';

/** `basic` goes to starter and essential members, `order-flow` only to essential members. */
export const AUDIENCES = ['basic', 'order-flow'] as const;

export type Audience = (typeof AUDIENCES)[number];

export const BASIC_SIGNALS_PER_DAY = 30;

const SLOTS_PER_DAY = DAY_MS / SLOT_MS;

const countBasicSlots = (slots: number): number =>
  Math.floor((slots * BASIC_SIGNALS_PER_DAY) / SLOTS_PER_DAY);

/**
 * The day's 30 basic slots are fixed and evenly spread, so that no count has to be stored and
 * starter members can see when the next one comes. `at` in epoch ms.
 */
export function getSlotAudience(at: number): Audience {
  const index = (slotStart(at) % DAY_MS) / SLOT_MS;
  return countBasicSlots(index + 1) > countBasicSlots(index) ? 'basic' : 'order-flow';
}

export function findNextBasicSlot(at: number): number {
  let slot = nextSlotStart(at);
  while (getSlotAudience(slot) !== 'basic') slot += SLOT_MS;
  return slot;
}

/** Only `twelvedata` is a live market with a public record. */
export const sourceSchema = z.enum(['twelvedata', 'replay', 'simulated']);

export type Source = z.infer<typeof sourceSchema>;

export const isDemonstration = (source: Source): boolean => source !== 'twelvedata';

export const directionSchema = z.enum(['CALL', 'PUT']);

export type Direction = z.infer<typeof directionSchema>;

export const outcomeSchema = z.enum(['profit', 'loss', 'break-even']);

export type Outcome = z.infer<typeof outcomeSchema>;

/** From 0. The number of levels comes from the record's genesis, not from this build. */
export const levelSchema = z.int().check(z.gte(0), z.lt(MAX_LEVELS));

/** Signals state percentages to two decimals. */
export const roundToHundredths = (percent: number): number => Math.round(percent * 100) / 100;

const percentSchema = z.number().check(z.gte(0), z.lte(100));

export const probabilitySchema = z.object({
  value: percentSchema,
  low: percentSchema,
  high: percentSchema,
});

export type Probability = z.infer<typeof probabilitySchema>;

export const buildCloseSchema = <T extends z.ZodMiniType>(time: T) =>
  z.object({
    at: time,
    price: z.nullable(z.number()),
    reason: z.exactOptional(z.string()),
  });

export const buildSettlementSchema = <T extends z.ZodMiniType>(time: T) => {
  const settlementFields = {
    /**
     * First only the deciding closes, later those of all levels (one more than there are levels).
     */
    closes: z.array(buildCloseSchema(time)),
    source: sourceSchema,
    fetchedAt: time,
    settledAt: time,
  };
  return z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('profit'), level: levelSchema, ...settlementFields }),
    z.object({ outcome: z.literal('loss'), level: z.null(), ...settlementFields }),
    z.object({ outcome: z.literal('break-even'), level: z.null(), ...settlementFields }),
  ]);
};

export const buildSignalFields = <T extends z.ZodMiniType>(time: T) => ({
  id: slotIdSchema,
  direction: directionSchema,
  strategy: z.string(),
  audience: z.enum(AUDIENCES),
  reasons: z.array(z.string()),
  /** The slot's close, which is the reference price at publication. */
  entryPrice: z.number(),
  /** Worst price at which entering still makes sense: the highest for CALL, the lowest for PUT. */
  worstPrice: z.number(),
  calibration: z.string(),
  createdAt: time,
  publishedAt: time,
  updatedAt: time,
  /** End of the entry window, {@link ENTER_NOW_WINDOW_MS} after the entry. */
  expiresAt: time,
  source: sourceSchema,
  seeded: z.boolean(),
  ledgerSeq: z.int(),
  salt: sha256Schema,
  commitment: z.exactOptional(sha256Schema),
  /**
   * True for a go, false for a no-go, whether or not a member entered. Absent until the
   * confirmation, and if there is none.
   */
  entered: z.exactOptional(z.boolean()),
  /**
   * Percent chance that the first level isn't flat. Absent from pushes. Not sealed, because
   * commitments only have fields that every verifier knows.
   */
  moves: z.exactOptional(percentSchema),
  /** True if a go states `entryOdds`. Decided at publication. Not sealed, like `moves`. */
  restatesOdds: z.exactOptional(z.boolean()),
  /** Percent chance that the first entry wins, restated at a go. Not sealed, like `moves`. */
  entryOdds: z.exactOptional(percentSchema),
  settlement: z.nullable(buildSettlementSchema(time)),
});

export const signalDocumentSchema = z.object({
  ...buildSignalFields(firestoreTimeSchema),
  pair: pairSchema,
  /** Chance of winning within all levels. */
  confidence: probabilitySchema,
  firstEntry: probabilitySchema,
});

/** Times in epoch ms. `settlement` is null until the signal is settled. */
export type Signal = z.infer<typeof signalDocumentSchema>;

export type Settlement = NonNullable<Signal['settlement']>;

/** Signals may be entered this long after their entry time. */
export const ENTER_NOW_WINDOW_MS = 30_000;

/** The first level's entry time, epoch ms. */
export const getEntryTime = ({ createdAt }: Pick<Signal, 'createdAt'>): number =>
  createdAt + SLOT_MS;

/** Times in epoch ms. */
export const getEntryWindowEnd = (slot: number): number => slot + SLOT_MS + ENTER_NOW_WINDOW_MS;

export const getSignalStatus = (
  signal: Pick<Signal, 'expiresAt'>,
  now: number,
): 'active' | 'expired' => (now < signal.expiresAt ? 'active' : 'expired');

const toPercent = (share: number): number => Math.min(100, Math.max(0, 100 * share));

/**
 * Rate in percent with its Wilson score interval (E. B. Wilson, JASA 22, 1927); null without
 * trials. Unlike the normal approximation, it stays within 0–100 and holds for few trials.
 * @param reach in standard errors
 */
export function computeWilsonInterval(
  wins: number,
  trials: number,
  reach: number = Z95,
): Probability | null {
  if (trials === 0) return null;
  const rate = wins / trials;
  const spread = reach ** 2 / trials;
  const centre = (rate + spread / 2) / (1 + spread);
  const halfWidth =
    (reach / (1 + spread)) * Math.sqrt((rate * (1 - rate)) / trials + spread / (4 * trials));
  return {
    value: toPercent(rate),
    low: toPercent(centre - halfWidth),
    high: toPercent(centre + halfWidth),
  };
}

/**
 * `checking`: the confirmation is pending. `no-go`: refused, or not confirmed in time, until the
 * entry window ends. `running`: the window has ended and `level`'s time is running, also after a
 * no-go. `judging`: the settlement is due.
 */
export type SignalPhase =
  | { readonly name: 'open'; readonly entersIn: number }
  | { readonly name: 'checking'; readonly closesIn: number }
  | { readonly name: 'enter-now'; readonly closesIn: number }
  | { readonly name: 'no-go' }
  | { readonly name: 'running'; readonly level: Level; readonly endsAt: number }
  | { readonly name: 'judging' }
  | { readonly name: 'settled'; readonly settlement: Settlement };

function getEntryPhase(lateMs: number, entered: boolean | undefined): SignalPhase {
  if (entered === true) return { name: 'enter-now', closesIn: ENTER_NOW_WINDOW_MS - lateMs };
  if (entered === false) return { name: 'no-go' };
  return lateMs < CONFIRM_TIMEOUT_MS
    ? { name: 'checking', closesIn: CONFIRM_TIMEOUT_MS - lateMs }
    : { name: 'no-go' };
}

export function getSignalPhase(
  signal: Pick<Signal, 'createdAt' | 'settlement' | 'entered'>,
  now: number,
): SignalPhase {
  if (signal.settlement) return { name: 'settled', settlement: signal.settlement };
  const entryTime = getEntryTime(signal);
  const lateMs = now - entryTime;
  if (lateMs < 0) return { name: 'open', entersIn: -lateMs };
  if (lateMs < ENTER_NOW_WINDOW_MS) return getEntryPhase(lateMs, signal.entered);
  const level = LEVELS[Math.floor(lateMs / SLOT_MS)];
  if (level === undefined) return { name: 'judging' };
  return { name: 'running', level, endsAt: entryTime + SLOT_MS * (level + 1) };
}

export const recordCandleSchema = z.object({
  at: z.iso.datetime(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
});

export type RecordCandle = z.infer<typeof recordCandleSchema>;
