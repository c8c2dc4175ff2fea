import { watMoment } from '@quantalgo/contracts';
import { Clock } from 'lucide-react';
import type { TicketMessage } from '../../../data/account/tickets';
import { Refused } from './Refused';

/** One message of a ticket: support's at the left, one's own at the right. */
export const Message = ({
  message: { from, text, at, delivery },
  now,
}: {
  message: TicketMessage;
  now: number;
}) => (
  <li className={`grid gap-2 ${from === 'member' ? 'pl-6 lg:pl-16' : 'pr-6 lg:pr-16'}`}>
    <div
      className={`rounded-lg border px-4 py-3 ${from === 'member' ? 'border-line-soft bg-sunk' : 'border-line bg-line-soft'}`}
    >
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-xs text-muted">
        <span className="font-semibold">{from === 'member' ? 'You' : 'Support'}</span>
        <span className="tabular-nums">{watMoment(at, now)}</span>
      </p>
      <p className="mt-1 text-sm wrap-anywhere whitespace-pre-wrap">{text}</p>
      {delivery.state === 'unsent' && (
        <p className="mt-1.5 flex items-center gap-1.5 text-xs text-amber">
          <Clock size={12} aria-hidden />
          {delivery.failing ? 'Waiting: the line is bad, we keep trying' : 'Waiting to be sent'}
        </p>
      )}
    </div>
    {delivery.state === 'refused' && delivery.item.content.kind === 'reply' && (
      <Refused item={delivery.item} reason={delivery.reason} />
    )}
  </li>
);
