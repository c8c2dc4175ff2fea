import * as z from 'zod/mini';
import { nextSlotStart, SLOT_MS, slotStart } from '../core/slots';
import { DAY_MS, firestoreTime } from '../core/time';
import { CONFIRM_WITHIN_MS } from './confirmation';
import { type Level, LEVELS, MAX_LEVELS } from './ladder';
import { pairSchema } from '../market/pairs';
import { slotIdSchema } from '../core/slotId';
import { sha256Schema } from '../core/sha256Schema';

/** Recipients of a signal: `basic` goes to starter and essential members, `order-flow` to essential members only. */
export const AUDIENCES = ['basic', 'order-flow'] as const;

export type Audience = (typeof AUDIENCES)[number];

/** Maximum number of signals that a starter member receives in one UTC day. */
export const BASIC_SIGNALS_PER_DAY = 30;

const SLOTS_PER_DAY = DAY_MS / SLOT_MS;

/** How many of a day's first `slots` slots are basic. */
const basicSlotsIn = (slots: number): number =>
  Math.floor((slots * BASIC_SIGNALS_PER_DAY) / SLOTS_PER_DAY);

/**
 * The audience of the slot that contains `at` (epoch ms). The day's 30 basic slots are fixed and evenly spread (every
 * 9th or 10th slot), so no count has to be stored and a starter member can be shown when the next one comes.
 */
export function audienceOfSlot(at: number): Audience {
  const index = (slotStart(at) % DAY_MS) / SLOT_MS;
  return basicSlotsIn(index + 1) > basicSlotsIn(index) ? 'basic' : 'order-flow';
}

/** Start (epoch ms) of the first basic slot after `at` (epoch ms). */
export function nextBasicSlot(at: number): number {
  let slot = nextSlotStart(at);
  while (audienceOfSlot(slot) !== 'basic') slot += SLOT_MS;
  return slot;
}

/** Where prices come from. Only `twelvedata` is a live market and makes a public record. */
export const sourceSchema = z.enum(['twelvedata', 'replay', 'simulated']);

export type Source = z.infer<typeof sourceSchema>;

/** A record from anything but a live market is a demonstration, and every screen that shows it says so. */
export const isDemonstration = (source: Source): boolean => source !== 'twelvedata';

export const directionSchema = z.enum(['CALL', 'PUT']);

export type Direction = z.infer<typeof directionSchema>;

export const outcomeSchema = z.enum(['profit', 'loss', 'break-even']);

export type Outcome = z.infer<typeof outcomeSchema>;

/** A level of a signal, from 0. Their number comes from the genesis of the record, not from this build. */
export const levelSchema = z.int().check(z.gte(0), z.lt(MAX_LEVELS));

const percent = z.number().check(z.gte(0), z.lte(100));

/** A calibrated probability in percent with its 95 % interval. */
export const probabilitySchema = z.object({ value: percent, low: percent, high: percent });

export type Probability = z.infer<typeof probabilitySchema>;

/** A stored close behind a settlement; if `price` is null, `reason` says why. */
export const judgedCloseOf = <T extends z.ZodMiniType>(time: T) =>
  z.object({
    at: time,
    price: z.nullable(z.number()),
    reason: z.exactOptional(z.string()),
  });

/** The outcome of a signal. Only a profit names a level. */
export const settlementOf = <T extends z.ZodMiniType>(time: T) => {
  const judged = {
    /** First those that decided it, later also those of the levels that were not needed: then one more than levels. */
    closes: z.array(judgedCloseOf(time)),
    source: sourceSchema,
    fetchedAt: time,
    settledAt: time,
  };
  return z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('profit'), level: levelSchema, ...judged }),
    z.object({ outcome: z.literal('loss'), level: z.null(), ...judged }),
    z.object({ outcome: z.literal('break-even'), level: z.null(), ...judged }),
  ]);
};

/** The fields common to all representations of a signal; `time` is the schema of a time. */
export const signalShape = <T extends z.ZodMiniType>(time: T) => ({
  id: slotIdSchema,
  direction: directionSchema,
  strategy: z.string(),
  audience: z.enum(AUDIENCES),
  reasons: z.array(z.string()),
  /** The close at the slot: the reference at publication. */
  entryPrice: z.number(),
  /** The worst price at which entering still makes sense: not above for CALL, not below for PUT. */
  worstPrice: z.number(),
  calibration: z.string(),
  createdAt: time,
  publishedAt: time,
  updatedAt: time,
  expiresAt: time,
  source: sourceSchema,
  /** True for history made by the seed of a local stack. */
  seeded: z.boolean(),
  ledgerSeq: z.int(),
  salt: sha256Schema,
  /** What its publication in the ledger commits to; absent from a push. */
  commitment: z.exactOptional(sha256Schema),
  /** Whether it could be entered, once that is decided; absent before, and from signals that nobody confirmed. */
  entered: z.exactOptional(z.boolean()),
  /**
   * Probability, in percent, that its first level isn't flat; absent from sample history. Not sealed: a commitment has the
   * fields that every verifier knows.
   */
  moves: z.exactOptional(percent),
  settlement: z.nullable(settlementOf(time)),
});

