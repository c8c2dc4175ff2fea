import { parseSlotId } from '@quantalgo/contracts/core/slots';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { isRollover } from '@quantalgo/contracts/market/sessions';
import { describeRecordPlainly, summariseRecord } from '@quantalgo/contracts/signals/sentence';
import { memo } from 'react';
import { usePayout } from '../../data/settings/payout';
import { type ReceivedSignal, usePerformance } from '../../data/signals/useSignals';
import { DeskLine } from './DeskLine';
import { InHindsight } from './InHindsight';
import { CardFoot, Closes, Martingale, Odds, Reasons } from './SignalFacts';
import type { PlayedLevel } from './levels';

// Memoized, because the card renders every second and these parts change only with the signal.
const MemoOdds = memo(Odds);
const MemoReasons = memo(Reasons);
const MemoFoot = memo(CardFoot);

/** The public record's verdict at this pair's payout. */
function WholeRecord({ pair }: { pair: Pair }) {
  const performance = usePerformance();
  const payout = usePayout(pair);
  if (!performance) return null;
  return (
    <p className="text-sm tabular-nums">
      {describeRecordPlainly(summariseRecord(performance, payout))}
    </p>
  );
}

/**
 * A card's collapsible details. `withCloses` adds a settled signal's closes, which its page shows
 * elsewhere.
 */
export const DetailsContent = ({
  signal,
  levels,
  quiet,
  isNoGo,
  withCloses,
}: {
  signal: ReceivedSignal;
  levels: readonly PlayedLevel[];
  quiet: boolean;
  isNoGo: boolean;
  withCloses: boolean;
}) => (
  <>
    <div className="grid gap-3.5 px-4 pt-1 pb-4">
      <MemoOdds signal={signal} />
      <WholeRecord pair={signal.pair} />
      {isRollover(parseSlotId(signal.id)) && (
        <p className="text-sm text-muted">
          Published at a time when spreads widen, so not counted in our odds.
        </p>
      )}
      {!isNoGo && <Martingale levels={levels} quiet={quiet} />}
      {!isNoGo && <DeskLine />}
      {withCloses && signal.settlement && <Closes signal={signal} levels={levels} />}
      <InHindsight signal={signal} />
      <MemoReasons signal={signal} />
    </div>
    <MemoFoot signal={signal} />
  </>
);
