import { BRAND, PATHS, type User } from '@quantalgo/contracts';
import { ESSENTIAL_CALLS } from '../../../content/home';
import { PULSE_MS } from '../../../content/marketPulse';
import { useSampleSteps } from '../../../data/core/sampleSteps';
import { ExternalLinkButton, LinkButton } from '../../../ui/Links';
import { Panel, SideBySide } from '../../../ui/Card';
import { CallsPanel } from '../pulse/CallsPanel';
import { FeatureTiles } from './FeatureTiles';

const Welcome = ({ member }: { member: User }) => (
  <Panel title={`Welcome to Essential, ${member.name}`}>
    <div className="grid gap-3 border-t border-line-soft p-4">
      <p className="text-sm text-muted">
        Every signal is yours, order flow included, and all rooms are open.
      </p>
      <LinkButton to={PATHS.signals}>Go to your signals</LinkButton>
      <ExternalLinkButton href={BRAND.telegram.community}>Join the trading chat</ExternalLinkButton>
    </div>
  </Panel>
);

/** What an essential member finds below what is going on: the other rooms, and an example of the form. */
export function EssentialView({ member }: { member: User }) {
  const steps = useSampleSteps(PULSE_MS);
  return (
    <div className="grid gap-4 lg:gap-5.5">
      <FeatureTiles />
      <SideBySide side={<Welcome member={member} />}>
        <CallsPanel sheet={ESSENTIAL_CALLS} steps={steps} />
      </SideBySide>
    </div>
  );
}
