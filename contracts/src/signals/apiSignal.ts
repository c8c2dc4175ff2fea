import * as z from 'zod/mini';
import { toIso, isoTimeSchema } from '../core/time';
import { listMartingaleLevels } from './ladder';
import { STATED_PAYOUT } from './payout';
import {
  levelSchema,
  outcomeSchema,
  probabilitySchema,
  type Signal,
  buildSignalFields,
  getSignalStatus,
} from './signal';
import { verdictNameSchema, getVerdict } from './verdict';
import { formatPair, unformatPair, pairSchema } from '../market/pairs';

const isoSchema = z.iso.datetime();

const specifiedFields = {
  pair: z.string(),
  signalType: z.enum(['buy', 'sell']),
  confidence: z.number(),
  confidenceRange: probabilitySchema,
  firstEntry: probabilitySchema,
  status: z.enum(['active', 'expired']),
  outcome: z.nullable(outcomeSchema),
  martingaleLevels: z.array(
    z.object({
      level: levelSchema,
      entryTime: isoSchema,
      expiryTime: isoSchema,
      stake: z.number(),
    }),
  ),
};

const apiVerdictSchema = z.object({
  name: verdictNameSchema,
  payout: z.number(),
  needed: z.number(),
  perFirstStake: z.number(),
});

export const apiSignalSchema = z.object({
  verdict: apiVerdictSchema,
  ...buildSignalFields(isoSchema),
  ...specifiedFields,
});
export type ApiSignal = z.infer<typeof apiSignalSchema>;

/** Keeps items that this build can't parse, because another build may be able to. */
export const listedSignalSchema = z.union([apiSignalSchema, z.unknown()]);

const pairLabelSchema = z.pipe(z.pipe(z.string(), z.transform(unformatPair)), pairSchema);

/**
 * Parses an {@link ApiSignal} into epoch ms. Drops the verdict, because devices compute their own.
 */
export const receivedSignalSchema = z.pipe(
  z.object({ ...buildSignalFields(isoTimeSchema), ...specifiedFields, pair: pairLabelSchema }),
  z.transform(
    ({ signalType, status, outcome, martingaleLevels, confidenceRange, ...fields }): Signal => ({
      ...fields,
      confidence: confidenceRange,
    }),
  ),
);

export function toApiSignal(
  signal: Signal,
  now: number,
  payout: number = STATED_PAYOUT,
): ApiSignal {
  const { settlement } = signal;
  return {
    verdict: getVerdict(signal, payout),
    ...signal,
    pair: formatPair(signal.pair),
    signalType: signal.direction === 'CALL' ? 'buy' : 'sell',
    confidence: signal.confidence.value,
    confidenceRange: signal.confidence,
    status: getSignalStatus(signal, now),
    outcome: settlement?.outcome ?? null,
    createdAt: toIso(signal.createdAt),
    publishedAt: toIso(signal.publishedAt),
    updatedAt: toIso(signal.updatedAt),
    expiresAt: toIso(signal.expiresAt),
    martingaleLevels: listMartingaleLevels(signal.createdAt).map((level) => ({
      ...level,
      entryTime: toIso(level.entryTime),
      expiryTime: toIso(level.expiryTime),
    })),
    settlement: settlement && {
      ...settlement,
      closes: settlement.closes.map(({ at, ...close }) => ({ at: toIso(at), ...close })),
      fetchedAt: toIso(settlement.fetchedAt),
      settledAt: toIso(settlement.settledAt),
    },
  };
}
