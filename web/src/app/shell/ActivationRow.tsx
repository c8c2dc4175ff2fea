import type { User } from '@quantalgo/contracts/account/member';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useZone } from '../../core/zone';
import { describeActivation, getNextAction } from '../../content/activation';
import { useNow } from '../../data/core/clock';
import { useActivation } from '../../data/submissions/activation';

/** Shows a locked member's activation step, with a link to what to do next. */
export function ActivationRow({ member }: { member: User }) {
  const activation = useActivation(member);
  const now = useNow(60_000);
  const zone = useZone();
  if (!activation) return <div className="h-13" />;
  return (
    <Link
      to={getNextAction(activation)?.to ?? PATHS.dashboard}
      className="flex min-h-13 items-center justify-between gap-2 border-t border-line-soft px-3 py-2 text-xs font-semibold hover:bg-sunk"
    >
      <span>{describeActivation(activation, now, zone)}</span>
      <ChevronRight size={16} aria-hidden className="shrink-0 text-muted" />
    </Link>
  );
}
