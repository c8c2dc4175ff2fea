import { watMoment, type AuditEvent } from '@quantalgo/contracts';
import { useNow } from '../../../data/core/clock';
import { TIER_NAMES } from './TierChip';

const stateWords = ({ tier, dashboardUnlocked, staff }: AuditEvent['after']) =>
  `${TIER_NAMES[tier]}, ${dashboardUnlocked ? 'unlocked' : 'locked'}${staff ? ', staff' : ''}`;

/** The changes of a member's access, newest first. */
export function History({ events }: { events: readonly AuditEvent[] }) {
  const now = useNow(60_000);
  if (events.length === 0)
    return <p className="text-sm text-muted">Nobody has changed this access yet.</p>;
  return (
    <ol className="grid gap-2.5">
      {events.map(({ id, at, before, after, reason, by }) => (
        <li key={id} className="text-sm">
          <p>
            {stateWords(before)} → <span className="font-semibold">{stateWords(after)}</span>
          </p>
          <p className="text-xs wrap-anywhere text-muted">
            {watMoment(Date.parse(at), now)} · <bdi>{reason}</bdi> · by {by}
          </p>
        </li>
      ))}
    </ol>
  );
}
