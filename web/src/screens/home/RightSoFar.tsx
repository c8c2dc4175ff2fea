import { formatCount, formatDecimal, formatShortDecimal } from '@quantalgo/contracts/core/format';
import { formatIsoDay, MINUTE_MS, type Zone } from '@quantalgo/contracts/core/time';
import { formatIsoWeek } from '@quantalgo/contracts/journal/weeks';
import { MIN_HEADLINE_SIGNALS } from '@quantalgo/contracts/signals/figures';
import { computeBreakEven, COIN } from '@quantalgo/contracts/signals/ladder';
import { computeWilsonInterval, isDemonstration } from '@quantalgo/contracts/signals/signal';
import { formatRequiredRate, SOURCE_TEXT } from '@quantalgo/contracts/signals/words';
import { useState } from 'react';
import { RISK_LINE } from '../../content/onboarding';
import { useZone } from '../../core/zone';
import { useNow } from '../../data/core/clock';
import { usePayout } from '../../data/settings/payout';
import {
  getFirstEntryTime,
  type SignalDigest,
  useNewestDigests,
} from '../../data/signals/useDigests';
import { useSyncedList } from '../../data/sync/freshness';
import { Panel } from '../../ui/Card';
import { ScaleWithMarks } from '../../ui/instruments/ProbabilityScale';
import { Skeleton } from '../../ui/Loading';
import { Segments } from '../../ui/Choices';

/** `days` is the number of UTC days that cover the period so far in any zone. */
const PERIODS = {
  Today: { days: 2, getPeriod: formatIsoDay },
  Week: { days: 9, getPeriod: formatIsoWeek },
  Month: { days: 32, getPeriod: (at: number, zone: Zone) => formatIsoDay(at, zone).slice(0, 7) },
} as const;

type PeriodName = keyof typeof PERIODS;

const PERIOD_NAMES: readonly PeriodName[] = ['Today', 'Week', 'Month'];

/** Leaves out no-gos, and counts flat entries apart: neither won nor lost. */
function countFirstEntries(digests: readonly SignalDigest[]) {
  const settledEntries = digests.filter(
    ({ ending, differs, entered }) => ending !== null && !differs && entered !== false,
  );
  const wonEntries = settledEntries.filter(
    ({ ending }) => ending?.outcome === 'profit' && ending.level === 0,
  );
  const flatEntries = settledEntries.filter(({ ending }) => ending?.outcome === 'break-even');
  const settled = settledEntries.length;
  return { settled, moved: settled - flatEntries.length, won: wonEntries.length };
}

/** First entries that won, compared with the break-even rate at the member's payout. */
export function RightSoFar({ className }: { className: string }) {
  const [period, setPeriod] = useState<PeriodName>('Week');
  const digests = useSyncedList(useNewestDigests(PERIODS[period].days));
  return (
    <Panel
      title="Right so far"
      className={className}
      aside={
        <span className="-mr-2 py-1">
          <Segments label="Period" options={PERIOD_NAMES} value={period} onChange={setPeriod} />
        </span>
      }
    >
      <div className="min-h-42 px-4 pb-4">
        {digests ? (
          <FirstEntries digests={digests} period={period} />
        ) : (
          <Skeleton className="h-38 w-full" />
        )}
      </div>
    </Panel>
  );
}

function FirstEntries({
  digests,
  period,
}: {
  digests: readonly SignalDigest[];
  period: PeriodName;
}) {
  const now = useNow(MINUTE_MS);
  const zone = useZone();
  const payout = usePayout();
  const need = computeBreakEven(payout).firstEntry;
  const isWithin = (name: PeriodName, digest: SignalDigest) => {
    const { getPeriod } = PERIODS[name];
    return getPeriod(getFirstEntryTime(digest), zone) === getPeriod(now, zone);
  };
  const today = digests.filter((digest) => isWithin('Today', digest));
  const entries = countFirstEntries(digests.filter((digest) => isWithin(period, digest)));
  const { settled, moved, won } = entries;
  const rate = computeWilsonInterval(won, moved);
  const isEnough = settled >= MIN_HEADLINE_SIGNALS;
  const demonstration = digests.find(({ source }) => isDemonstration(source))?.source;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2.5 text-sm text-muted">
        <span
          translate="no"
          className="text-2xl font-semibold tracking-tight text-text tabular-nums"
        >
          {rate && isEnough ? formatDecimal(rate.value, 0) : rate ? won : '–'}
        </span>
        <span className="tabular-nums">
          {isEnough
            ? `of 100 first entries. You need ${formatRequiredRate(need)}.`
            : settled === 0
              ? 'No first entry is settled yet.'
              : `of ${settled} first entries: too few to tell.`}
        </span>
      </p>
      <div className="min-h-9 pt-1">
        {rate && isEnough && (
          <ScaleWithMarks probability={rate} coin={COIN.firstEntry} breakEvenRate={need} />
        )}
      </div>
      <p className="pt-2 text-xs text-pretty text-muted tabular-nums">
        {`${formatCount(settled)} ${settled === 1 ? 'signal' : 'signals'} could be entered${moved < settled ? `, ${formatCount(settled - moved)} of them ended flat` : ''}, at your ${formatShortDecimal(payout * 100)}% payout. ${formatCount(today.length)} ${today.length === 1 ? 'signal' : 'signals'} so far today. ${demonstration ? `Demonstration on ${SOURCE_TEXT[demonstration]}. ` : ''}${RISK_LINE}`}
      </p>
    </>
  );
}
