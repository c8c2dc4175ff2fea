import { isLocked } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { REVIEW_TIMEOUT_MS, traderIdSchema } from '@quantalgo/contracts/submissions/submission';
import { Check } from 'lucide-react';
import { type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { DemonstrationTag } from '../../ui/DemonstrationTag';
import { BRAND } from '../../core/brand';
import { isPress } from '../../core/press';
import { useZone } from '../../core/zone';
import { describeCheck } from '../../content/check';
import { useNow } from '../../data/core/clock';
import { isOfKind, isUnsent, type TypedOutboxItem } from '../../data/outbox/item';
import { useOutbox } from '../../data/outbox/outbox';
import { useMember } from '../../data/auth/currentSession';
import { useBrokerLink } from '../../data/submissions/brokerLink';
import {
  isInReview,
  type SubmissionStatus,
  useSubmissionStatus,
} from '../../data/submissions/submission';
import { withDatabase } from '../../data/storage/memberDatabase';
import { CopyField } from '../../ui/CopyField';
import { Done, useRedirect } from '../../ui/Done';
import { EntryFrame } from '../../ui/EntryFrame';
import { TextField } from '../../ui/Field';
import { FileField } from '../../ui/FileField';
import { PageHeading } from '../../ui/Heading';
import { ExternalLinkButton, LinkButton, TextLink } from '../../ui/Links';
import { NumberedStep } from '../../ui/Lists';
import { Skeleton } from '../../ui/Loading';
import { lazyComponent } from '../../ui/lazyComponent';
import { Notice } from '../../ui/Notice';
import { Button, SubmitButton } from '../../ui/Button';
import { forgetDraft, loadDeferred, useSubmissionForm } from './useSubmissionForm';

const SharedFile = lazyComponent(async () => (await loadDeferred()).SharedFile);

const Delivery = lazyComponent(
  async () => (await loadDeferred()).Delivery,
  <Skeleton className="h-40 w-full" />,
);

type ProofStatus = SubmissionStatus<'proof'>;

const Skip = ({ onSkip }: { onSkip: () => void }) => (
  <TextLink to={PATHS.dashboard} onClick={onSkip} className="flex min-h-11 items-center text-sm">
    Skip for Now
  </TextLink>
);

/** The proof submitted here, otherwise an unsent one from an earlier visit. */
function findProof(items: readonly TypedOutboxItem<'proof'>[] | undefined, ids: readonly string[]) {
  const current = items?.findLast(({ id }) => ids.includes(id));
  return current ?? items?.findLast(isUnsent);
}

export default function LinkTraderScreen() {
  const member = useMember();
  return member && <LinkTrader member={member} />;
}

function LinkTrader({ member }: { member: User }) {
  const uid = member.id;
  const items = useOutbox(uid)?.filter(isOfKind('proof'));
  const [savedId, setSavedId] = useState<string | null>(null);
  const [seenId, setSeenId] = useState<string | null>(null);
  const ids = useMemo(() => [savedId ?? '', seenId ?? ''], [savedId, seenId]);
  const item = findProof(items, ids);
  const status = useSubmissionStatus('proof', uid);
  const [isReplacing, setIsReplacing] = useState(false);
  useEffect(() => {
    // Open the database, because outside the dashboard nothing else does.
    withDatabase(uid, ({ proofs }) => proofs.count()).catch(() => undefined);
  }, [uid]);
  if (item && isUnsent(item) && item.id !== seenId) setSeenId(item.id);

  if (item?.state === 'sent')
    return (
      <EntryFrame corner={null}>
        <Submitted />
      </EntryFrame>
    );
  if (item && item.state !== 'refused')
    return (
      <EntryFrame corner={null}>
        <Delivery item={item} />
      </EntryFrame>
    );
  if (status && isInReview(status) && !isReplacing)
    return (
      <EntryFrame corner={null}>
        <UnderReview status={status} onReplace={() => setIsReplacing(true)} />
      </EntryFrame>
    );
  const lastTraderId = (item ?? status)?.content.traderId ?? member.broker?.traderId ?? '';
  const rejectedStatus = status?.stage === 'rejected' && isLocked(member) ? status : null;
  return (
    <EntryFrame corner={<Skip onSkip={() => forgetDraft('proof', uid)} />}>
      <div className="grid gap-2">
        <PageHeading className="text-xl!">Link your trading account</PageHeading>
        <p className="text-muted">
          Three steps, then our team opens your dashboard. Not ready? Come back whenever you like.
        </p>
      </div>
      {member.broker ? <ReportedStep traderId={member.broker.traderId} /> : <BrokerStep />}
      <TraderForm
        uid={uid}
        key={lastTraderId}
        lastTraderId={lastTraderId}
        reason={item?.reason ?? rejectedStatus?.reason ?? null}
        onSaved={setSavedId}
      />
    </EntryFrame>
  );
}

const { broker } = BRAND;

const BrokerStep = () => (
  <NumberedStep number={1} title={`Open a ${broker.name} account`}>
    <p className="text-sm text-muted">
      With our link and the promo code. Already have one? Continue with step 2.
    </p>
    <CopyField label="Promo code" value={broker.promoCode} />
    <ExternalLinkButton href={useBrokerLink()}>Open broker account</ExternalLinkButton>
    <p className="text-xs text-muted">
      <span>{`${broker.name} pays us when you sign up through this link. You could lose what you deposit.`}</span>{' '}
      <DemonstrationTag />
    </p>
  </NumberedStep>
);

const ReportedStep = ({ traderId }: { traderId: string }) => (
  <NumberedStep number={1} title={`Open a ${broker.name} account`}>
    <p className="flex items-start gap-2.5 text-sm text-muted">
      <Check size={18} aria-hidden className="mt-px shrink-0 text-call" />
      <span className="wrap-anywhere">{`Done: ${broker.name} confirmed your account ${traderId}.`}</span>
    </p>
  </NumberedStep>
);

function UnderReview({ status, onReplace }: { status: ProofStatus; onReplace: () => void }) {
  const now = useNow(60_000);
  const zone = useZone();
  const { since, content } = status;
  const answerBy = since + REVIEW_TIMEOUT_MS.proof;
  const facts = { submission: status, since, answerBy, isLate: now >= answerBy };
  return (
    <>
      <div className="grid gap-2">
        <PageHeading className="text-xl!">Link your trading account</PageHeading>
        <p role="status" className="text-muted">
          {`${describeCheck(facts, now, zone)}. Nothing to do until then.`}
        </p>
        <p className="text-muted">
          Trader ID{' '}
          <span className="font-semibold wrap-anywhere text-text">{content.traderId}</span>
        </p>
      </div>
      <div className="grid gap-2">
        <LinkButton to={PATHS.dashboard}>Continue to dashboard</LinkButton>
        <Button variant="quiet" onClick={onReplace}>
          Send a newer screenshot
        </Button>
      </div>
    </>
  );
}

const validateTraderId = (text: string) => traderIdSchema.safeParse(text).error?.issues[0]?.message;

function TraderForm({
  uid,
  lastTraderId,
  reason,
  onSaved,
}: {
  uid: string;
  /** Trader ID sent before or reported by the broker; may be empty. */
  lastTraderId: string;
  /** Why the last proof was refused. */
  reason: string | null;
  /** Receives the outbox item's id. */
  onSaved: (id: string) => void;
}) {
  const idInput = useRef<HTMLInputElement>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const [idError, setIdError] = useState<string>();
  const form = useSubmissionForm('proof', {
    uid,
    schema: z.string(),
    initial: lastTraderId,
    onSaved,
  });
  const traderId = form.values;
  const failure = form.failure ?? reason;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const problem = validateTraderId(traderId);
    setIdError(problem);
    const fileProblem = form.checkFile();
    if (problem !== undefined) idInput.current?.focus();
    else if (fileProblem !== undefined) fileInput.current?.focus();
    else void form.submit({ kind: 'proof', traderId: traderIdSchema.parse(traderId) });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <NumberedStep number={2} title="Enter your trader ID">
        <TextField
          ref={idInput}
          label="Trader ID"
          name="traderId"
          help="You’ll find it in your broker profile."
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={traderId}
          onChange={({ target }) => {
            form.change(target.value);
            if (idError !== undefined) setIdError(validateTraderId(target.value));
          }}
          onBlur={(event) => !isPress(event) && setIdError(validateTraderId(traderId))}
          error={idError}
        />
      </NumberedStep>
      <NumberedStep number={3} title="Show us the account">
        {form.shared && (
          <SharedFile
            name={form.shared.name}
            onAnswer={(isAccepted) => void form.answerShared(isAccepted)}
          />
        )}
        <FileField
          ref={fileInput}
          label="Screenshot"
          help="Must show your trader ID and balance. Less than 10 MB."
          reading={form.reading}
          file={form.file}
          onFile={(file) => void form.choose(file)}
          onBlur={(event) => !isPress(event) && form.checkFile()}
          error={form.wrongFile}
        />
      </NumberedStep>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <SubmitButton
        busyLabel={form.saving ? 'Preparing your screenshot…' : undefined}
        disabled={traderId.trim() === '' || form.file === null}
      >
        Submit for verification
      </SubmitButton>
    </form>
  );
}

const REDIRECT_DELAY_MS = 3000;

function Submitted() {
  useRedirect(PATHS.dashboard, REDIRECT_DELAY_MS);
  return (
    <Done title="Proof received" next={{ to: PATHS.dashboard, words: 'Continue to dashboard' }}>
      Trader ID verification submitted successfully! Our team will review and activate your account
      within 24 hours.
    </Done>
  );
}
