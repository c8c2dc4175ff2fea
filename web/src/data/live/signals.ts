import { slotId } from '@quantalgo/contracts/core/slots';
import { type LiveSession, overAt } from '@quantalgo/contracts/live/session';
import { endedOf } from '@quantalgo/contracts/signals/ended';
import { inStakes, ladderResult } from '@quantalgo/contracts/signals/figures';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { readSignals, type ReceivedSignal } from '../storage/digests';
import { useStored } from '../storage/memberDatabase';

/** The first slot of a live session, and the first one after it. */
export function slotsOf({ openedAt, closedAt, endsAt }: LiveSession): {
  readonly from: string;
  readonly to: string;
} {
  const closed = closedAt === null ? null : Date.parse(closedAt);
  const over = overAt({ closedAt: closed, endsAt: Date.parse(endsAt) });
  return { from: slotId(Date.parse(openedAt)), to: slotId(over) };
}

/** The signals on this device of a live session, newest first; undefined while they are read. */
export function useSessionSignals(session: LiveSession | null): ReceivedSignal[] | undefined {
  const { from, to } = session ? slotsOf(session) : { from: '', to: '' };
  return useStored(
    async ({ signals }) => {
      const rows = await signals.where('id').between(from, to, true, true).reverse().toArray();
      return readSignals(rows);
    },
    [from, to],
  );
}

/** A live session in figures. */
interface SessionFigures {
  readonly signals: number;
  readonly settled: number;
  /** Share of the settled that won within their levels, in percent; null where none is settled. */
  readonly winRate: number | null;
  /** Mean of what they stated for all levels, in percent; null where there are none. */
  readonly confidence: number | null;
  /** Result of all settled, played with all levels at the stated payout, in first stakes. */
  readonly profit: number;
}

/** The figures of a session's signals; one that is not what was sealed doesn't count. */
export function sessionFigures(
  signals: readonly Pick<ReceivedSignal, 'createdAt' | 'confidence' | 'settlement' | 'differs'>[],
): SessionFigures {
  const counted = signals.filter(({ differs }) => differs !== true);
  const settled = counted.flatMap(({ createdAt, settlement }) =>
    settlement ? [endedOf(createdAt, settlement, settlement.settledAt)] : [],
  );
  const won = settled.filter(({ outcome }) => outcome === 'profit').length;
  const stated = counted.reduce((sum, { confidence }) => sum + confidence.value, 0);
  return {
    signals: counted.length,
    settled: settled.length,
    winRate: settled.length === 0 ? null : (100 * won) / settled.length,
    confidence: counted.length === 0 ? null : stated / counted.length,
    profit: inStakes(settled.reduce((sum, one) => sum + ladderResult(one, LADDER_RULES), 0)),
  };
}
