import { roughDuration, type AdminTicket, type TicketPriority } from '@quantalgo/contracts';
import { CATEGORY_WORDS, PRIORITY_WORDS } from '../../../content/support';
import { Chip, type ChipTone } from '../../../ui/Chip';

export const PRIORITY_TONES: Readonly<Record<TicketPriority, ChipTone>> = {
  low: 'faint',
  medium: 'neutral',
  high: 'warning',
  urgent: 'bad',
};

/** A ticket in the inbox, which opens it. */
export const TicketRow = ({
  ticket: { subject, member, category, priority, createdAt },
  current,
  now,
  onOpen,
}: {
  ticket: AdminTicket;
  current: boolean;
  now: number;
  onOpen: () => void;
}) => (
  <li>
    <button
      type="button"
      aria-current={current}
      onClick={onOpen}
      className={`flex min-h-16 w-full items-center gap-3 px-4 py-2.5 text-left hover:bg-sunk ${current ? 'bg-line-soft' : ''}`}
    >
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="truncate text-sm font-semibold">
          <bdi>{subject}</bdi>
        </span>
        <span className="truncate text-xs text-muted">
          <bdi>{member?.fullName ?? 'Deleted account'}</bdi> · {CATEGORY_WORDS[category]}
        </span>
      </span>
      <span className="grid shrink-0 justify-items-end gap-1">
        <Chip tone={PRIORITY_TONES[priority]}>{PRIORITY_WORDS[priority]}</Chip>
        <span className="text-xs text-muted tabular-nums">
          {roughDuration(now - Date.parse(createdAt))}
          <span className="sr-only"> old</span>
        </span>
      </span>
    </button>
  </li>
);
