import { slotId } from '@quantalgo/contracts/core/slots';
import { type LiveSession, getLatestEnd } from '@quantalgo/contracts/live/session';
import { computeMovedWinRate } from '@quantalgo/contracts/signals/figures';
import type { Outcome } from '@quantalgo/contracts/signals/signal';
import { toSignalEnd } from '@quantalgo/contracts/signals/signalEnd';
import { toStakes, computeLadderResult } from '@quantalgo/contracts/signals/ladderResult';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { readSignals, type ReceivedSignal } from '../storage/digests';
import { useStored } from '../storage/memberDatabase';

export function getSessionSlots({ openedAt, closedAt, endsAt }: LiveSession): {
  readonly from: string;
  readonly to: string;
} {
  const closed = closedAt === null ? null : Date.parse(closedAt);
  const endsAtMs = getLatestEnd({ closedAt: closed, endsAt: Date.parse(endsAt) });
  return { from: slotId(Date.parse(openedAt)), to: slotId(endsAtMs) };
}

export function useSessionSignals(session: LiveSession | null): ReceivedSignal[] | undefined {
  const { from, to } = session ? getSessionSlots(session) : { from: '', to: '' };
  return useStored(
    async ({ signals }) => {
      const rows = await signals.where('id').between(from, to, true, true).reverse().toArray();
      return readSignals(rows);
    },
    [from, to],
  );
}

interface SessionFigures {
  readonly signals: number;
  /** Counts only signals that could be entered, as do `winRate` and `profit`. */
  readonly settled: number;
  /** Share of signals that won within their levels, of those that weren't flat. In percent. */
  readonly winRate: number | null;
  /** Mean stated confidence for all levels, in percent. */
  readonly confidence: number | null;
  /** In first stakes: all settled signals, played with all levels at the stated payout. */
  readonly profit: number;
}

export function computeSessionFigures(
  signals: readonly Pick<
    ReceivedSignal,
    'createdAt' | 'confidence' | 'settlement' | 'differs' | 'entered'
  >[],
): SessionFigures {
  const counted = signals.filter(({ differs }) => differs !== true);
  const settled = counted.flatMap(({ createdAt, settlement, entered }) =>
    settlement && entered !== false
      ? [toSignalEnd(createdAt, settlement, settlement.settledAt)]
      : [],
  );
  const countOutcomes = (name: Outcome) => settled.filter(({ outcome }) => outcome === name).length;
  const winRate = computeMovedWinRate({
    totalSignals: settled.length,
    wonSignals: countOutcomes('profit'),
    breakEvenSignals: countOutcomes('break-even'),
  });
  const confidenceSum = counted.reduce((sum, { confidence }) => sum + confidence.value, 0);
  return {
    signals: counted.length,
    settled: settled.length,
    winRate: winRate && winRate.value,
    confidence: counted.length === 0 ? null : confidenceSum / counted.length,
    profit: toStakes(
      settled.reduce((sum, signal) => sum + computeLadderResult(signal, LADDER_RULES), 0),
    ),
  };
}
