import type { AdminUser, Tier } from '@quantalgo/contracts';
import { useMember } from '../../../data/session/currentSession';
import { useOnline } from '../../../data/core/useOnline';
import { Button } from '../../../ui/Button';
import { ACTIONS, isIn, obstacle } from './accessWords';

/** The three actions on a user. One that would change nothing is disabled, and all are while the user updates. */
export function UserActions({
  user,
  updating,
  onChange,
}: {
  user: AdminUser;
  updating: boolean;
  onChange: (tier: Tier) => void;
}) {
  const online = useOnline();
  const why = obstacle(user, useMember()?.id);
  return (
    <div role="group" aria-label={`Access of ${user.fullName}`} className="flex flex-wrap gap-1.5">
      {ACTIONS.map(({ tier, words }) => (
        <Button
          key={tier}
          size="small"
          look={tier === 'guest' ? 'danger' : 'secondary'}
          className="flex-1 px-3! lg:flex-none"
          title={why ?? undefined}
          disabled={updating || !online || why !== null || isIn(user, tier)}
          onClick={() => onChange(tier)}
        >
          {words}
        </Button>
      ))}
    </div>
  );
}
