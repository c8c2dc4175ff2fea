import type { TicketView } from '../../../data/account/tickets';
import type { ChipTone } from '../../../ui/Chip';

/** What the list says of a ticket, in a word or three. */
export function stateWords({ delivery, state }: TicketView): { text: string; tone: ChipTone } {
  if (delivery.state === 'unsent') return { text: 'Waiting to be sent', tone: 'warning' };
  if (delivery.state === 'refused') return { text: 'Not sent', tone: 'bad' };
  if (state === 'answered') return { text: 'Answered', tone: 'good' };
  return state === 'open' ? { text: 'Open', tone: 'neutral' } : { text: 'Closed', tone: 'faint' };
}
