import { endpoints, TIERS, type SetupCase } from '@quantalgo/contracts';
import { useRef, useState, type SubmitEvent } from 'react';
import { useSending } from '../../../data/session/useSending';
import { failureWords } from '../../../data/staff/answers';
import { approveSetup, rejectSetup } from '../../../data/staff/submissions';
import { useMember } from '../../../data/session/currentSession';
import { useOnline } from '../../../data/core/useOnline';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { TextArea } from '../../../ui/Field';
import { Key } from '../parts/Key';
import { TIER_NAMES } from '../parts/TierChip';
import { useShortcuts } from '../parts/useShortcuts';
import { suggestedTier } from '../queue/words';

const GRANTS = ['starter', 'essential'] as const;
type Grant = (typeof GRANTS)[number];
const KEYS = { starter: 'S', essential: 'E' } as const;

/** Why a tier is of no use to a member who has more, or null. */
const tooLittle = ({ tier, dashboardUnlocked }: SetupCase['user'], grant: Grant) =>
  dashboardUnlocked && TIERS.indexOf(tier) > TIERS.indexOf(grant);

/** Approve as one of two tiers, or reject with a reason. What the broker's list speaks for is the main action. */
export function Decision({
  found: { setup, user, broker },
  shortcuts,
  onDecided,
}: {
  found: SetupCase;
  /** Whether the keys are on. */
  shortcuts: boolean;
  /** With what became of it, in a sentence. */
  onDecided: (words: string) => void;
}) {
  const online = useOnline();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLTextAreaElement>(null);
  const approving = useSending(async (tier: Grant) => {
    const { fullName, tier: has } = await approveSetup(setup.id, tier);
    onDecided(`Approved: ${fullName} is ${TIER_NAMES[has]}.`);
  }, failureWords('approveSetup'));
  const rejecting = useSending(async (words: string) => {
    await rejectSetup(setup.id, words);
    onDecided(`Rejected. ${user.fullName} is told why, on their screen and by mail.`);
  }, failureWords('rejectSetup'));
  const isOwn = useMember()?.id === user.id;
  const disabled = !online || approving.sending || rejecting.sending || isOwn;
  const approve = (grant: Grant) => {
    if (!disabled && !tooLittle(user, grant)) void approving.send(grant);
  };
  useShortcuts(
    {
      s: () => approve('starter'),
      e: () => approve('essential'),
      r: () => input.current?.focus(),
    },
    shortcuts,
  );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (disabled) return;
    const parsed = endpoints.rejectSetup.body.safeParse({ reason });
    setError(parsed.error?.issues[0]?.message);
    if (parsed.success) void rejecting.send(parsed.data.reason);
    else input.current?.focus();
  };
  const failure = approving.failure ?? rejecting.failure;
  return (
    <div className="grid gap-4">
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <div role="group" aria-label="Approve" className="flex flex-wrap gap-2">
        {GRANTS.map((grant) => (
          <Button
            key={grant}
            size="small"
            look={suggestedTier(broker) === grant ? 'primary' : 'secondary'}
            aria-keyshortcuts={KEYS[grant]}
            disabled={disabled || tooLittle(user, grant)}
            title={tooLittle(user, grant) ? 'This member has more already' : undefined}
            onClick={() => approve(grant)}
          >
            Approve as {TIER_NAMES[grant]} <Key>{KEYS[grant]}</Key>
          </Button>
        ))}
      </div>
      {isOwn && <p className="text-xs text-muted">Nobody decides their own account setup.</p>}
      <form noValidate onSubmit={submit} className="grid gap-3">
        <TextArea
          ref={input}
          label="Reason of a rejection"
          aria-keyshortcuts="R"
          name="reason"
          rows={2}
          help="The member reads it on their screen and in a mail."
          value={reason}
          error={error}
          onChange={({ target }) => {
            setReason(target.value);
            setError(undefined);
          }}
        />
        <Button
          type="submit"
          look="danger"
          size="small"
          className="justify-self-start"
          disabled={disabled}
          doing={rejecting.sending ? 'Rejecting…' : undefined}
        >
          Reject
        </Button>
      </form>
    </div>
  );
}
