import type { SystemState } from '@quantalgo/contracts';
import type { ReactNode } from 'react';
import { Card } from '../../../ui/Card';
import { Chip } from '../../../ui/Chip';
import { SOURCE_WORDS } from '../../../ui/signalWords';
import { delayText, lagWords, marketWords, slotText, slotWords } from './words';

const Fact = ({
  label,
  note,
  children,
}: {
  label: string;
  note: ReactNode;
  children: ReactNode;
}) => (
  <div className="grid content-start gap-1.5 bg-raised px-4 py-3">
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="text-base font-semibold tabular-nums">{children}</dd>
    <dd className="text-xs wrap-anywhere text-muted tabular-nums">{note}</dd>
  </div>
);

/** What matters first: whether signals go out, on time, on prices, and reach their members. */
export function Health({ system, now }: { system: SystemState; now: number }) {
  const { heartbeat, market, source, missedInDay, delays, pushDelays } = system;
  const [slot, lag, prices] = [slotWords(heartbeat), lagWords(heartbeat), marketWords(market)];
  return (
    <Card className="overflow-hidden">
      <dl className="grid gap-px bg-line-soft sm:grid-cols-2 xl:grid-cols-3">
        <Fact
          label="Newest slot"
          note={heartbeat ? slotText(heartbeat.slot, now) : 'The publisher did not run yet'}
        >
          <Chip tone={slot.tone}>{slot.text}</Chip>
        </Fact>
        <Fact label="Scheduler" note="Against the newest slot that is due">
          <Chip tone={lag.tone}>{lag.text}</Chip>
        </Fact>
        <Fact label="Market data" note={market?.problem ?? `On ${SOURCE_WORDS[source]}`}>
          <Chip tone={prices.tone}>{prices.text}</Chip>
        </Fact>
        <Fact label="Slot to commit, p95" note={`${delays[0]?.published ?? 0} published today`}>
          {delayText(delays[0]?.p95Ms ?? null)}
        </Fact>
        <Fact label="Push to shown, p95" note={`${pushDelays[0]?.shown ?? 0} shown today`}>
          {delayText(pushDelays[0]?.p95Ms ?? null)}
        </Fact>
        <Fact label="Missed slots" note="In the last 24 hours">
          {missedInDay}
        </Fact>
      </dl>
    </Card>
  );
}
