import { minutesSeconds, type ProofCase } from '@quantalgo/contracts';
import { useNow } from '../../../data/core/clock';
import { useMember } from '../../../data/session/currentSession';
import { useOnline } from '../../../data/core/useOnline';
import { Button } from '../../../ui/Button';
import { Key } from '../parts/Key';
import { suggestedTier } from './words';
import type { Review } from './useReview';

const NAMES = { starter: 'Approve as Starter', essential: 'Approve as Essential' } as const;
const KEYS = { starter: 'S', essential: 'E' } as const;

function Held({ found: { proof } }: { found: ProofCase }) {
  const now = useNow();
  if (!proof.claim) return null;
  const left = Date.parse(proof.claim.until) - now;
  return (
    <p className="text-xs text-muted tabular-nums">
      {left > 0
        ? `Held for you for ${minutesSeconds(left)}. Their open page changes within a second.`
        : 'No longer held for you: somebody else may take it.'}
    </p>
  );
}

/** What can be done with the proof that is open. What the broker's list speaks for is the main action. */
export function Decide({
  found,
  review,
  onReject,
}: {
  found: ProofCase;
  review: Review;
  onReject: () => void;
}) {
  const online = useOnline();
  const ownId = useMember()?.id;
  const { doing, approve } = review;
  const suggested = suggestedTier(found.broker);
  if (found.proof.state !== 'waiting')
    return <p className="text-sm text-muted">This proof is {found.proof.state} already.</p>;
  const isOwn = found.user.id === ownId;
  const disabled = !online || doing !== null || isOwn;
  return (
    <div className="grid gap-2">
      {(['starter', 'essential'] as const).map((tier) => (
        <Button
          key={tier}
          look={suggested === tier ? 'primary' : 'secondary'}
          aria-keyshortcuts={KEYS[tier]}
          disabled={disabled}
          doing={doing === tier ? 'Approving…' : undefined}
          onClick={() => void approve(found, tier)}
        >
          {NAMES[tier]} <Key>{KEYS[tier]}</Key>
        </Button>
      ))}
      <Button
        look="danger"
        aria-keyshortcuts="R"
        disabled={disabled}
        doing={doing === 'rejecting' ? 'Rejecting…' : undefined}
        onClick={onReject}
      >
        Reject with a reason <Key>R</Key>
      </Button>
      {isOwn ? (
        <p className="text-xs text-muted">Nobody decides their own proof.</p>
      ) : (
        <Held found={found} />
      )}
    </div>
  );
}
