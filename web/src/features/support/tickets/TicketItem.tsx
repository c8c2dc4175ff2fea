import { watMoment } from '@quantalgo/contracts';
import { ChevronDown } from 'lucide-react';
import { CATEGORY_WORDS, PRIORITY_WORDS } from '../../../content/support';
import { useNow } from '../../../data/core/clock';
import { discard } from '../../../data/outbox/outbox';
import type { TicketView } from '../../../data/account/tickets';
import { Chip } from '../../../ui/Chip';
import { DisputedSignal } from '../../../ui/DisputedSignal';
import { valuesOf, type Values } from '../form/ticketForm';
import { Message } from './Message';
import { Refused } from './Refused';
import { ReplyForm } from './ReplyForm';
import { stateWords } from './stateWords';

interface Props {
  uid: string;
  ticket: TicketView;
  /** Takes what was written back into the form. */
  onEdit: (values: Values) => void;
}

function Delivery({ ticket: { delivery }, onEdit }: Omit<Props, 'uid'>) {
  if (delivery.state !== 'refused') return null;
  const { item, reason } = delivery;
  const { content, id } = item;
  if (content.kind !== 'ticket') return null;
  const edit = () => {
    onEdit(valuesOf(content.body));
    discard(id).catch(() => undefined);
  };
  return <Refused item={item} reason={reason} onEdit={edit} />;
}

/** A ticket, which opens to its messages. */
export function TicketItem({ uid, ticket, onEdit }: Props) {
  const now = useNow(60_000);
  const { id, category, priority, subject, messages, signal, createdAt, state, delivery } = ticket;
  const { text, tone } = stateWords(ticket);
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-16 list-none items-center gap-3 px-4 py-2.5 [&::-webkit-details-marker]:hidden">
          <span className="grid min-w-0 flex-1 gap-0.5">
            <span className="truncate text-sm font-semibold">{subject}</span>
            <span className="text-xs text-muted tabular-nums">
              {CATEGORY_WORDS[category]} · {PRIORITY_WORDS[priority]} · {watMoment(createdAt, now)}
            </span>
          </span>
          <Chip tone={tone}>{text}</Chip>
          <ChevronDown
            size={16}
            aria-hidden
            className="shrink-0 text-faint transition-transform group-open:rotate-180"
          />
        </summary>
        <div className="grid gap-4 px-4 pb-5">
          {signal && <DisputedSignal signal={signal} seenBy="You" now={now} />}
          <ol className="grid gap-3" aria-label="Messages">
            {messages.map((message) => (
              <Message key={message.id} message={message} now={now} />
            ))}
          </ol>
          <Delivery ticket={ticket} onEdit={onEdit} />
          {delivery.state === 'sent' && <ReplyForm uid={uid} ticketId={id} state={state} />}
        </div>
      </details>
    </li>
  );
}
