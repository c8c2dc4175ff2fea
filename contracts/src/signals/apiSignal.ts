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

const isoText = z.iso.datetime();

const specified = {
  /** For display: `EUR/USD`, `EUR/USD OTC`. */
  pair: z.string(),
  signalType: z.enum(['buy', 'sell']),
  /** Probability, in percent, that the signal wins within its levels. */
  confidence: z.number(),
  confidenceRange: probabilitySchema,
  firstEntry: probabilitySchema,
  status: z.enum(['active', 'expired']),
  outcome: z.nullable(outcomeSchema),
  martingaleLevels: z.array(
    z.object({ level: levelSchema, entryTime: isoText, expiryTime: isoText, stake: z.number() }),
  ),
};

/** What a signal is worth at a payout, as `verdictOf` judges it. */
const apiVerdictSchema = z.object({
  name: verdictNameSchema,
  payout: z.number(),
  /** The rate of won first entries, in percent, that breaks even at this payout. */
  needed: z.number(),
  /** Expected result of the whole ladder by the stated odds, in first stakes; negative for a loss. */
  perFirstStake: z.number(),
});

/** A signal as the API returns it: times as ISO text, and first of all the verdict. */
export const apiSignalSchema = z.object({
  verdict: apiVerdictSchema,
  ...signalShape(isoText),
  ...specified,
});
export type ApiSignal = z.infer<typeof apiSignalSchema>;

/** An item of a list. Items that this client can't parse are kept, because another build may. */
export const listedSignalSchema = z.union([apiSignalSchema, z.unknown()]);

const labelledPair = z.pipe(z.pipe(z.string(), z.transform(pairOfText)), pairSchema);

/** Reads an {@link ApiSignal} from the wire, its times as epoch ms. The verdict is left out: a device judges itself. */
export const receivedSignalSchema = z.pipe(
  z.object({ ...signalShape(isoTime), ...specified, pair: labelledPair }),
  z.transform(
    ({ signalType, status, outcome, martingaleLevels, confidenceRange, ...fields }): Signal => ({
      ...fields,
      confidence: confidenceRange,
    }),
  ),
);

/**
 * The API's representation of a signal at `now` (epoch ms), judged at a payout.
 * @param payout profit on a won stake, as a share
 */
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
