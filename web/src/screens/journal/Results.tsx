import type { User } from '@quantalgo/contracts/account/member';
import { PATHS, weekPath } from '@quantalgo/contracts/core/paths';
import { dayStart } from '@quantalgo/contracts/core/time';
import {
  type CountedTrade,
  splitResult,
  computeChanceRange,
  type ResultSum,
  assessSignificance,
  sumTrades,
} from '@quantalgo/contracts/journal/results';
import { Scale } from 'lucide-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { usePayout, usePayouts } from '../../data/settings/payout';
import { useAt } from '../../data/core/clock';
import { useJournal } from '../../data/journal/useJournal';
import { useMember } from '../../data/auth/currentSession';
import { type SignalDigest, useSignalHistory } from '../../data/signals/useDigests';
import { useZone } from '../../core/zone';
import { Card, Figures, Panel, SideBySide } from '../../ui/Card';
import { Choices } from '../../ui/Choices';
import { ScreenHead } from '../../ui/Heading';
import { LinkButton, TextLink } from '../../ui/Links';
import { Skeleton } from '../../ui/Loading';
import { LockedScreen } from '../../ui/LockedScreen';
import { Comparison } from './Comparison';
import {
  type CountedJournal,
  countJournalTrades,
  RESULT_STATUSES,
  type ResultStatus,
  type WeekSum,
  sumByWeek,
} from './countedTrades';
import { ResultGroups } from './ResultGroups';
import { Slippage, Stops } from './Slippage';
import {
  describeBasis,
  formatCentsRange,
  formatResultMoney,
  describeSignificance,
  getResultTone,
  formatTradesCount,
  formatWeekName,
} from './resultText';

const TITLE = 'My results';
const STATUS_PARAM = 'of';

const STATUS_NAMES: Readonly<Record<ResultStatus, string>> = {
  taken: 'Real money',
  paper: 'On paper',
};

const MAX_WEEKS = 12;

const LoadingSkeleton = () => (
  <div aria-busy="true" aria-label="Loading your journal" className="grid gap-4">
    <ScreenHead title={TITLE} />
    {['h-32', 'h-80', 'h-64'].map((height) => (
      <Skeleton key={height} className={`${height} w-full rounded-lg`} />
    ))}
  </div>
);

const NoResults = ({ status, leftOut }: { status: ResultStatus; leftOut: number }) => (
  <Card className="grid justify-items-start gap-3 p-5">
    <h2 className="text-base">{leftOut > 0 ? 'Nothing can be counted yet' : 'No entries yet'}</h2>
    <p className="max-w-prose text-sm text-pretty text-muted">
      {leftOut > 0
        ? `${formatTradesCount(leftOut)} ${leftOut === 1 ? 'is' : 'are'} open, without a stake, or from a signal that isn’t on this device.`
        : status === 'taken'
          ? 'Tap Taken below a signal that you trade, and enter its stake. Your results appear here, beside what the record says about the same trades.'
          : 'Tap On paper below a signal to try it without money. You’ll see here what it would have made.'}
    </p>
    <LinkButton to={leftOut > 0 ? PATHS.journal : PATHS.signals}>
      {leftOut > 0 ? 'Go to journal' : 'Go to signals'}
    </LinkButton>
  </Card>
);

export function Headline({ sum, payout }: { sum: ResultSum; payout: number }) {
  const parts = splitResult(sum);
  // Too few trades get no colour, because it would suggest a finding.
  const tone = assessSignificance(sum, payout) === 'too-few' ? '' : getResultTone(sum.cents);
  return (
    <Card className="overflow-hidden">
      <div className="grid gap-1 p-4">
        <p className="text-xs text-muted">Result</p>
        <p
          translate="no"
          className={`text-2xl font-semibold tracking-tight wrap-anywhere tabular-nums ${tone}`}
        >
          {formatResultMoney(sum.cents)}
        </p>
        <p className="text-sm text-muted tabular-nums">
          <span className="sm:whitespace-nowrap">
            {formatCentsRange(computeChanceRange(sum.cents, sum))}
          </span>{' '}
          <span>{`at 95%, ${describeBasis(sum)}`}</span>
        </p>
        <p className="max-w-prose text-sm text-pretty max-sm:min-h-15">
          {describeSignificance(sum, payout)}
        </p>
      </div>
      <Figures
        className="border-t border-line-soft"
        figures={[
          {
            label: 'Payout',
            value: formatResultMoney(parts.payout),
            note: 'a coin’s average result',
          },
          {
            label: 'Directions',
            value: formatResultMoney(parts.direction),
            note: 'compared with a coin’s',
          },
          {
            label: 'Prices',
            value: formatResultMoney(parts.prices),
            note: 'yours instead of the record’s',
          },
        ]}
      />
    </Card>
  );
}

