import type { ReceivedSignal } from '../../../data/signals/useSignals';
import { CardFoot } from '../card/CardFoot';
import { Facts } from '../card/Facts';
import { Martingale } from '../card/Martingale';
import { Odds } from '../card/Odds';
import { Reasons } from '../card/Reasons';
import { entryFacts } from '../card/phaseFacts';
import type { PlayedLevel } from '../levels';
import { Closes } from './Closes';

/** What a signal said, how its levels went, and the proof of it. */
export const RowDetails = ({
  signal,
  levels,
}: {
  signal: ReceivedSignal;
  levels: readonly PlayedLevel[];
}) => (
  <div className="@container mb-3 overflow-hidden rounded-lg border border-line bg-raised lg:bg-ink lg:in-data-boxed:-mx-4 lg:in-data-boxed:rounded-none lg:in-data-boxed:border-x-0">
    <Facts facts={entryFacts(signal, 'Entry at')} />
    <div className="grid gap-3.5 p-4">
      <Odds signal={signal} />
      <Martingale levels={levels} />
      {signal.settlement && <Closes signal={signal} levels={levels} />}
      <Reasons signal={signal} />
    </div>
    <CardFoot signal={signal} />
  </div>
);
