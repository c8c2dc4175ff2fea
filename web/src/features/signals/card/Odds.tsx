import { breakEven, COIN, type Signal } from '@quantalgo/contracts';
import { ProbabilityScale } from '../../../ui/instruments/ProbabilityScale';

const PAYS_FROM = breakEven();

/** The two calibrated probabilities of a signal, each beside what a coin scores and what pays. */
export function Odds({ signal }: { signal: Pick<Signal, 'firstEntry' | 'confidence'> }) {
  return (
    <div className="grid gap-x-7 gap-y-2.5 @lg:grid-cols-2">
      <ProbabilityScale
        label="First entry wins"
        probability={signal.firstEntry}
        coin={COIN.firstEntry}
        paysFrom={PAYS_FROM.firstEntry}
      />
      <ProbabilityScale
        label="AI confidence, within 4 levels"
        probability={signal.confidence}
        coin={COIN.withinFourLevels}
        paysFrom={PAYS_FROM.withinFourLevels}
      />
    </div>
  );
}