function Weeks({ weeks }: { weeks: readonly WeekSum[] }) {
  return (
    <Panel title="Week by week">
      <ul>
        {weeks.slice(0, MAX_WEEKS).map(({ week, sum }) => (
          <li
            key={week}
            className="flex items-center justify-between gap-3 border-t border-line-soft px-4 py-2 text-sm tabular-nums"
          >
            <TextLink to={weekPath(week)} className="inline-flex min-h-11 items-center lg:min-h-9">
              {formatWeekName(week)}
            </TextLink>
            <span className="text-right whitespace-nowrap">
              <span className="block font-semibold">{formatResultMoney(sum.cents)}</span>
              <span className="block text-xs text-faint">{formatTradesCount(sum.trades)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const listTakenIds = (trades: readonly CountedTrade[]): string[] => [
  ...new Set(trades.map(({ id }) => id)),
];

function ResultsView({
  counted: { trades, leftOut },
  status,
  digests,
}: {
  counted: CountedJournal;
  status: ResultStatus;
  digests: readonly SignalDigest[];
}) {
  const zone = useZone();
  const payout = usePayout();
  const now = useAt((at) => dayStart(at, zone));
  const sum = useMemo(() => sumTrades(trades), [trades]);
  const weeks = useMemo(() => sumByWeek(trades, zone), [trades, zone]);
  const takenIds = useMemo(() => listTakenIds(trades), [trades]);
  return (
    <SideBySide
      side={
        <>
          <Slippage trades={trades} />
          {status === 'taken' && <Stops digests={digests} taken={takenIds} />}
          <Weeks weeks={weeks} />
        </>
      }
    >
      <Headline sum={sum} payout={payout} />
      <Comparison
        trades={trades}
        sum={sum}
        mine={status === 'taken' ? 'Mine' : 'Mine, on paper'}
        digests={digests}
        now={now}
      />
      <ResultGroups trades={trades} />
      {leftOut > 0 && (
        <p className="text-xs text-muted">
          {`Not counted: ${formatTradesCount(leftOut)} that ${leftOut === 1 ? 'is' : 'are'} open, without a stake, or from a signal that isn’t on this device.`}
        </p>
      )}
    </SideBySide>
  );
}

function OpenResults({ user }: { user: User }) {
  const journal = useJournal(user.id);
  const digests = useSignalHistory()?.digests;
  const payouts = usePayouts();
  const [params, setParams] = useSearchParams();
  const status = RESULT_STATUSES.find((option) => option === params.get(STATUS_PARAM)) ?? 'taken';
  const results = useMemo(
    () => journal && countJournalTrades(journal, status, payouts),
    [journal, status, payouts],
  );
  if (!results || !digests) return <LoadingSkeleton />;
  return (
    <div className="grid gap-4 lg:gap-5.5">
      <ScreenHead
        title={TITLE}
        aside={
          <LinkButton to={PATHS.journal} size="small">
            Journal
          </LinkButton>
        }
      >
        From your journal, settled by the record, or by your broker’s prices where you entered them.
        Only you can see it.
      </ScreenHead>
      <Choices
        hideLabel
        label="Results of entries"
        options={RESULT_STATUSES}
        value={status}
        labels={STATUS_NAMES}
        onChange={(next) =>
          setParams(next === 'taken' ? {} : { [STATUS_PARAM]: next }, { replace: true })
        }
      />
      {results.trades.length > 0 ? (
        <ResultsView counted={results} status={status} digests={digests} />
      ) : (
        <NoResults status={status} leftOut={results.leftOut} />
      )}
    </div>
  );
}

const SAMPLE_FIGURES = [
  { label: 'Payout', value: '−$38.00' },
  { label: 'Directions', value: '+$21.40' },
  { label: 'Prices', value: '−$6.20' },
] as const;

export const LockedResults = ({ title }: { title: string }) => (
  <LockedScreen
    title={title}
    icon={Scale}
    description="See what you actually made from the signals, next to what the record says."
    features={[
      'Your trades compared with the record’s prices, all signals and a coin',
      'What your broker’s prices and a late entry cost',
      'Each week: what changed, and what was luck',
    ]}
    preview={
      <Card as="div" className="overflow-hidden">
        <Figures figures={SAMPLE_FIGURES} />
      </Card>
    }
  />
);

function Results({ open }: { open: boolean }) {
  const user = useMember();
  if (!open) return <LockedResults title={TITLE} />;
  return user ? <OpenResults user={user} /> : <LoadingSkeleton />;
}

export default Results;
