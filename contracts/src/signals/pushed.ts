import * as z from 'zod/mini';
import { isSlotId, parseSlotId, slotIdSchema } from '../core/slots';
import {
  AUDIENCES,
  directionSchema,
  getEntryWindowEnd,
  type Probability,
  probabilitySchema,
  type Settlement,
  buildSettlementSchema,
  type Signal,
  sourceSchema,
} from './signal';
import { pairSchema } from '../market/pairs';
import { sha256Schema } from '../core/sha256Schema';

const chanceSchema = z.tuple([
  probabilitySchema.shape.value,
  probabilitySchema.shape.low,
  probabilitySchema.shape.high,
]);

const toProbability = ([value, low, high]: z.infer<typeof chanceSchema>): Probability => ({
  value,
  low,
  high,
});

const toChance = ({ value, low, high }: Probability): z.infer<typeof chanceSchema> => [
  value,
  low,
  high,
];

const publishedSchema = z.tuple([
  slotIdSchema,
  pairSchema,
  directionSchema,
  z.string(),
  z.enum(AUDIENCES),
  sourceSchema,
  z.boolean(),
  z.tuple([z.number(), z.number()]),
  chanceSchema,
  chanceSchema,
  z.string(),
  z.tuple([z.number(), z.number()]),
  z.int(),
  sha256Schema,
  z.array(z.string()),
]);

const settledSchema = z.tuple([publishedSchema, buildSettlementSchema(z.number())]);

type PublishedSignal = z.infer<typeof publishedSchema>;

export type PushedSignal = PublishedSignal | z.infer<typeof settledSchema>;

const toPublishedTuple = (signal: Signal): PublishedSignal => [
  signal.id,
  signal.pair,
  signal.direction,
  signal.strategy,
  signal.audience,
  signal.source,
  signal.seeded,
  [signal.entryPrice, signal.worstPrice],
  toChance(signal.confidence),
  toChance(signal.firstEntry),
  signal.calibration,
  [signal.publishedAt, signal.updatedAt],
  signal.ledgerSeq,
  signal.salt,
  [...signal.reasons],
];

export const toPushedSignal = (signal: Signal): PushedSignal =>
  signal.settlement ? [toPublishedTuple(signal), signal.settlement] : toPublishedTuple(signal);

/**
 * Null if the push has no signal or another version wrote it. `entered` comes from the push, not
 * from the signal.
 */
export function parsePushedSignal(input: unknown, entered?: boolean): Signal | null {
  const settledTuple = settledSchema.safeParse(input).data;
  const activeTuple = publishedSchema.safeParse(input).data;
  const signal = settledTuple
    ? toSignal(settledTuple[0], settledTuple[1])
    : activeTuple && toSignal(activeTuple, null);
  return signal && entered !== undefined ? { ...signal, entered } : (signal ?? null);
}

function toSignal(data: PublishedSignal, settlement: Settlement | null): Signal | null {
  if (!isSlotId(data[0])) return null;
  const [id, pair, direction, strategy, audience, source, seeded, prices, ...remainingFields] =
    data;
  const [confidence, firstEntry, calibration, [publishedAt, updatedAt], ...ledgerFields] =
    remainingFields;
  const [ledgerSeq, salt, reasons] = ledgerFields;
  const createdAt = parseSlotId(id);
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
    confidence: toProbability(confidence),
    firstEntry: toProbability(firstEntry),
    entryPrice: prices[0],
    worstPrice: prices[1],
    createdAt,
    expiresAt: getEntryWindowEnd(createdAt),
    settlement,
  };
}
