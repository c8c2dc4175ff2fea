import type { User } from '@quantalgo/contracts/account/member';
import { CircleCheck, CloudUpload } from 'lucide-react';
import { clockOffset, useNow } from '../../data/core/clock';
import { useOnline } from '../../data/core/useOnline';
import { SUBMISSION_NOUNS } from '../../content/check';
import {
  isFailing,
  isOfKind,
  isStale,
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

/** Epoch ms by the device’s clock, which item times use. */
const useDeviceNow = () => useNow() - (clockOffset.get()?.offset ?? 0);

function SentChip({ item }: { item: SubmissionItem }) {
  const deviceNow = useDeviceNow();
  const { sentAt = 0 } = item;
  return deviceNow - sentAt < SENT_NOTICE_DURATION_MS ? <Chip item={item} /> : null;
}

function describeState(
  item: SubmissionItem,
  { online, deviceNow }: { online: boolean; deviceNow: number },
): string {
  if (item.state === 'sent') return 'sent';
  if (isStale(item, deviceNow)) return 'is waiting for your answer';
  return !online || isFailing(item) ? 'is waiting for a connection' : 'is being sent';
}

function Chip({ item }: { item: SubmissionItem }) {
  const online = useOnline();
  const upload = useUploadProgress(item.id);
  const isSent = item.state === 'sent';
  const deviceNow = useDeviceNow();
  const state = describeState(item, { online, deviceNow });
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
