import type { User } from '@quantalgo/contracts/account/member';
import { formatCount } from '@quantalgo/contracts/core/format';
import { PATHS, weekPath } from '@quantalgo/contracts/core/paths';
import {
  type CountedTrade,
  compareWithChance,
  splitResult,
  type ResultParts,
  type ResultSum,
  sumTrades,
} from '@quantalgo/contracts/journal/results';
import { computeTimeSlippage } from '@quantalgo/contracts/journal/slippage';
import { listWeekDays, formatIsoWeek, isWeek, addWeeks } from '@quantalgo/contracts/journal/weeks';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { usePayout, usePayouts } from '../../data/settings/payout';
import { useAt } from '../../data/core/clock';
import { useJournal } from '../../data/journal/useJournal';
import { useMember } from '../../data/auth/currentSession';
import { type SignalDigest, useSignalHistory } from '../../data/signals/useDigests';
import { useZone } from '../../core/zone';
import { SidewaysScroller } from '../../ui/AsTable';
import { Card, Panel, SideBySide } from '../../ui/Card';
import { ScreenHead } from '../../ui/Heading';
import { LinkButton } from '../../ui/Links';
import { Skeleton } from '../../ui/Loading';
import { groupByWeek, countJournalTrades } from './countedTrades';
import { Headline, LockedResults } from './Results';
import { Slippage, Stops } from './Slippage';
import {
  getCoinRange,
  formatCentsRange,
  formatResultMoney,
  formatTradesCount,
  formatWeekName,
} from './resultText';

const TITLE = 'My week';

const LoadingSkeleton = () => (
  <div aria-busy="true" aria-label="Loading your journal" className="grid gap-4">
    <ScreenHead title={TITLE} />
    <Skeleton className="h-80 w-full rounded-lg" />
  </div>
);

interface WeekFigures {
  readonly sum: ResultSum;
  readonly parts: ResultParts;
  readonly late: number;
}

function computeFigures(trades: readonly CountedTrade[]): WeekFigures {
  const sum = sumTrades(trades);
  return { sum, parts: splitResult(sum), late: computeTimeSlippage(trades).late.length };
}

interface Change {
  readonly name: string;
  readonly now: number;
  readonly previous: number;
  readonly format: (value: number) => string;
}

const getMeanStake = ({ staked, trades }: ResultSum): number =>
  trades === 0 ? 0 : staked / trades;

const formatUnsigned = (cents: number): string => formatResultMoney(cents).replace('+', '');

function buildChanges(now: WeekFigures, previous: WeekFigures): Change[] {
  const createChange = (
    name: string,
    getValue: (figures: WeekFigures) => number,
    format: (value: number) => string,
  ): Change => ({ name, now: getValue(now), previous: getValue(previous), format });
  return [
    createChange('Result', ({ sum }) => sum.cents, formatResultMoney),
    createChange('Payout', ({ parts }) => parts.payout, formatResultMoney),
    createChange('Directions', ({ parts }) => parts.direction, formatResultMoney),
    createChange('Prices', ({ parts }) => parts.prices, formatResultMoney),
    createChange('Trades', ({ sum }) => sum.trades, formatCount),
    createChange('Staked', ({ sum }) => sum.staked, formatUnsigned),
    createChange('Average stake', ({ sum }) => getMeanStake(sum), formatUnsigned),
    createChange('Entered late', ({ late }) => late, formatCount),
  ];
}

function formatDifference({ now, previous, format }: Change): string {
  const difference = now - previous;
  if (format === formatResultMoney || format === formatUnsigned)
    return formatResultMoney(difference);
  return difference === 0 ? '0' : `${difference > 0 ? '+' : '−'}${format(Math.abs(difference))}`;
}

const PART_TEXT = {
  payout: 'the payout, because you staked more or less',
  direction: 'the signals’ directions',
  prices: 'your broker’s prices',
} as const;

function describeLargestChange(now: ResultParts, previous: ResultParts): string {
  const names = ['payout', 'direction', 'prices'] as const;
  const [largest] = names
    .map((name) => ({ name, by: now[name] - previous[name] }))
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
  return largest && largest.by !== 0
    ? `Most of the change comes from ${PART_TEXT[largest.name]}: ${formatResultMoney(largest.by)}.`
    : 'None of these changed.';
}

