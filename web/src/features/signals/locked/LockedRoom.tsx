import { Activity } from 'lucide-react';
import {
  LOCKED_ROOM,
  SAMPLE_HISTORY,
  SAMPLE_NOW,
  SAMPLE_PERFORMANCE,
  SAMPLE_SIGNAL,
} from '../../../content/signalRoom';
import { Card } from '../../../ui/Card';
import { LockedScreen } from '../../../ui/LockedScreen';
import { SignalCard } from '../card/SignalCard';
import { PerformancePanel } from '../performance/PerformancePanel';
import { SectionHead } from '../room/SectionHead';
import { HistoryLine } from '../row/HistoryLine';

/** The real layout, filled with sample content. */
const Preview = () => (
  <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_19.5rem] lg:items-start lg:gap-5.5">
    <SignalCard signal={SAMPLE_SIGNAL} now={SAMPLE_NOW} knownUntil={0} />
    <div className="grid gap-4">
      <PerformancePanel performance={SAMPLE_PERFORMANCE} sample />
      <Card className="px-4">
        <SectionHead title="History" />
        {SAMPLE_HISTORY.map(({ id, pair, direction, entryTime, ending }) => (
          <p key={id} className="flex h-13 items-center gap-2.5 border-t border-line-soft">
            <HistoryLine pair={pair} direction={direction} entryTime={entryTime} ending={ending} />
          </p>
        ))}
      </Card>
    </div>
  </div>
);

/** The room as guests and locked members see it. */
export const LockedRoom = () => (
  <LockedScreen title="Signal Room" icon={Activity} {...LOCKED_ROOM} preview={<Preview />} />
);
