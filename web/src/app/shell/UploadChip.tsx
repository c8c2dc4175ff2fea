import type { User } from '@quantalgo/contracts/account/member';
import { CircleCheck, CloudUpload } from 'lucide-react';
import { clockOffset, useNow } from '../../data/core/clock';
import { useOnline } from '../../data/core/useOnline';
import { isFailing, isUnsent, type OutboxItem } from '../../data/outbox/item';
import { useOutbox, useUploadProgress } from '../../data/outbox/outbox';
import { formatUploaded } from '../../ui/uploadText';

const SENT_NOTICE_MS = 15_000;

const isSubmission = ({ content: { kind } }: OutboxItem): boolean =>
  kind === 'proof' || kind === 'setup';

/** The submission on its way, on every screen until it has arrived. */
export function UploadChip({ member }: { member: User }) {
  const items = useOutbox(member.id)?.filter(isSubmission);
  // Items have times of the device's clock.
  const deviceNow = useNow() - (clockOffset.get()?.offset ?? 0);
  const item =
    items?.find(isUnsent) ??
    items?.findLast(
      ({ state, sentAt = 0 }) => state === 'sent' && deviceNow - sentAt < SENT_NOTICE_MS,
    );
  return item ? <Chip item={item} /> : null;
}

const NAMES = { proof: 'Proof', setup: 'Account setup' } as const;

function Chip({ item }: { item: OutboxItem }) {
  const online = useOnline();
  const upload = useUploadProgress(item.id);
  const name = item.content.kind === 'setup' ? NAMES.setup : NAMES.proof;
  const isSent = item.state === 'sent';
  const state = isSent
    ? 'sent'
    : !online || isFailing(item)
      ? 'waits for a connection'
      : 'is being sent';
  const Icon = isSent ? CircleCheck : CloudUpload;
  return (
    <p className="flex min-h-8 w-fit max-w-full items-center gap-2 rounded-full border border-line bg-raised px-3 py-1 text-xs">
      <Icon size={16} aria-hidden className={`shrink-0 ${isSent ? 'text-call' : 'text-amber'}`} />
      <span role="status" className="font-semibold">{`${name} ${state}`}</span>
      {!isSent && upload && (
        <span translate="no" className="text-muted tabular-nums">
          {formatUploaded(upload.share, upload.bytes)}
        </span>
      )}
    </p>
  );
}
