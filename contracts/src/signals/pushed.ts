import * as z from 'zod/mini';
import { isSlotId, SLOT_MS, slotStartOfId } from '../core/slots';
import {
  AUDIENCES,
  directionSchema,
  type Probability,
  probabilitySchema,
  type Settlement,
  settlementOf,
  type Signal,
  sourceSchema,
} from './signal';
import { pairSchema } from '../market/pairs';
import { slotIdSchema } from '../core/slotId';
import { sha256Schema } from '../core/sha256Schema';

const chance = z.tuple([
  probabilitySchema.shape.value,
  probabilitySchema.shape.low,
  probabilitySchema.shape.high,
]);

const probabilityOf = ([value, low, high]: z.infer<typeof chance>): Probability => ({
  value,
  low,
  high,
});

const chanceOf = ({ value, low, high }: Probability): z.infer<typeof chance> => [value, low, high];

/** A signal that can be entered: a tuple without field names, and without fields that follow from the slot. */
const publishedSchema = z.tuple([
  slotIdSchema,
  pairSchema,
  directionSchema,
  z.string(),
  z.enum(AUDIENCES),
  sourceSchema,
  z.boolean(),
  z.tuple([z.number(), z.number()]),
  chance,
  chance,
  z.string(),
  z.tuple([z.number(), z.number()]),
  z.int(),
  sha256Schema,
  z.array(z.string()),
]);

/** A settled signal: as it was published, and how it ended. */
const settledSchema = z.tuple([publishedSchema, settlementOf(z.number())]);

type PublishedSignal = z.infer<typeof publishedSchema>;

/** A signal in a push message. */
export type PushedSignal = PublishedSignal | z.infer<typeof settledSchema>;

const published = (signal: Signal): PublishedSignal => [
  signal.id,
  signal.pair,
  signal.direction,
  signal.strategy,
  signal.audience,
  signal.source,
  signal.seeded,
  [signal.entryPrice, signal.worstPrice],
  chanceOf(signal.confidence),
  chanceOf(signal.firstEntry),
  signal.calibration,
  [signal.publishedAt, signal.updatedAt],
  signal.ledgerSeq,
  signal.salt,
  [...signal.reasons],
];

/** The signal as push data. */
export const pushedSignal = (signal: Signal): PushedSignal =>
  signal.settlement ? [published(signal), signal.settlement] : published(signal);

/**
 * Parses the signal in a push; null if there is none or another version wrote it.
 * @param entered whether it could be entered, which a push says beside it
 */
export function signalOfPush(pushed: unknown, entered?: boolean): Signal | null {
  const settled = settledSchema.safeParse(pushed).data;
  const active = publishedSchema.safeParse(pushed).data;
  const signal = settled ? signalOf(settled[0], settled[1]) : active && signalOf(active, null);
  return signal && entered !== undefined ? { ...signal, entered } : (signal ?? null);
}

function signalOf(data: PublishedSignal, settlement: Settlement | null): Signal | null {
  if (!isSlotId(data[0])) return null;
  const [id, pair, direction, strategy, audience, source, seeded, prices, ...others] = data;
  const [confidence, firstEntry, calibration, [publishedAt, updatedAt], ...rest] = others;
  const [ledgerSeq, salt, reasons] = rest;
  const createdAt = slotStartOfId(id);
  return {
    id,
    pair,
    direction,
    strategy,
    audience,
    source,
    seeded,
    calibration,
    publishedAt,
    updatedAt,
    ledgerSeq,
    salt,
    reasons,
    confidence: probabilityOf(confidence),
    firstEntry: probabilityOf(firstEntry),
    entryPrice: prices[0],
    worstPrice: prices[1],
    createdAt,
    expiresAt: createdAt + SLOT_MS,
    settlement,
  };
}
