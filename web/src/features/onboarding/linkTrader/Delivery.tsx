import { PATHS } from '@quantalgo/contracts';
import { useOutboxKept, useUploaded } from '../../../data/outbox/outbox';
import type { ItemOf } from '../../../data/outbox/item';
import { useOnline } from '../../../data/core/useOnline';
import { Heading } from '../../../ui/Heading';
import { LinkButton } from '../../../ui/Links';
import { Notice } from '../../../ui/Notice';
import { UploadProgress } from '../../../ui/Progress';

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
export function Delivery({ item }: { item: ItemOf<'proof'> }) {
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
