import { UPGRADE_FAQ } from '../../content/upgrade';
import { useMember } from '../../data/session/currentSession';
import { Faq } from '../../ui/Lists';
import { Panel } from '../../ui/Card';
import { ScreenHead } from '../../ui/ScreenHead';
import { HowItWorks } from './HowItWorks';
import { Plans } from './Plans';
import { tierOf } from './availability';

/** The two tiers that a funded account opens, and how one gets there. */
export function Upgrade() {
  const member = useMember();
  if (!member) return null;
  return (
    <div className="grid gap-4 lg:gap-5.5">
      <ScreenHead title="Upgrade Access">
        No subscription. What opens depends on what you fund in your own broker account.
      </ScreenHead>
      <Plans current={tierOf(member)} />
      <HowItWorks />
      <Panel title="Frequently asked questions">
        <Faq questions={UPGRADE_FAQ} />
      </Panel>
    </div>
  );
}
