import { RadioTower } from 'lucide-react';
import { PLATINUM_LOCKED, PLATINUM_SUBTITLE, SAMPLE_VIEWERS } from '../../content/platinumStream';
import { useSampleSteps } from '../../data/core/sampleSteps';
import { Chip } from '../../ui/Chip';
import { LockedScreen } from '../../ui/LockedScreen';
import { ScreenHead } from '../../ui/ScreenHead';
import { SideBySide } from '../../ui/Card';
import { PlatinumSignals } from './PlatinumSignals';
import { QuickActions } from './QuickActions';
import { StreamPanel } from './StreamPanel';
import { TodaysPerformance } from './TodaysPerformance';
import { UpcomingSessions } from './UpcomingSessions';

const TITLE = 'Platinum Stream';

const LiveBadge = () => (
  <Chip tone="good">
    <span aria-hidden className="size-1.5 rounded-full bg-current" />
    LIVE
  </Chip>
);

const Side = () => (
  <>
    <TodaysPerformance />
    <UpcomingSessions />
    <QuickActions />
  </>
);

function Stream() {
  const steps = useSampleSteps(SAMPLE_VIEWERS.everyMs);
  return (
    <SideBySide side={<Side />}>
      <StreamPanel steps={steps} />
      <PlatinumSignals />
    </SideBySide>
  );
}

/** Live sessions, filled with sample content: there is no broadcast yet. */
export const PlatinumStream = ({ open }: { open: boolean }) =>
  open ? (
    <div className="grid gap-4 lg:gap-5.5">
      <ScreenHead title={TITLE} marks={<LiveBadge />} sample>
        {PLATINUM_SUBTITLE}
      </ScreenHead>
      <Stream />
    </div>
  ) : (
    <LockedScreen
      title={TITLE}
      icon={RadioTower}
      needs="Unlock with an Essential account"
      {...PLATINUM_LOCKED}
      preview={<Stream />}
    />
  );
