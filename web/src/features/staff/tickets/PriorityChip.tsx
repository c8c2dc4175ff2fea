import type { TicketPriority } from '@quantalgo/contracts';
import { PRIORITY_WORDS } from '../../../content/support';
import { Chip, type ChipTone } from '../../../ui/Chip';

const TONES: Readonly<Record<TicketPriority, ChipTone>> = {
  low: 'faint',
  medium: 'neutral',
  high: 'warning',
  urgent: 'bad',
};

/** How urgent a ticket is to its member. */
export const PriorityChip = ({ priority }: { priority: TicketPriority }) => (
  <Chip tone={TONES[priority]}>{PRIORITY_WORDS[priority]}</Chip>
);
