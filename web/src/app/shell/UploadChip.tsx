import type { User } from '@quantalgo/contracts/account/member';
import { CircleCheck, CloudUpload } from 'lucide-react';
import { clockOffset, useNow } from '../../data/core/clock';
import { useOnline } from '../../data/core/useOnline';
import { SUBMISSION_NOUNS } from '../../content/check';
import {
  isFailing,
  isOfKind,
  isUnsent,
  type OutboxItem,
  type TypedOutboxItem,
} from '../../data/outbox/item';
import { useOutbox, useUploadProgress } from '../../data/outbox/outbox';
import { formatUploaded } from '../../ui/uploadText';

const SENT_NOTICE_DURATION_MS = 15_000;

type SubmissionItem = TypedOutboxItem<'proof'> | TypedOutboxItem<'setup'>;

const isSubmission = (item: OutboxItem): item is SubmissionItem =>
  isOfKind('proof')(item) || isOfKind('setup')(item);

/** Shown on every screen while a submission is unsent, and briefly after it was sent. */
export function UploadChip({ member }: { member: User }) {
  const items = useOutbox(member.id)?.filter(isSubmission);
  const unsent = items?.find(isUnsent);
  if (unsent) return <Chip item={unsent} />;
  const sent = items?.findLast(({ state }) => state === 'sent');
  return sent ? <SentChip item={sent} /> : null;
}

function SentChip({ item }: { item: SubmissionItem }) {
  // Item times use the device's clock.
  const deviceNow = useNow() - (clockOffset.get()?.offset ?? 0);
  const { sentAt = 0 } = item;
  return deviceNow - sentAt < SENT_NOTICE_DURATION_MS ? <Chip item={item} /> : null;
}

function Chip({ item }: { item: SubmissionItem }) {
  const online = useOnline();
  const upload = useUploadProgress(item.id);
  const isSent = item.state === 'sent';
  const state = isSent
    ? 'sent'
    : !online || isFailing(item)
      ? 'is waiting for a connection'
      : 'is being sent';
  const Icon = isSent ? CircleCheck : CloudUpload;
  return (
    <p className="flex min-h-8 w-fit max-w-full items-center gap-2 rounded-full border border-line bg-raised px-3 py-1 text-xs">
      <Icon size={16} aria-hidden className={`shrink-0 ${isSent ? 'text-call' : 'text-amber'}`} />
      <span
        role="status"
        className="font-semibold"
      >{`${SUBMISSION_NOUNS[item.content.kind]} ${state}`}</span>
      {!isSent && upload && (
        <span translate="no" className="text-muted tabular-nums">
          {formatUploaded(upload.share, upload.bytes)}
        </span>
      )}
    </p>
  );
}
