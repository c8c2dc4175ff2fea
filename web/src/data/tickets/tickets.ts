import { type Ticket, ticketSchema, type TicketState } from '@quantalgo/contracts/tickets/ticket';
import { useEffect } from 'react';
import { isOfKind, isUnsent, type TypedOutboxItem, type OutboxItem } from '../outbox/item';
import { useOutbox } from '../outbox/outbox';
import type { MemberDatabase } from '../database/tables';
import { useStored } from '../storage/memberDatabase';
import { ticketMountCount } from './mountCounts';

type Delivery =
  | { readonly state: 'sent' }
  | { readonly state: 'unsent'; readonly failing: boolean }
  | { readonly state: 'refused'; readonly reason: string; readonly item: OutboxItem };

export interface TicketMessage {
  readonly id: string;
  readonly from: 'member' | 'staff';
  readonly text: string;
  /** Epoch ms. */
  readonly at: number;
  readonly delivery: Delivery;
}

export interface TicketView extends Pick<Ticket, 'id' | 'category' | 'priority' | 'subject'> {
  readonly state: TicketState;
  readonly delivery: Delivery;
  readonly messages: readonly TicketMessage[];
  readonly signal: Ticket['signal'];
  /** Epoch ms. */
  readonly createdAt: number;
}

const SENT_DELIVERY: Delivery = { state: 'sent' };

function getDelivery(item: OutboxItem): Delivery {
  if (isUnsent(item)) return { state: 'unsent', failing: item.attempts > 0 };
  return item.state === 'refused'
    ? { state: 'refused', reason: item.reason ?? 'The server didn’t accept this message', item }
    : SENT_DELIVERY;
}

const toMessage = (item: OutboxItem, text: string): TicketMessage => ({
  id: item.id,
  from: 'member',
  text,
  at: item.createdAt,
  delivery: getDelivery(item),
});

function fromOutboxItem(item: TypedOutboxItem<'ticket'>): TicketView {
  const { category, priority, subject, message, signal } = item.content.body;
  return {
    id: item.id,
    category,
    priority,
    subject,
    state: 'open',
    delivery: getDelivery(item),
    messages: [toMessage(item, message)],
    signal: signal ? { ...signal, recorded: null } : null,
    createdAt: item.createdAt,
  };
}

const fromServer = (ticket: Ticket): TicketView => ({
  ...ticket,
  createdAt: Date.parse(ticket.createdAt),
  delivery: SENT_DELIVERY,
  messages: ticket.messages.map((message) => ({
    ...message,
    at: Date.parse(message.at),
    delivery: SENT_DELIVERY,
  })),
});

const isForTicket = ({ content }: OutboxItem, ticketId: string) =>
  (content.kind === 'reply' || content.kind === 'close') && content.ticketId === ticketId;

/** A reply reopens the ticket, and closing it takes effect at once. */
function applyItems(ticket: TicketView, items: readonly OutboxItem[]): TicketView {
  const messageIds = new Set(ticket.messages.map(({ id }) => id));
  const ticketItems = items.filter((item) => isForTicket(item, ticket.id));
  const replies = ticketItems.filter(isOfKind('reply')).filter(({ id }) => !messageIds.has(id));
  const messages = replies.map((item) => toMessage(item, item.content.message));
  const lastKind = ticketItems.findLast(isUnsent)?.content.kind;
  const state = lastKind === 'close' ? 'closed' : lastKind === 'reply' ? 'open' : ticket.state;
  return { ...ticket, state, messages: [...ticket.messages, ...messages] };
}

export function arrangeTickets(
  tickets: readonly Ticket[],
  items: readonly OutboxItem[],
): TicketView[] {
  const serverIds = new Set(tickets.map(({ id }) => id));
  const newItems = items.filter(isOfKind('ticket')).filter(({ id }) => !serverIds.has(id));
  return [...tickets.map(fromServer), ...newItems.map(fromOutboxItem)]
    .map((ticket) => applyItems(ticket, items))
    .sort((a, b) => b.createdAt - a.createdAt);
}

export const storeTickets = (
  { tickets }: MemberDatabase,
  received: readonly Ticket[],
): Promise<void> =>
  tickets.db.transaction('rw', tickets, async () => {
    await tickets.clear();
    await tickets.bulkPut(received.map((ticket) => ticketSchema.parse(ticket)));
  });

export const storeTicket = ({ tickets }: MemberDatabase, ticket: Ticket): Promise<void> =>
  tickets.db.transaction('rw', tickets, async () => {
    const stored = ticketSchema.safeParse(await tickets.get(ticket.id)).data;
    if (!stored || stored.updatedAt <= ticket.updatedAt)
      await tickets.put(ticketSchema.parse(ticket));
  });

export function useTickets(uid: string): TicketView[] | undefined {
  const items = useOutbox(uid);
  useEffect(() => {
    ticketMountCount.set(ticketMountCount.get() + 1);
    return () => ticketMountCount.set(ticketMountCount.get() - 1);
  }, []);
  const tickets = useStored(async (database) => {
    const rows: readonly unknown[] = await database.tickets.toArray();
    return rows.flatMap((row) => ticketSchema.safeParse(row).data ?? []);
  });
  return items && tickets && arrangeTickets(tickets, items);
}