/** `signals/{slot}` as Firestore holds it; parsing gives a {@link Signal}. */
export const signalDocumentSchema = z.object({
  ...signalShape(firestoreTime),
  pair: pairSchema,
  /** Probability that the signal wins within its levels. */
  confidence: probabilitySchema,
  /** Probability that its first entry wins. */
  firstEntry: probabilitySchema,
});

/** A signal in memory: times in epoch ms; active while `settlement` is null. */
export type Signal = z.infer<typeof signalDocumentSchema>;

export type Settlement = NonNullable<Signal['settlement']>;

/** `status` of the API: active until the entry window closes, then expired. Times in epoch ms. */
export const signalStatus = (
  signal: Pick<Signal, 'expiresAt'>,
  now: number,
): 'active' | 'expired' => (now < signal.expiresAt ? 'active' : 'expired');

const Z95 = 1.959964;

const asPercent = (share: number): number => Math.min(100, Math.max(0, 100 * share));

/**
 * A rate in percent with its Wilson score interval (E. B. Wilson, JASA 22, 1927), null for no trials.
 * Unlike the normal approximation it stays within 0–100 and holds for few trials.
 * @param reach in standard errors; that of 95 % by default
 */
export function wilson(wins: number, trials: number, reach: number = Z95): Probability | null {
  if (trials === 0) return null;
  const rate = wins / trials;
  const spread = reach ** 2 / trials;
  const centre = (rate + spread / 2) / (1 + spread);
  const half =
    (reach / (1 + spread)) * Math.sqrt((rate * (1 - rate)) / trials + spread / (4 * trials));
  return { value: asPercent(rate), low: asPercent(centre - half), high: asPercent(centre + half) };
}

/** How long (ms) after its entry time a signal says "Enter now". */
export const ENTER_NOW_MS = 30_000;

/**
 * The state of a signal for its reader. `open`: prepare, enter at `expiresAt`. `checking`: whether it can be entered is
 * awaited. `enter-now`: it can, until {@link ENTER_NOW_MS} after its entry. `no-go`: it can't, or nobody said in time.
 * `running`: too late, `level` is being played. `judging`: settlement is due. `settled`: the outcome is known.
 */
export type SignalPhase =
  | { readonly name: 'open'; readonly entersIn: number }
  | { readonly name: 'checking'; readonly closesIn: number }
  | { readonly name: 'enter-now'; readonly closesIn: number }
  | { readonly name: 'no-go' }
  | { readonly name: 'running'; readonly level: Level; readonly endsAt: number }
  | { readonly name: 'judging' }
  | { readonly name: 'settled'; readonly settlement: Settlement };

/** The phase so long (ms) after the entry, within {@link ENTER_NOW_MS}. */
function entryPhase(late: number, entered: boolean | undefined): SignalPhase {
  if (entered === true) return { name: 'enter-now', closesIn: ENTER_NOW_MS - late };
  if (entered === false) return { name: 'no-go' };
  return late < CONFIRM_WITHIN_MS
    ? { name: 'checking', closesIn: CONFIRM_WITHIN_MS - late }
    : { name: 'no-go' };
}

/** The phase of a signal at `now` (epoch ms, the server's clock). */
export function signalPhase(
  signal: Pick<Signal, 'createdAt' | 'expiresAt' | 'settlement' | 'entered'>,
  now: number,
): SignalPhase {
  if (signal.settlement) return { name: 'settled', settlement: signal.settlement };
  const late = now - signal.expiresAt;
  if (late < 0) return { name: 'open', entersIn: -late };
  if (late < ENTER_NOW_MS) return entryPhase(late, signal.entered);
  const level = LEVELS[Math.floor(late / SLOT_MS)];
  if (level === undefined) return { name: 'judging' };
  return { name: 'running', level, endsAt: signal.expiresAt + SLOT_MS * (level + 1) };
}

/** Five minutes of a pair's market; `at` is when they began. */
export const recordCandleSchema = z.object({
  at: z.iso.datetime(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
});

export type RecordCandle = z.infer<typeof recordCandleSchema>;
