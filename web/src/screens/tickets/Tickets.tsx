import { formatMoment } from '@quantalgo/contracts/core/format';
import type { Zone } from '@quantalgo/contracts/core/time';
import { ticketsEndpoints } from '@quantalgo/contracts/tickets/endpoints';
import { MESSAGE_MAX_LENGTH, type TicketState } from '@quantalgo/contracts/tickets/ticket';
import { ChevronDown, Clock } from 'lucide-react';
import * as z from 'zod/mini';
import { CATEGORY_TEXT, PRIORITY_TEXT } from '../../content/support';
import type { TicketMessage, TicketView } from '../../data/tickets/tickets';
import { useNow } from '../../data/core/clock';
import { useForm } from '../../data/core/useForm';
import { useMutation } from '../../data/core/useMutation';
import { enqueueItem } from '../../data/outbox/outbox';
import { useItemActions } from '../../data/outbox/useAction';
import { Button } from '../../ui/Button';
import { Panel } from '../../ui/Card';
import { Chip, type ChipTone } from '../../ui/Chip';
import { DisputedSignal } from '../../ui/DisputedSignal';
import { TextArea } from '../../ui/Field';
import { Skeleton } from '../../ui/Loading';
import { formatTextLength } from '../../ui/lengthText';
import { RefusedNotice } from '../../ui/RefusedNotice';
import { type TicketValues, toTicketValues } from './TicketForm';
import { useZone } from '../../core/zone';

export const TicketList = ({
  uid,
  tickets,
  onEdit,
}: {
  uid: string;
  /** Undefined while loading. */
  tickets: readonly TicketView[] | undefined;
  /** Puts a refused ticket back into the form; undefined while the form holds another. */
  onEdit: ((values: TicketValues) => void) | undefined;
}) => (
  <Panel title="Your tickets">
    {tickets === undefined && <Skeleton className="mx-4 mb-4 h-12" />}
    {tickets?.length === 0 && (
      <p className="px-4 pb-4 text-sm text-muted">
        No tickets yet. Write one above. We’ll reply here and by email.
      </p>
    )}
    {tickets !== undefined && tickets.length > 0 && (
      <ul className="divide-y divide-line-soft border-t border-line-soft">
        {tickets.map((ticket) => (
          <TicketItem key={ticket.id} uid={uid} ticket={ticket} onEdit={onEdit} />
        ))}
      </ul>
    )}
  </Panel>
);

interface TicketItemProps {
  uid: string;
  ticket: TicketView;
  onEdit: ((values: TicketValues) => void) | undefined;
}

function Delivery({ ticket: { delivery }, onEdit }: Omit<TicketItemProps, 'uid'>) {
  const getActions = useItemActions();
  if (delivery.state !== 'refused') return null;
  const { item, reason } = delivery;
  const { content } = item;
  if (content.kind !== 'ticket') return null;
  const actions = getActions(item);
  const edit =
    onEdit &&
    (() => {
      onEdit(toTicketValues(content.body));
      actions.onDiscard();
    });
  return <RefusedNotice reason={reason} onEdit={edit} {...actions} />;
}

function TicketItem({ uid, ticket, onEdit }: TicketItemProps) {
  const now = useNow(60_000);
  const zone = useZone();
  const { id, category, priority, subject, messages, signal, createdAt, state, delivery } = ticket;
  const { text, tone } = describeState(ticket);
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-16 list-none items-center gap-3 px-4 py-2.5 [&::-webkit-details-marker]:hidden">
          <span className="grid min-w-0 flex-1 gap-0.5">
            <span className="truncate text-sm font-semibold">{subject}</span>
            <span className="text-xs text-muted tabular-nums">
              {`${CATEGORY_TEXT[category]} · ${PRIORITY_TEXT[priority]} · ${formatMoment(createdAt, now, zone)}`}
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
          {signal && <DisputedSignal signal={signal} seenBy="You" now={now} zone={zone} />}
          <ol className="grid gap-3" aria-label="Messages">
            {messages.map((message) => (
              <Message key={message.id} message={message} now={now} zone={zone} />
            ))}
          </ol>
          <Delivery ticket={ticket} onEdit={onEdit} />
          {delivery.state === 'sent' && <ReplyForm uid={uid} ticketId={id} state={state} />}
        </div>
      </details>
    </li>
  );
}

