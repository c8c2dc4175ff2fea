import type { TierPlan } from '../../content/upgrade';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { CheckList } from '../../ui/Lists';
import { Chip } from '../../ui/Chip';
import type { Availability } from './availability';

const BUTTON_WORDS = { current: 'Current Tier', passed: 'Not Available' } as const;

/** A tier: what it asks, what it opens, and the way to it. */
export const PlanCard = ({
  plan: { id, name, price, signals, features, requirement },
  state,
  processing,
  onChoose,
}: {
  plan: TierPlan;
  state: Availability;
  processing: boolean;
  onChoose: () => void;
}) => (
  <Card as="li" className="flex flex-col gap-4 p-4 lg:p-5">
    <div className="flex items-center justify-between gap-3">
      <h2 className="text-base">{name}</h2>
      {state === 'current' && <Chip tone="good">CURRENT</Chip>}
    </div>
    <div>
      <p className="text-xl font-semibold tracking-tight tabular-nums">{price}</p>
      <p className="text-sm text-muted">{requirement}</p>
    </div>
    <p className="border-t border-line-soft pt-4 text-sm font-semibold">{signals}</p>
    <div className="flex-1">
      <CheckList items={features} />
    </div>
    <Button
      look={state === 'available' && id === 'essential' ? 'primary' : 'secondary'}
      disabled={state !== 'available'}
      doing={processing ? 'Processing...' : undefined}
      onClick={onChoose}
      className="w-full"
    >
      {state === 'available' ? `Upgrade to ${name}` : BUTTON_WORDS[state]}
    </Button>
  </Card>
);
