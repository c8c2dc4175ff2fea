import { audiencesOf, watDate, type Access } from '@quantalgo/contracts';
import { useMemo, useState } from 'react';
import { useNow } from '../../../data/clock/clock';
import { usePerformance } from '../../../data/signals/usePerformance';
import { useSignalCount, useSignals, type ReceivedSignal } from '../../../data/signals/useSignals';
import { useFreshness } from '../../../data/sync/useFreshness';
import { BotLink } from '../extras/BotLink';
import { MarketStatus } from '../extras/MarketStatus';
import { QuickTips } from '../extras/QuickTips';
import { ageText } from '../freshnessWords';
import { nextSignalAt } from '../nextSignal';
import { PerformancePanel } from '../performance/PerformancePanel';
import { Announcer } from './Announcer';
import { CurrentSignals } from './CurrentSignals';
import { History } from './History';
import { RoomHeader } from './RoomHeader';
import { roomState } from './roomState';
import { isSettled } from './settled';

/** Signals read at first, and with each "Show more". */
const STEP = 20;

/** The settled signals on this device, some more at each call of `more`. */
function useHistory(signals: readonly ReceivedSignal[] | undefined, total = 0) {
  const settled = useMemo(() => signals?.filter(isSettled) ?? [], [signals]);
  const unsettled = (signals?.length ?? 0) - settled.length;
  return { settled, settledTotal: total - unsettled, isMore: total > (signals?.length ?? total) };
}

/** The room of a member whose access is open. */
export function OpenRoom({ access }: { access: Access }) {
  const now = useNow();
  const freshness = useFreshness();
  const [limit, setLimit] = useState(STEP);
  const signals = useSignals(limit);
  const { settled, settledTotal, isMore } = useHistory(signals, useSignalCount());
  const performance = usePerformance();
  const nextAt = nextSignalAt(access, now);
  return (
    <div className="grid gap-x-5.5 gap-y-8 lg:grid-cols-[minmax(0,1fr)_19.5rem] lg:grid-rows-[auto_1fr] lg:gap-y-6">
      <div className="grid content-start gap-4">
        <RoomHeader live={freshness.state === 'live'} now={now} nextAt={nextAt} />
        <CurrentSignals
          state={roomState(signals?.length, freshness)}
          signals={signals ?? []}
          now={now}
          nextAt={nextAt}
          freshness={freshness}
          basicOnly={!audiencesOf(access).includes('order-flow')}
        />
        {signals && <Announcer newest={signals[0]} now={now} />}
      </div>
      <div className="grid content-start gap-8 lg:row-span-2 lg:gap-4">
        <History
          signals={settled}
          total={settledTotal}
          age={ageText(freshness)}
          today={watDate(now)}
          onMore={isMore ? () => setLimit(limit + STEP) : null}
        />
        <div className="lg:order-first">
          <PerformancePanel performance={performance} />
        </div>
      </div>
      <div className="grid content-start gap-4 sm:grid-cols-2">
        <QuickTips />
        <MarketStatus />
        <div className="sm:col-span-2">
          <BotLink />
        </div>
      </div>
    </div>
  );
}
