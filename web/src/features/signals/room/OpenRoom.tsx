import { audiencesOf, watDate, watDayEnd, type Access } from '@quantalgo/contracts';
import { useNow } from '../../../data/core/clock';
import { usePerformance } from '../../../data/signals/useSignals';
import { useFreshness } from '../../../data/sync/freshness';
import { Extras } from '../extras/Extras';
import { ageText } from '../freshnessWords';
import { nextSignalAt } from '../nextSignal';
import { PerformancePanel } from '../performance/PerformancePanel';
import { CardSkeleton } from './CardSkeleton';
import { Columns, Side } from './Columns';
import { CurrentSignals } from './CurrentSignals';
import { History } from './History';
import { HistorySkeleton } from './HistorySkeleton';
import { RoomHeader } from './RoomHeader';
import { roomState } from './roomState';
import { useKeptRoom } from './useKeptRoom';
import { useStoredSignals } from './useStoredSignals';

/** The room of a member whose access is open. */
export function OpenRoom({ access }: { access: Access }) {
  const now = useNow();
  const freshness = useFreshness();
  const { signals, settled, settledTotal, more } = useStoredSignals();
  const performance = usePerformance();
  const nextAt = nextSignalAt(access, now);
  const state = roomState(signals?.length, freshness);
  useKeptRoom(signals && state !== 'reading' ? settled : undefined, watDayEnd(now));
  const header = <RoomHeader live={freshness.state === 'live'} now={now} nextAt={nextAt} />;
  if (state === 'reading' || signals === undefined)
    return (
      <Columns
        header={header}
        current={<CardSkeleton />}
        side={
          <Side
            key="reading"
            history={<HistorySkeleton />}
            record={<PerformancePanel performance={undefined} />}
          />
        }
      />
    );
  return (
    <Columns
      header={header}
      current={
        <CurrentSignals
          state={state}
          signals={signals}
          now={now}
          nextAt={nextAt}
          freshness={freshness}
          basicOnly={!audiencesOf(access).includes('order-flow')}
        />
      }
      side={
        <Side
          key="read"
          history={
            <History
              signals={settled}
              total={settledTotal}
              age={ageText(freshness)}
              today={watDate(now)}
              onMore={more}
            />
          }
          record={<PerformancePanel performance={performance} />}
        />
      }
      below={<Extras />}
    />
  );
}