function Changes({ now, previous }: { now: WeekFigures; previous: WeekFigures }) {
  const cell = 'py-2 pr-4 text-right whitespace-nowrap';
  return (
    <Panel title="What changed">
      <p className="px-4 pb-3 text-sm text-pretty text-muted">
        {previous.sum.trades === 0
          ? 'No trades were counted in the week before.'
          : describeLargestChange(now.parts, previous.parts)}
      </p>
      <SidewaysScroller label="This week and the one before">
        <table className="w-full text-sm tabular-nums">
          <caption className="sr-only">This week and the one before</caption>
          <thead className="text-xs text-muted">
            <tr>
              <th scope="col" className="py-2 pl-4 text-left font-normal">
                <span className="sr-only">Figure</span>
              </th>
              {['This week', 'Before', 'Change'].map((name) => (
                <th key={name} scope="col" className={`${cell} font-normal`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {buildChanges(now, previous).map((change) => (
              <tr key={change.name} className="border-t border-line-soft">
                <th scope="row" className="py-2 pr-3 pl-4 text-left font-normal">
                  {change.name}
                </th>
                <td translate="no" className={`${cell} font-semibold`}>
                  {change.format(change.now)}
                </td>
                <td translate="no" className={`${cell} text-muted`}>
                  {change.format(change.previous)}
                </td>
                <td translate="no" className={`${cell} text-muted`}>
                  {formatDifference(change)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </SidewaysScroller>
    </Panel>
  );
}

const LUCK_TEXT = {
  chance: 'luck can explain that. It says nothing about your choices or the signals’ skill',
  better:
    'the signals you chose did better than luck explains. Chance alone does that in one week in forty',
  worse:
    'the signals you chose did worse than luck explains. Chance alone does that in one week in forty',
} as const;

/** Compares the result with coin tosses on the same trades. */
const Luck = ({ sum }: { sum: ResultSum }) => (
  <Panel title="What was luck">
    <p className="border-t border-line-soft px-4 py-3 text-sm text-pretty">
      <span>{`Coin flips on the same ${formatTradesCount(sum.trades)} make`}</span>{' '}
      <span className="sm:whitespace-nowrap">{formatCentsRange(getCoinRange(sum))}</span>{' '}
      <span>in 95 of 100 such weeks. At the record’s prices, your trades made</span>{' '}
      <span className="whitespace-nowrap">{formatResultMoney(sum.recordedCents)}</span>
      <span>{`: ${LUCK_TEXT[compareWithChance(sum)]}.`}</span>
    </p>
  </Panel>
);

const WeekLinks = ({ week, isLast }: { week: string; isLast: boolean }) => (
  <span className="flex flex-wrap gap-2">
    <LinkButton to={weekPath(addWeeks(week, -1))} size="small">
      Previous week
    </LinkButton>
    {!isLast && (
      <LinkButton to={weekPath(addWeeks(week, 1))} size="small">
        Next week
      </LinkButton>
    )}
    <LinkButton to={PATHS.results} size="small">
      All results
    </LinkButton>
  </span>
);

const NO_TRADES: readonly CountedTrade[] = [];

function WeekView({
  week,
  trades,
  previousTrades,
  digests,
}: {
  week: string;
  trades: readonly CountedTrade[];
  previousTrades: readonly CountedTrade[];
  digests: readonly SignalDigest[];
}) {
  const payout = usePayout();
  const now = useMemo(() => computeFigures(trades), [trades]);
  const previous = useMemo(() => computeFigures(previousTrades), [previousTrades]);
  const days = useMemo(() => listWeekDays(week), [week]);
  const takenIds = useMemo(() => [...new Set(trades.map(({ id }) => id))], [trades]);
  if (trades.length === 0)
    return (
      <Card className="grid justify-items-start gap-3 p-5">
        <h2 className="text-base">No trades were counted in this week</h2>
        <p className="max-w-prose text-sm text-muted">
          A week’s page counts real-money trades that are settled and have a stake.
        </p>
      </Card>
    );
  return (
    <SideBySide
      side={
        <>
          <Slippage trades={trades} />
          <Stops digests={digests} taken={takenIds} days={days} />
        </>
      }
    >
      <Headline sum={now.sum} payout={payout} />
      <Luck sum={now.sum} />
      <Changes now={now} previous={previous} />
    </SideBySide>
  );
}

function WeekContent({ user, week }: { user: User; week: string }) {
  const zone = useZone();
  const journal = useJournal(user.id);
  const digests = useSignalHistory()?.digests;
  const payouts = usePayouts();
  const thisWeek = useAt((now) => formatIsoWeek(now, zone));
  const weeks = useMemo(
    () => journal && groupByWeek(countJournalTrades(journal, 'taken', payouts).trades, zone),
    [journal, payouts, zone],
  );
  if (!weeks || !digests) return <LoadingSkeleton />;
  return (
    <div className="grid gap-4 lg:gap-5.5">
      <ScreenHead title={TITLE} aside={<WeekLinks week={week} isLast={week >= thisWeek} />}>
        {`${formatWeekName(week)}, from your journal. Only you can see it.`}
      </ScreenHead>
      <WeekView
        week={week}
        trades={weeks.get(week) ?? NO_TRADES}
        previousTrades={weeks.get(addWeeks(week, -1)) ?? NO_TRADES}
        digests={digests}
      />
    </div>
  );
}

const NoWeek = () => (
  <div className="grid justify-items-start gap-4">
    <ScreenHead title={TITLE}>That week doesn’t exist.</ScreenHead>
    <LinkButton to={PATHS.results}>All results</LinkButton>
  </div>
);

/** The URL names the week: `2026-W47`. */
function Week({ open }: { open: boolean }) {
  const user = useMember();
  const { week = '' } = useParams();
  if (!open) return <LockedResults title={TITLE} />;
  if (!isWeek(week)) return <NoWeek />;
  return user ? <WeekContent key={week} user={user} week={week} /> : <LoadingSkeleton />;
}

export default Week;
