import { audiencesOf, watDate, type Access } from '@quantalgo/contracts';
import { useCallback, useMemo, useState } from 'react';
import { useNow } from '../../../data/clock/clock';
import { usePerformance } from '../../../data/signals/usePerformance';
import { useSignalCount, useSignals, type ReceivedSignal } from '../../../data/signals/useSignals';
import { useFreshness } from '../../../data/sync/useFreshness';
import { Extras } from '../extras/Extras';
import { ageText } from '../freshnessWords';
import { nextSignalAt } from '../nextSignal';
import { PerformancePanel } from '../performance/PerformancePanel';
import { Announcer } from './Announcer';
import { CurrentSignals } from './CurrentSignals';
import { History } from './History';
import { RoomHeader } from './RoomHeader';
import { roomState } from './roomState';
import { isSettled } from './settled';

/** Signals read at first, and how many more with each "Show more". */
const FIRST = 15;
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
  const [limit, setLimit] = useState(FIRST);
  const more = useCallback(() => setLimit((read) => read + STEP), []);
  const signals = useSignals(limit);
  const { settled, settledTotal, isMore } = useHistory(signals, useSignalCount());
  const performance = usePerformance();
  const state = roomState(signals?.length, freshness);
  const nextAt = nextSignalAt(access, now);
  return (
    <div className="grid gap-x-5.5 gap-y-8 lg:grid-cols-[minmax(0,1fr)_19.5rem] lg:grid-rows-[auto_1fr] lg:gap-y-6">
      <div className="grid content-start gap-4">
        <RoomHeader live={freshness.state === 'live'} now={now} nextAt={nextAt} />
        <CurrentSignals
          state={state}
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
          onMore={isMore ? more : null}
        />
        <div className="lg:order-first">
          <PerformancePanel performance={performance ?? (state === 'reading' ? undefined : null)} />
        </div>
      </div>
      {state !== 'reading' && <Extras />}
    </div>
  );
}
