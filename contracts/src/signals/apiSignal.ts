import * as z from 'zod/mini';
import { iso, isoTime } from '../core/time';
import { martingaleLevels } from './ladder';
import { STATED_PAYOUT } from './payout';
import {
  levelSchema,
  outcomeSchema,
  probabilitySchema,
  type Signal,
  signalShape,
  signalStatus,
} from './signal';
import { verdictNameSchema, verdictOf } from './verdict';
import { pairLabel, pairOfText, pairSchema } from '../market/pairs';

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
  ...signalShape(isoSchema),
  ...specifiedFields,
});
export type ApiSignal = z.infer<typeof apiSignalSchema>;

/** Items that this client can't parse are stored, because another build may. */
export const listedSignalSchema = z.union([apiSignalSchema, z.unknown()]);

const pairLabelSchema = z.pipe(z.pipe(z.string(), z.transform(pairOfText)), pairSchema);

/** Parses an {@link ApiSignal} into epoch ms. Drops the verdict, because devices compute their own. */
export const receivedSignalSchema = z.pipe(
  z.object({ ...signalShape(isoTime), ...specifiedFields, pair: pairLabelSchema }),
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
    verdict: verdictOf(signal, payout),
    ...signal,
    pair: pairLabel(signal.pair),
    signalType: signal.direction === 'CALL' ? 'buy' : 'sell',
    confidence: signal.confidence.value,
    confidenceRange: signal.confidence,
    status: signalStatus(signal, now),
    outcome: settlement?.outcome ?? null,
    createdAt: iso(signal.createdAt),
    publishedAt: iso(signal.publishedAt),
    updatedAt: iso(signal.updatedAt),
    expiresAt: iso(signal.expiresAt),
    martingaleLevels: martingaleLevels(signal.createdAt).map((level) => ({
      ...level,
      entryTime: iso(level.entryTime),
      expiryTime: iso(level.expiryTime),
    })),
    settlement: settlement && {
      ...settlement,
      closes: settlement.closes.map(({ at, ...close }) => ({ at: iso(at), ...close })),
      fetchedAt: iso(settlement.fetchedAt),
      settledAt: iso(settlement.settledAt),
    },
  };
}
