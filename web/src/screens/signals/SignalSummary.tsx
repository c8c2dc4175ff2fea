import {
  formatMoney,
  formatPercent,
  formatShortDecimal,
  formatTime,
  formatZonedClock,
} from '@quantalgo/contracts/core/format';
import { DESK_FIGURES, type DeskFigures } from '@quantalgo/contracts/settings/desk';
import { computeHindsight } from '@quantalgo/contracts/signals/hindsight';
import { isDemonstration, type Signal } from '@quantalgo/contracts/signals/signal';
import {
  type StatedOdds,
  getVerdict,
  describeVerdict,
  type SignalVerdict,
  type VerdictName,
} from '@quantalgo/contracts/signals/verdict';
import {
  COIN_WINS_TEXT,
  LEVEL_COUNT,
  LOSS_TEXT,
  SOURCE_TEXT,
} from '@quantalgo/contracts/signals/words';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useDesk, useWeeklyRisk, type WeeklyRisk } from '../../data/settings/desk';
import { usePayout } from '../../data/settings/payout';
import { runWhenIdle } from '../../data/core/whenIdle';
import { useMember } from '../../data/auth/currentSession';
import type { ReceivedSignal } from '../../data/signals/useSignals';
import { useZone } from '../../core/zone';
import type { PlayedLevel } from './levels';

export function useVerdict(odds: StatedOdds): SignalVerdict & { readonly sentence: string } {
  const payout = usePayout();
  return useMemo(() => {
    const verdict = getVerdict(odds, payout);
    return { ...verdict, sentence: describeVerdict(verdict, odds) };
  }, [odds, payout]);
}

export const useLineVerdict = (odds: StatedOdds): VerdictName => getVerdict(odds, usePayout()).name;

const RiskLine = ({ source }: Pick<Signal, 'source'>) => (
  <p className="flex gap-2">
    <TriangleAlert size={14} aria-hidden className="mt-px shrink-0 text-amber" />
    <span>
      {isDemonstration(source) && (
        <strong className="font-semibold text-amber">
          {`Demonstration on ${SOURCE_TEXT[source]}, no market to trade. `}
        </strong>
      )}
      <span>Risk warning: every stake can be lost.</span>
    </span>
  </p>
);

/** Recomputes the weekly risk once the page is idle, unless this device has it for these figures. */
function useCurrentRisk(desk: DeskFigures | null | undefined, payout: number): WeeklyRisk | null {
  const uid = useMember()?.id;
  const week = useWeeklyRisk();
  const matches = (figure: keyof DeskFigures) => week?.[figure] === desk?.[figure];
  const isSame = week?.payout === payout && DESK_FIGURES.every(matches);
  useEffect(() => {
    if (isSame || !desk || week === undefined || uid === undefined) return undefined;
    return runWhenIdle(() => {
      const module = import('../../data/settings/weeklyRisk');
      module
        .then(({ updateWeeklyRisk: update }) => update(uid, { ...desk, payout }))
        .catch(() => undefined);
    });
  }, [isSame, desk, week, uid, payout]);
  return isSame ? week : null;
}

/** Renders nothing without the member's own figures. */
function DeskLine() {
  const week = useCurrentRisk(useDesk(), usePayout());
  if (!week) return null;
  return (
    <p>
      {`Your first stake ${formatMoney(week.firstStake)}, ${formatMoney(week.inAll)} in all · chance to lose it all this week: ${formatPercent(100 * week.empties)}`}
    </p>
  );
}

/** For a settled signal: a coin on the candles it met, flat ones included. */
function describeCoin(signal: Signal): string {
  const hindsight = signal.settlement && computeHindsight(signal, signal.settlement);
  return hindsight
    ? `a coin on these candles ${formatShortDecimal(hindsight.coin)} %`
    : `one of ${LEVEL_COUNT} coin flips wins: ${COIN_WINS_TEXT} %`;
}

export function SignalSummary({
  signal,
  levels,
}: {
  signal: ReceivedSignal;
  levels: readonly PlayedLevel[];
}) {
  const zone = useZone();
  const times = levels.map(({ level, entryTime }) => `${level} ${formatTime(entryTime, zone)}`);
  return (
    <div className="grid gap-1.5 px-4 py-3 text-xs text-muted tabular-nums">
      <p>
        <span>Martingale levels</span> <span translate="no">{`${times.join(' · ')},`}</span>{' '}
        <span className="whitespace-nowrap text-amber">{`${LOSS_TEXT} stakes in all`}</span>
      </p>
      <p>
        <span>AI confidence</span>{' '}
        <span translate="no">{formatPercent(signal.confidence.value)}</span>{' '}
        <span>{`(${describeCoin(signal)}) · Created`}</span>{' '}
        <span translate="no">{formatTime(signal.createdAt, zone)}</span> <span>· Valid until</span>{' '}
        <span translate="no">{formatZonedClock(signal.expiresAt, zone)}</span>
      </p>
      {signal.differs && (
        <p role="alert" className="font-semibold text-put">
          This is not the signal that was sealed: no figure on this device counts it.
        </p>
      )}
      {signal.entered === false && (
        <p>Counted among all signals, not among those that could be entered.</p>
      )}
      <DeskLine />
      <RiskLine source={signal.source} />
    </div>
  );
}