function describeState({ delivery, state }: TicketView): { text: string; tone: ChipTone } {
  if (delivery.state === 'unsent') return { text: 'Waiting to be sent', tone: 'warning' };
  if (delivery.state === 'refused') return { text: 'Not sent', tone: 'bad' };
  if (state === 'answered') return { text: 'Answered', tone: 'good' };
  return state === 'open' ? { text: 'Open', tone: 'neutral' } : { text: 'Closed', tone: 'faint' };
}

function Message({
  message: { from, text, at, delivery },
  now,
  zone,
}: {
  message: TicketMessage;
  now: number;
  zone: Zone;
}) {
  const getActions = useItemActions();
  return (
    <li className={`grid gap-2 ${from === 'member' ? 'pl-6 lg:pl-16' : 'pr-6 lg:pr-16'}`}>
      <div
        className={`rounded-lg border px-4 py-3 ${from === 'member' ? 'border-line-soft bg-sunk' : 'border-line bg-line-soft'}`}
      >
        <p className="flex flex-wrap items-center justify-between gap-x-3 text-xs text-muted">
          <span className="font-semibold">{from === 'member' ? 'You' : 'Support'}</span>
          <span translate="no" className="tabular-nums">
            {formatMoment(at, now, zone)}
          </span>
        </p>
        <p className="mt-1 text-sm wrap-anywhere whitespace-pre-wrap">{text}</p>
        {delivery.state === 'unsent' && (
          <p className="mt-1.5 flex items-center gap-1.5 text-xs text-amber">
            <Clock size={12} aria-hidden />
            <span>
              {delivery.failing
                ? 'Poor connection. We’ll keep trying to send it.'
                : 'Waiting to be sent'}
            </span>
          </p>
        )}
      </div>
      {delivery.state === 'refused' && delivery.item.content.kind === 'reply' && (
        <RefusedNotice reason={delivery.reason} {...getActions(delivery.item)} />
      )}
    </li>
  );
}

const draftSchema = z.object({ message: z.string() });

const REPLY_ERROR = 'Your reply could not be saved on this device. Please try again.';

const CLOSE_ERROR = 'The ticket could not be closed. Please try again.';

/** A reply reopens a closed ticket. */
function ReplyForm({
  uid,
  ticketId,
  state,
}: {
  uid: string;
  ticketId: string;
  state: TicketState;
}) {
  const form = useForm(ticketsEndpoints.replyToTicket.body, {
    initial: { message: '' },
    draft: { name: `reply-${ticketId}`, schema: draftSchema },
    onSubmit: ({ message }) => enqueueItem(uid, { kind: 'reply', ticketId, message }),
    failure: REPLY_ERROR,
    failureField: 'message',
    clears: true,
  });
  const closing = useMutation(() => enqueueItem(uid, { kind: 'close', ticketId }), CLOSE_ERROR);
  const message = form.field('message');
  return (
    <form {...form.props} className="grid gap-3">
      <TextArea
        {...message}
        label={state === 'closed' ? 'Reply to reopen the ticket' : 'Your reply'}
        rows={3}
        help={formatTextLength(message.value, MESSAGE_MAX_LENGTH)}
        error={message.error ?? closing.failure ?? undefined}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small">
          Send reply
        </Button>
        {state !== 'closed' && (
          <Button variant="quiet" size="small" onClick={() => void closing.send()}>
            Close ticket
          </Button>
        )}
      </div>
    </form>
  );
}
