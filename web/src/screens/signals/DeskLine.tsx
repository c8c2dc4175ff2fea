import { formatMoney, formatPercent } from '@quantalgo/contracts/core/format';
import { DESK_FIGURES, type DeskFigures } from '@quantalgo/contracts/settings/desk';
import { useEffect } from 'react';
import { useMember } from '../../data/auth/currentSession';
import { runWhenIdle } from '../../data/core/whenIdle';
import { useDesk, useWeeklyRisk, type WeeklyRisk } from '../../data/settings/desk';
import { usePayout } from '../../data/settings/payout';

/**
 * Recomputes the weekly risk once the page is idle, unless it is already stored for these figures.
 */
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

/** Renders nothing until the member has entered their own figures. */
export function DeskLine() {
  const week = useCurrentRisk(useDesk(), usePayout());
  if (!week) return null;
  return (
    <p translate="no" className="text-sm text-muted tabular-nums">
      {`Your first stake: ${formatMoney(week.firstStake)}; all levels: ${formatMoney(week.totalStake)}. Chance of losing it all this week: ${formatPercent(100 * week.ruinProbability)}.`}
    </p>
  );
}
