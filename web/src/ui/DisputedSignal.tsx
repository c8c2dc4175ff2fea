import { formatMoment } from '@quantalgo/contracts/core/format';
import { parseSlotId } from '@quantalgo/contracts/core/slots';
import type { Zone } from '@quantalgo/contracts/core/time';
import { type Pair, formatPair } from '@quantalgo/contracts/market/pairs';
import type { Direction } from '@quantalgo/contracts/signals/signal';

interface DisputedSignalView {
  readonly id: string;
  readonly entrySeen: number | null;
  readonly exitSeen: number | null;
  /** Null until the signal is settled. */
  readonly recorded: {
    readonly pair: Pair;
    readonly direction: Direction;
    readonly closes: readonly { readonly price: number | null }[];
  } | null;
}

const formatPrice = (price: number | null) => (price === null ? '–' : String(price));

export function DisputedSignal({
  signal: { id, entrySeen, exitSeen, recorded },
  seenBy,
  now,
  zone,
}: {
  signal: DisputedSignalView;
  seenBy: string;
  now: number;
  zone: Zone;
}) {
  const closes = recorded?.closes.map(({ price }) => formatPrice(price)).join(' · ');
  return (
    <dl className="grid gap-x-6 gap-y-1 rounded-lg border border-line-soft px-4 py-3 text-sm tabular-nums sm:grid-cols-[auto_1fr]">
      <dt className="text-muted">Signal</dt>
      <dd translate="no">
        {`${recorded ? `${formatPair(recorded.pair)} ${recorded.direction}, ` : ''}${formatMoment(parseSlotId(id), now, zone)}`}
      </dd>
      <dt className="text-muted">{`${seenBy} saw`}</dt>
      <dd translate="no">{`entry ${formatPrice(entrySeen)}, exit ${formatPrice(exitSeen)}`}</dd>
      <dt className="text-muted">Recorded closes</dt>
      <dd>{closes ?? 'Shown once the signal is settled'}</dd>
    </dl>
  );
}
