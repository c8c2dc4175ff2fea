import { BRAND, PATHS } from '@quantalgo/contracts';
import { useMemo, useState } from 'react';
import { useOnline } from '../../data/core/useOnline';
import { isOfKind, isUnsent, type ItemOf } from '../../data/outbox/item';
import { useOutbox, useOutboxKept, useUploaded } from '../../data/outbox/outbox';
import { useMember } from '../../data/session/currentSession';
import { CopyField } from '../../ui/CopyField';
import { Done, useRedirect } from '../../ui/Done';
import { EntryFrame } from '../../ui/EntryFrame';
import { Heading, PageHeading } from '../../ui/Heading';
import { ExternalLinkButton, LinkButton, TextLink } from '../../ui/Links';
import { NumberedStep } from '../../ui/Lists';
import { Notice } from '../../ui/Notice';
import { UploadProgress } from '../../ui/Progress';
import { forgetDraft, TraderForm } from './TraderForm';

const Skip = ({ onSkip }: { onSkip: () => void }) => (
  <TextLink to={PATHS.dashboard} onClick={onSkip} className="flex min-h-11 items-center text-sm">
    Skip for Now
  </TextLink>
);

/** The proof to be spoken of: the one submitted here, otherwise one of an earlier visit that is still on its way. */
function followed(items: readonly ItemOf<'proof'>[] | undefined, ids: readonly string[]) {
  const here = items?.findLast(({ id }) => ids.includes(id));
  return here ?? items?.findLast(isUnsent);
}

/** Links the member's account with the broker: where to open it, its ID, and its proof. */
export default function LinkTraderScreen() {
  const uid = useMember()?.id ?? '';
  const items = useOutbox(uid)?.filter(isOfKind('proof'));
  const [saved, setSaved] = useState<string | null>(null);
  const [seen, setSeen] = useState<string | null>(null);
  const ids = useMemo(() => [saved ?? '', seen ?? ''], [saved, seen]);
  const item = followed(items, ids);
  if (item && isUnsent(item) && item.id !== seen) setSeen(item.id);

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
  return (
    <EntryFrame corner={<Skip onSkip={() => forgetDraft(uid)} />}>
      <div className="grid gap-2">
        <PageHeading className="text-xl!">Link your trading account</PageHeading>
        <p className="text-muted">
          Three steps, and our team opens your dashboard. Not ready? Come back whenever you like.
        </p>
      </div>
      <BrokerStep />
      <TraderForm
        uid={uid}
        refused={item ? { traderId: item.content.traderId, reason: item.reason } : null}
        onSaved={setSaved}
      />
    </EntryFrame>
  );
}

const { broker } = BRAND;

/** Step 1: the account with the broker, opened so that it can be matched to the member. */
const BrokerStep = () => (
  <NumberedStep number={1} title={`Open a ${broker.name} account`}>
    <p className="text-sm text-muted">
      With our link and the promo code. You have one already? Go on with step 2.
    </p>
    <CopyField label="Promo code" value={broker.promoCode} />
    <ExternalLinkButton href={broker.signUp}>Open broker account</ExternalLinkButton>
    <p className="text-xs text-muted">
      {broker.name} pays us when you sign up through this link. You could lose what you deposit.
    </p>
  </NumberedStep>
);

/** What can be said of a proof that waits: never more than is true. */
function waitingWords(online: boolean, kept: boolean): string {
  const when = online
    ? 'The line is bad. We keep trying'
    : 'You are offline. We send it as soon as you are back online';
  return kept
    ? `Saved on this device. ${when}, also after you close this page.`
    : `${when}. This browser keeps nothing: leave this page open until then.`;
}

/** A proof on its way. */
function Delivery({ item }: { item: ItemOf<'proof'> }) {
  const online = useOnline();
  const kept = useOutboxKept();
  const share = useUploaded(item.id);
  const waits = !online || (item.state === 'waiting' && item.attempts > 0);
  return (
    <>
      <div className="grid gap-2">
        <Heading>{waits ? 'Your proof is waiting' : 'Sending your proof'}</Heading>
        <p className="text-muted">
          Trader ID{' '}
          <span className="font-semibold wrap-anywhere text-text">{item.content.traderId}</span>
        </p>
      </div>
      {waits ? (
        <Notice tone={kept ? 'information' : 'warning'}>{waitingWords(online, kept)}</Notice>
      ) : (
        <UploadProgress label="Uploading your screenshot" share={share} />
      )}
      <LinkButton to={PATHS.dashboard} look={waits ? 'primary' : 'secondary'}>
        Continue to dashboard
      </LinkButton>
    </>
  );
}

const REDIRECT_MS = 3000;

/** The proof has arrived: on to the dashboard. */
function Submitted() {
  useRedirect(PATHS.dashboard, REDIRECT_MS);
  return (
    <Done title="Proof received" next={{ to: PATHS.dashboard, words: 'Continue to dashboard' }}>
      Trader ID verification submitted successfully! Our team will review and activate your account
      within 24 hours.
    </Done>
  );
}
