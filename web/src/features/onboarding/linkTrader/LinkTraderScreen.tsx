import { PATHS } from '@quantalgo/contracts';
import { useMemo, useState } from 'react';
import { useMember } from '../../../data/session/currentSession';
import { isOfKind, isUnsent, type ItemOf } from '../../../data/outbox/item';
import { useOutbox } from '../../../data/outbox/outbox';
import { EntryFrame } from '../../../ui/EntryFrame';
import { PageHeading } from '../../../ui/Heading';
import { TextLink } from '../../../ui/Links';
import { BrokerStep } from './BrokerStep';
import { Delivery } from './Delivery';
import { forgetDraft } from './draft';
import { Submitted } from './Submitted';
import { TraderForm } from './TraderForm';

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
export function LinkTraderScreen() {
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
