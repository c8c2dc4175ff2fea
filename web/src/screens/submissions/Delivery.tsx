import { PATHS } from '@quantalgo/contracts/core/paths';
import { describeSubmission } from '../../content/submission';
import { useOnline } from '../../data/core/useOnline';
import { isFailing, type TypedOutboxItem } from '../../data/outbox/item';
import { useDeliveryScope, useUploadProgress } from '../../data/outbox/outbox';
import { Heading } from '../../ui/Heading';
import { LinkButton } from '../../ui/Links';
import { Notice } from '../../ui/Notice';
import { UploadProgress } from '../../ui/Progress';

export function Delivery({ item }: { item: TypedOutboxItem<'proof'> }) {
  const online = useOnline();
  const scope = useDeliveryScope();
  const upload = useUploadProgress(item.id);
  const failing = isFailing(item);
  const isWaiting = !online || failing;
  const progress = { stage: 'unsent', failing, reason: null } as const;
  const { title, text } = describeSubmission('proof', progress, online, scope);
  return (
    <>
      <div className="grid gap-2">
        <Heading>{title}</Heading>
        <p className="text-muted">
          Trader ID{' '}
          <span className="font-semibold wrap-anywhere text-text">{item.content.traderId}</span>
        </p>
      </div>
      {isWaiting ? (
        <Notice tone={scope === 'page' ? 'warning' : 'information'}>{text}</Notice>
      ) : (
        <UploadProgress
          label="Uploading your screenshot"
          share={upload?.share ?? null}
          bytes={upload?.bytes}
        />
      )}
      <LinkButton to={PATHS.dashboard} variant={isWaiting ? 'primary' : 'secondary'}>
        Continue to dashboard
      </LinkButton>
    </>
  );
}
