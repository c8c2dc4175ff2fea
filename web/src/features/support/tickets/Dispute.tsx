import { pairLabel, slotStartOfId, watMoment } from '@quantalgo/contracts';
import type { TicketView } from '../../../data/tickets/arrange';

const priceText = (price: number | null | undefined) =>
  price === null || price === undefined ? '–' : String(price);

/** The signal that the ticket is about: the prices that the member saw beside the ones that it is judged by. */
export function Dispute({
  signal: { id, entrySeen, exitSeen, recorded },
  now,
}: {
  signal: NonNullable<TicketView['signal']>;
  now: number;
}) {
  const closes = recorded?.closes.map(({ price }) => priceText(price)).join(' · ');
  return (
    <dl className="grid gap-x-6 gap-y-1 rounded-lg border border-line-soft px-4 py-3 text-sm tabular-nums sm:grid-cols-[auto_1fr]">
      <dt className="text-muted">Signal</dt>
      <dd>
        {recorded && `${pairLabel(recorded.pair)} ${recorded.direction}, `}
        {watMoment(slotStartOfId(id), now)}
      </dd>
      <dt className="text-muted">You saw</dt>
      <dd>
        entry {priceText(entrySeen)}, exit {priceText(exitSeen)}
      </dd>
      <dt className="text-muted">Stored closes</dt>
      <dd>{closes ?? 'once the signal is settled'}</dd>
    </dl>
  );
}
