import { PATHS, utcTime, watClock, watDate, type Settlement } from '@quantalgo/contracts';
import type { ReceivedSignal } from '../../../data/signals/useSignals';
import { Panel } from '../../../ui/Card';
import { TextLink } from '../../../ui/Links';
import { settledLevels } from '../levels';
import { Closes } from '../row/Closes';
import { delayText, SOURCE_WORDS } from '../words';

const moment = (at: number) => `${watDate(at)}, ${watClock(at)} WAT (${utcTime(at)})`;

const Facts = ({ rows }: { rows: readonly (readonly [string, string])[] }) => (
  <dl className="grid gap-1.5 text-sm">
    {rows.map(([name, value]) => (
      <div key={name} className="grid grid-cols-[6.5rem_1fr] gap-3">
        <dt className="text-muted">{name}</dt>
        <dd className="tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
);

const missing = ({ closes }: Settlement) =>
  closes.flatMap(({ at, reason }) =>
    reason === undefined ? [] : `${watClock(at)} WAT: ${reason}`,
  );

/** The closes that the signal was judged on, where they come from, and the way to object. */
export function Settled({
  signal,
  settlement,
}: {
  signal: ReceivedSignal;
  settlement: Settlement;
}) {
  const dispute = `${PATHS.support}?${new URLSearchParams({ signal: signal.id }).toString()}`;
  return (
    <Panel title="How it was judged">
      <div className="grid gap-3 px-4 pb-4">
        <Closes signal={signal} levels={settledLevels(signal, settlement)} />
        <Facts
          rows={[
            ['Closes from', SOURCE_WORDS[settlement.source]],
            ['Fetched', moment(settlement.fetchedAt)],
            ['Settled', moment(settlement.settledAt)],
          ]}
        />
        {missing(settlement).map((reason) => (
          <p key={reason} className="text-xs text-muted">
            {reason}
          </p>
        ))}
        <p className="text-sm text-muted">
          <TextLink to={dispute}>My broker showed otherwise</TextLink> opens a ticket about this
          signal with the closes above, beside the prices that you saw.
        </p>
      </div>
    </Panel>
  );
}

/** When the signal was published and when it came to this device. */
export const Delivery = ({ signal }: { signal: ReceivedSignal }) => (
  <Panel title="Delivery">
    <div className="px-4 pb-4">
      <Facts
        rows={[
          ['Published', moment(signal.publishedAt)],
          ['Here', moment(signal.receivedAt)],
          [
            'Delay',
            signal.live
              ? delayText(signal.publishedAt, signal.receivedAt)
              : 'not measured: it came with a catch-up, not through the open stream',
          ],
        ]}
      />
    </div>
  </Panel>
);
