import { watClock } from '@quantalgo/contracts';
import { SAMPLE_MARKET } from '../../../content/signalRoom';
import { useNow } from '../../../data/core/clock';
import { Card } from '../../../ui/Card';
import { SampleTag } from '../../../ui/Chip';

/** The community's clock, and the market's state as sample content. */
export function MarketStatus() {
  const now = useNow();
  return (
    <Card className="p-4">
      <header className="flex items-center justify-between">
        <h2 className="text-sm">Market status</h2>
        <SampleTag />
      </header>
      <dl className="mt-2 grid gap-2 text-sm">
        {SAMPLE_MARKET.map(({ name, value }) => (
          <div key={name} className="flex justify-between gap-3">
            <dt className="text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 flex justify-between gap-3 border-t border-line-soft pt-3 text-sm">
        <span className="text-muted">Clock</span>
        <span className="tabular-nums">{watClock(now)} WAT</span>
      </p>
    </Card>
  );
}
