import type { PaperPlay } from '@quantalgo/contracts/bots/play';
import type { PaperSignal } from '@quantalgo/contracts/bots/results';
import type { ClosedTrade, TradeOutcome } from '@quantalgo/contracts/bots/state';
import { formatMoment, formatMoney } from '@quantalgo/contracts/core/format';
import { SLOT_MS, parseSlotId } from '@quantalgo/contracts/core/slots';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import type { Outcome } from '@quantalgo/contracts/signals/signal';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/Button';
import { Panel } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { DirectionMark } from '../../ui/instruments/DirectionMark';
import { OutcomeChip } from '../../ui/instruments/Marks';
import { useZone } from '../../core/zone';
import { formatTradeCount } from './text';
import { formatResult } from '../../ui/resultText';

const PAGE_SIZE = 20;

const OUTCOMES: Readonly<Record<TradeOutcome, Outcome>> = {
  won: 'profit',
  lost: 'loss',
  flat: 'break-even',
};

type FindSignal = (id: string) => PaperSignal | undefined;

function Row({
  id,
  signal,
  now,
  note,
  children,
}: {
  id: string;
  signal: PaperSignal | undefined;
  now: number;
  note: string;
  children: ReactNode;
}) {
  const zone = useZone();
  return (
    <li className="flex items-center justify-between gap-3 border-t border-line-soft px-4 py-3">
      <div className="min-w-0 text-sm">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span translate="no" className="font-semibold">
            {signal ? formatPair(signal.pair) : id}
          </span>
          {signal && <DirectionMark direction={signal.direction} />}
        </p>
        <p className="text-xs text-muted tabular-nums">
          {`${formatMoment(parseSlotId(id) + SLOT_MS, now, zone)} · ${note}`}
        </p>
      </div>
      <div className="flex shrink-0 items-center gap-2.5 text-sm tabular-nums">{children}</div>
    </li>
  );
}

const Empty = ({ children }: { children: ReactNode }) => (
  <p className="border-t border-line-soft px-4 py-4 text-sm text-pretty text-muted">{children}</p>
);

const formatStake = (firstStake: number, level: number) =>
  `${formatMoney(firstStake / 100)} · level\u00a0${level}`;

export const ActiveTrades = ({
  play,
  now,
  findSignal,
}: {
  play: PaperPlay;
  now: number;
  findSignal: FindSignal;
}) => (
  <Panel
    title="Active trades"
    aside={<span className="text-xs text-muted">{`${play.state.open.length} open`}</span>}
  >
    {play.state.open.length === 0 ? (
      <Empty>No open trades. One opens with each signal that this bot enters.</Empty>
    ) : (
      <ul>
        {[...play.state.open].reverse().map(({ id, first, level }) => (
          <Row key={id} id={id} signal={findSignal(id)} now={now} note={formatStake(first, level)}>
            <Chip>open</Chip>
          </Row>
        ))}
      </ul>
    )}
  </Panel>
);

export function ClosedTrades({
  closed,
  now,
  findSignal,
}: {
  closed: readonly ClosedTrade[];
  now: number;
  findSignal: FindSignal;
}) {
  const [limit, setLimit] = useState(PAGE_SIZE);
  const visibleTrades = closed.slice(-limit).reverse();
  return (
    <Panel
      title="Closed trades"
      aside={<span className="text-xs text-muted">{formatTradeCount(closed.length)}</span>}
    >
      {closed.length === 0 ? (
        <Empty>No trades in this range yet.</Empty>
      ) : (
        <ul>
          {visibleTrades.map(({ id, first, level, outcome, result }) => (
            <Row
              key={id}
              id={id}
              signal={findSignal(id)}
              now={now}
              note={formatStake(first, level)}
            >
              <span className="font-semibold">{formatResult(result)}</span>
              <OutcomeChip outcome={OUTCOMES[outcome]} />
            </Row>
          ))}
        </ul>
      )}
      {closed.length > limit && (
        <div className="border-t border-line-soft p-3">
          <Button size="small" className="w-full" onClick={() => setLimit(limit + 5 * PAGE_SIZE)}>
            Show older trades
          </Button>
        </div>
      )}
    </Panel>
  );
}
