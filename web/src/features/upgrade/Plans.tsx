import { BRAND, type Tier } from '@quantalgo/contracts';
import { RISK_LINE } from '../../content/onboarding';
import { BROKER_DISCLOSURE } from '../../content/claims';
import { TIER_PLANS } from '../../content/upgrade';
import { ExternalLink } from '../../ui/Links';
import { Notice } from '../../ui/Notice';
import { PlanCard } from './PlanCard';
import { availability } from './availability';
import { useBroker } from './useBroker';

/** Both tiers beside each other. Choosing one leads to the broker. */
export function Plans({ current }: { current: Tier }) {
  const { chosen, opened, open } = useBroker();
  return (
    <div className="grid gap-3">
      <ul aria-label="Tiers" className="grid gap-4 lg:grid-cols-2 lg:gap-5.5">
        {TIER_PLANS.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            state={availability(plan.id, current)}
            processing={chosen === plan.id}
            onChoose={() => open(plan.id)}
          />
        ))}
      </ul>
      {opened && (
        <Notice>
          {BRAND.broker.name} opens in a new tab. If none came up,{' '}
          <ExternalLink href={BRAND.broker.signUp}>open it here</ExternalLink>.
        </Notice>
      )}
      <p className="text-xs text-muted">
        {BROKER_DISCLOSURE} {RISK_LINE}
      </p>
    </div>
  );
}
