import type { SystemState } from '@quantalgo/contracts/console/console';
import { formatMoment, formatShortDecimal } from '@quantalgo/contracts/core/format';
import { isSlotId, parseSlotId } from '@quantalgo/contracts/core/slots';
import { WAT } from '@quantalgo/contracts/core/time';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/Card';
import { DirectionMark } from '../../ui/instruments/DirectionMark';
import { SidewaysScroller } from '../../ui/AsTable';

export const Publications = ({
  publications,
  now,
}: Pick<SystemState, 'publications'> & { now: number }) => (
  <Panel title="Recent publications">
    <Table
      label="Recent publications"
      heads={['Slot', 'Pair', 'Direction', 'Committed after']}
      none="Nothing has been published yet."
      rows={publications.map(({ slot, pair, direction, at }) => ({
        key: slot,
        cells: [
          formatSlot(slot, now),
          formatPair(pair),
          <DirectionMark key="direction" direction={direction} size="small" />,
          isSlotId(slot) ? formatDelay(Date.parse(at) - parseSlotId(slot)) : '–',
        ],
      }))}
    />
  </Panel>
);

export const Misses = ({ misses, now }: Pick<SystemState, 'misses'> & { now: number }) => (
  <Panel title="Recent misses">
    <Table
      label="Recent misses"
      heads={['Slot', 'Reason']}
      none="No slot was missed."
      prose
      rows={misses.map(({ slot, reason }) => ({
        key: slot,
        cells: [formatSlot(slot, now), reason],
      }))}
    />
  </Panel>
);

export const Delays = ({ delays, pushDelays }: Pick<SystemState, 'delays' | 'pushDelays'>) => {
  const days = [...new Set([...delays, ...pushDelays].map(({ day }) => day))].sort().reverse();
  return (
    <Panel title="Delays by UTC day">
      <Table
        label="Delays by UTC day"
        heads={['Day', 'Published', 'Commit p95', 'Pushes shown', 'Shown p95']}
        none="Nothing has been measured yet."
        rows={days.map((day) => {
          const committed = delays.find((entry) => entry.day === day);
          const pushDelay = pushDelays.find((entry) => entry.day === day);
          return {
            key: day,
            cells: [
              formatDay(day),
              committed?.published ?? 0,
              formatDelay(committed?.p95Ms ?? null),
              pushDelay?.shown ?? 0,
              formatDelay(pushDelay?.p95Ms ?? null),
            ],
          };
        })}
      />
    </Panel>
  );
};

/** The first cell of each row is its header. */
const Table = ({
  label,
  heads,
  rows,
  none,
  prose = false,
}: {
  label: string;
  heads: readonly string[];
  rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  /** Shown for an empty table. */
  none: string;
  /** The cells are sentences, which may wrap. */
  prose?: boolean;
}) =>
  rows.length === 0 ? (
    <p className="border-t border-line-soft px-4 py-3 text-sm text-muted">{none}</p>
  ) : (
    <SidewaysScroller label={label}>
      <table aria-label={label} className="w-full border-t border-line-soft text-sm tabular-nums">
        <thead>
          <tr className="text-left text-xs text-muted">
            {heads.map((head, index) => (
              <th
                key={head}
                scope="col"
                className={`px-1 py-2 font-normal first:pl-3 last:pr-3 sm:px-2 sm:first:pl-4 sm:last:pr-4 ${index === 0 ? '' : 'text-right'}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line-soft border-t border-line-soft">
          {rows.map(({ key, cells: [name, ...cells] }) => (
            <tr key={key}>
              <th scope="row" className="py-2 pr-1 pl-3 text-left font-semibold sm:pr-2 sm:pl-4">
                {name}
              </th>
              {cells.map((cell, index) => (
                <td
                  translate="no"
                  key={heads[index + 1]}
                  className={`px-1 py-2 text-right last:pr-3 sm:px-2 sm:last:pr-4 ${prose ? 'wrap-anywhere' : 'whitespace-nowrap'}`}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </SidewaysScroller>
  );

/** `640 ms`, `2.5 s`, or a dash for null. */
export function formatDelay(ms: number | null): string {
  if (ms === null) return '–';
  return ms < 1000 ? `${ms} ms` : `${formatShortDecimal(ms / 1000)} s`;
}

export const formatSlot = (id: string, now: number): string =>
  isSlotId(id) ? formatMoment(parseSlotId(id), now, WAT) : id;

/** Turns `20261120` into `2026-11-20`. */
const formatDay = (day: string): string => day.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');

type Tone = 'good' | 'warning' | 'bad' | 'neutral';

export function describeHeartbeat(heartbeat: SystemState['heartbeat']): {
  text: string;
  tone: Tone;
} {
  if (!heartbeat) return { text: 'Nothing yet', tone: 'neutral' };
  return {
    published: { text: 'Published', tone: 'good' as const },
    missed: { text: 'Missed', tone: 'bad' as const },
    closed: { text: 'Market closed', tone: 'neutral' as const },
  }[heartbeat.state];
}

export function describeMarket(market: SystemState['market']): { text: string; tone: Tone } {
  if (!market) return { text: 'Not known yet', tone: 'neutral' };
  return {
    open: { text: 'Open', tone: 'good' as const },
    closed: { text: 'Closed', tone: 'neutral' as const },
    failing: { text: 'Failing', tone: 'bad' as const },
  }[market.state];
}

/** Above this lag, the publisher has most likely stopped. */
const MAX_LAG_MS = 60_000;

export function describeLag(heartbeat: SystemState['heartbeat']): { text: string; tone: Tone } {
  if (!heartbeat) return { text: '–', tone: 'neutral' };
  const { lagMs } = heartbeat;
  if (lagMs === 0) return { text: 'On time', tone: 'good' };
  return { text: `${formatDelay(lagMs)} late`, tone: lagMs > MAX_LAG_MS ? 'bad' : 'warning' };
}
