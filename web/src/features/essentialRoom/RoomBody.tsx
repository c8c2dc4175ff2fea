import {
  SAMPLE_ESSENTIAL_FIGURES,
  SAMPLE_ESSENTIAL_LEADERS,
  SAMPLE_ESSENTIAL_SIGNALS,
} from '../../content/essentialRoom';
import { Card, Figures, Panel, SideBySide } from '../../ui/Card';
import { Ranking } from '../../ui/Ranking';
import { SampleTag } from '../../ui/Chip';
import { Benefits } from './Benefits';
import { EssentialCard } from './EssentialCard';
import { VipChat } from './VipChat';

const Side = () => (
  <>
    <Panel title="VIP leaderboard" aside={<SampleTag />}>
      <Ranking caption="VIP leaderboard" traders={SAMPLE_ESSENTIAL_LEADERS} />
    </Panel>
    <Benefits />
  </>
);

/** All of the room. */
export const RoomBody = () => (
  <SideBySide side={<Side />}>
    <Card as="div" className="overflow-hidden">
      <Figures figures={SAMPLE_ESSENTIAL_FIGURES} />
    </Card>
    <ul aria-label="Signals" className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {SAMPLE_ESSENTIAL_SIGNALS.map((signal) => (
        <EssentialCard key={signal.pair} signal={signal} />
      ))}
    </ul>
    <VipChat />
  </SideBySide>
);
