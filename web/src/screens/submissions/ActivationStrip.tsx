import { useZone } from '../../core/zone';
import { describeActivation, getNextAction } from '../../content/activation';
import { useNow } from '../../data/core/clock';
import type { MemberActivation } from '../../data/submissions/activation';
import { Card } from '../../ui/Card';
import { LinkButton } from '../../ui/Links';

/** Shows a locked member's progress, and a link to the next step unless this screen is it. */
export function ActivationStrip({
  activation,
  here,
}: {
  activation: MemberActivation;
  /** Path of the screen. */
  here: string;
}) {
  const zone = useZone();
  const now = useNow(60_000);
  const action = getNextAction(activation);
  const isAccent = activation.name === 'proof' || activation.name === 'rejected';
  return (
    <Card
      aria-label="Your activation"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3"
    >
      <p role="status" className="min-w-0 flex-1 basis-56 text-sm font-semibold tabular-nums">
        {describeActivation(activation, now, zone)}
      </p>
      {action && action.to !== here && (
        <LinkButton to={action.to} size="small" variant={isAccent ? 'primary' : 'secondary'}>
          {action.words}
        </LinkButton>
      )}
    </Card>
  );
}
