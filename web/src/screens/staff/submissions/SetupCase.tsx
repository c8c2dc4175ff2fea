import {
  dateText,
  endpoints,
  momentText,
  moneyText,
  type SetupCase,
  TIERS,
  WAT,
} from '@quantalgo/contracts';
import { type SubmitEvent, useRef, useState } from 'react';
import { ACCESS_PATHS } from '../../../content/onboarding';
import { useOnline } from '../../../data/core/useOnline';
import { useMember } from '../../../data/session/currentSession';
import { useSending } from '../../../data/session/useSending';
import { failureWords } from '../../../data/staff/answers';
import { approveSetup, rejectSetup } from '../../../data/staff/submissions';
import { Button } from '../../../ui/Button';
import { TextArea } from '../../../ui/Field';
import { Notice } from '../../../ui/Notice';
import { Facts, History, TIER_NAMES, TierChip } from '../MemberFacts';
import { Key, useShortcuts, useShortcutsWanted } from '../Shortcuts';
import { FileViewer } from './FileViewer';
import { suggestedTier } from './suggestions';

/** All that an account setup is decided by, and the decision. */
export const SetupCaseView = ({
  found,
  now,
  onDecided,
}: {
  found: SetupCase;
  now: number;
  onDecided: (words: string) => void;
}) => {
  const { setup, user, history } = found;
  const [shortcuts] = useShortcutsWanted();
  return (
    <>
      <FileViewer path={setup.file} name="Proof of the deposit" shortcuts={shortcuts} />
      <Facts
        facts={[
          ['Deposit', moneyText(setup.depositAmount)],
          ['Access path', ACCESS_PATHS[setup.accessPath].name],
          ['Submitted', momentText(Date.parse(setup.createdAt), now, WAT)],
          ['Member', <bdi key="member">{user.fullName}</bdi>],
          ['E-mail', <bdi key="email">{user.email}</bdi>],
          ['Tier', <TierChip key="tier" tier={user.tier} />],
          ['Member since', dateText(Date.parse(user.createdAt), WAT)],
        ]}
      />
      <Findings found={found} now={now} />
      {setup.state === 'waiting' ? (
        <Decision found={found} shortcuts={shortcuts} onDecided={onDecided} />
      ) : (
        <p className="text-sm text-muted">This account setup was {setup.state}.</p>
      )}
      <section className="grid gap-2">
        <h3 className="text-sm font-semibold">Changes of access</h3>
        <History events={history} />
      </section>
    </>
  );
};

type Broker = SetupCase['broker'];

const yesNo = (value: boolean) => (value ? 'Yes' : 'No');

/** What the broker's own list says of the account: a picture alone proves little. */
function BrokerSays({ broker, now }: { broker: Broker; now: number }) {
  if (!broker)
    return (
      <Notice tone="warning">
        The broker’s list that was imported last does not name this account.
      </Notice>
    );
  const { underOurLink, funded, amount, importedAt } = broker;
  return (
    <Facts
      facts={[
        ['Under our link', yesNo(underOurLink)],
        ['Funded', yesNo(funded)],
        ['Amount', amount === null ? 'not said' : moneyText(amount)],
        ['List of', momentText(Date.parse(importedAt), now, WAT)],
      ]}
    />
  );
}

/** What speaks for an account setup, and what against it. */
const Findings = ({
  found: { setup, duplicates, broker },
  now,
}: {
  found: Pick<SetupCase, 'setup' | 'duplicates' | 'broker'>;
  now: number;
}) => (
  <section aria-label="What was found" className="grid gap-3">
    {duplicates.length > 0 && (
      <Notice tone="warning">
        <p className="font-semibold">Seen before</p>
        <ul>
          {duplicates.map(({ kind, setupId, userId }) => (
            <li key={`${kind} ${setupId}`} className="wrap-anywhere">
              The same {kind} in a setup of{' '}
              {userId === setup.userId ? (
                'this member'
              ) : (
                <>
                  another account, <bdi>{userId}</bdi>
                </>
              )}
            </li>
          ))}
        </ul>
      </Notice>
    )}
    <h3 className="text-sm font-semibold">The broker’s own list</h3>
    <BrokerSays broker={broker} now={now} />
  </section>
);

const GRANTS = ['starter', 'essential'] as const;

type Grant = (typeof GRANTS)[number];

const KEYS = { starter: 'S', essential: 'E' } as const;

/** Why a tier is of no use to a member who has more, or null. */
const tooLittle = ({ tier, dashboardUnlocked }: SetupCase['user'], grant: Grant) =>
  dashboardUnlocked && TIERS.indexOf(tier) > TIERS.indexOf(grant);

/** Approve as one of two tiers, or reject with a reason. What the broker's list speaks for is the main action. */
function Decision({
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
