import { PATHS, type User } from '@quantalgo/contracts';
import { GUEST_CALLS, UPGRADE_BANNER } from '../../../content/home';
import { PULSE_MS } from '../../../content/marketPulse';
import { useSampleSteps } from '../../../data/core/sampleSteps';
import { Card, SideBySide } from '../../../ui/Card';
import { LinkButton } from '../../../ui/Links';
import { CallsPanel } from '../pulse/CallsPanel';
import { MarketPulse } from '../pulse/MarketPulse';
import { Usage } from './Usage';

const Banner = () => (
  <Card as="aside" className="flex flex-wrap items-center justify-between gap-4 p-4 lg:p-5">
    <div className="min-w-0 flex-1 basis-60">
      <h3 className="text-base font-semibold">{UPGRADE_BANNER.title}</h3>
      <p className="text-sm text-muted">{UPGRADE_BANNER.text}</p>
    </div>
    <LinkButton to={PATHS.upgrade}>Compare the tiers</LinkButton>
  </Card>
);

/** What a locked member sees below the way in: what they have, and what it is like inside. */
export function GuestView({ member }: { member: User }) {
  const steps = useSampleSteps(PULSE_MS);
  return (
    <section aria-labelledby="inside" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="inside" className="text-lg">
          Welcome, {member.name}
        </h2>
        <p className="text-sm text-muted">What it looks like once your account is open.</p>
      </div>
      <SideBySide side={<MarketPulse {...steps} />}>
        <Usage member={member} />
        <CallsPanel sheet={GUEST_CALLS} steps={steps} />
        <Banner />
      </SideBySide>
    </section>
  );
}
