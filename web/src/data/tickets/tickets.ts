import { type Ticket, ticketSchema, type TicketState } from '@quantalgo/contracts/tickets/ticket';
import { useEffect } from 'react';
import { isOfKind, isUnsent, type ItemOf, type OutboxItem } from '../outbox/item';
import { useOutbox } from '../outbox/outbox';
import type { MemberDatabase } from '../storage/database';
import { useStored } from '../storage/memberDatabase';
import { ticketsShown } from './shown';

/** Delivery of a member's message: on the server, in the outbox, or refused by the server. */
type Delivery =
  | { readonly state: 'sent' }
  /** `failing`: attempts did not reach the server. */
  | { readonly state: 'unsent'; readonly failing: boolean }
  | { readonly state: 'refused'; readonly reason: string; readonly item: OutboxItem };

/** A message of a ticket. */
export interface TicketMessage {
  readonly id: string;
  readonly from: 'member' | 'staff';
  readonly text: string;
  /** Epoch ms. */
  readonly at: number;
  readonly delivery: Delivery;
}

/** A ticket as its member sees it: the server's version with the items in the outbox. */
export interface TicketView extends Pick<Ticket, 'id' | 'category' | 'priority' | 'subject'> {
  readonly state: TicketState;
  readonly delivery: Delivery;
  readonly messages: readonly TicketMessage[];
  readonly signal: Ticket['signal'];
  /** Epoch ms. */
  readonly createdAt: number;
}

const SENT: Delivery = { state: 'sent' };

function deliveryOf(item: OutboxItem): Delivery {
  if (isUnsent(item)) return { state: 'unsent', failing: item.attempts > 0 };
  return item.state === 'refused'
    ? { state: 'refused', reason: item.reason ?? 'It was refused', item }
    : SENT;
}

const messageOf = (item: OutboxItem, text: string): TicketMessage => ({
  id: item.id,
  from: 'member',
  text,
  at: item.createdAt,
  delivery: deliveryOf(item),
});

function ofItem(item: ItemOf<'ticket'>): TicketView {
  const { category, priority, subject, message, signal } = item.content.body;
  return {
    id: item.id,
    category,
    priority,
    subject,
    state: 'open',
    delivery: deliveryOf(item),
    messages: [messageOf(item, message)],
    signal: signal ? { ...signal, recorded: null } : null,
    createdAt: item.createdAt,
  };
}

const ofServer = (ticket: Ticket): TicketView => ({
  ...ticket,
  createdAt: Date.parse(ticket.createdAt),
  delivery: SENT,
  messages: ticket.messages.map((message) => ({
    ...message,
    at: Date.parse(message.at),
    delivery: SENT,
  })),
});

const isAbout = ({ content }: OutboxItem, ticketId: string) =>
  (content.kind === 'reply' || content.kind === 'close') && content.ticketId === ticketId;

/** The ticket with the member's unsent actions: a reply reopens it, and closing it shows at once. */
function withOwn(ticket: TicketView, items: readonly OutboxItem[]): TicketView {
  const known = new Set(ticket.messages.map(({ id }) => id));
  const own = items.filter((item) => isAbout(item, ticket.id));
  const replies = own.filter(isOfKind('reply')).filter(({ id }) => !known.has(id));
  const messages = replies.map((item) => messageOf(item, item.content.message));
  const last = own.findLast(isUnsent)?.content.kind;
  const state = last === 'close' ? 'closed' : last === 'reply' ? 'open' : ticket.state;
  return { ...ticket, state, messages: [...ticket.messages, ...messages] };
}

/**
 * The member's tickets, newest first.
 * @param tickets as last received from the server
 * @param items those of the outbox, oldest first
 */
export function arrangeTickets(
  tickets: readonly Ticket[],
  items: readonly OutboxItem[],
): TicketView[] {
  const known = new Set(tickets.map(({ id }) => id));
  const own = items.filter(isOfKind('ticket')).filter(({ id }) => !known.has(id));
  return [...tickets.map(ofServer), ...own.map(ofItem)]
    .map((ticket) => withOwn(ticket, items))
    .sort((one, other) => other.createdAt - one.createdAt);
}

/** Replaces the member's stored tickets. */
export const storeTickets = (
  { tickets }: MemberDatabase,
  received: readonly Ticket[],
): Promise<void> =>
  tickets.db.transaction('rw', tickets, async () => {
    await tickets.clear();
    await tickets.bulkPut(received.map((ticket) => ticketSchema.parse(ticket)));
  });

/** Stores one ticket from the server's answer, unless the stored version is newer. */
export const storeTicket = ({ tickets }: MemberDatabase, ticket: Ticket): Promise<void> =>
  tickets.db.transaction('rw', tickets, async () => {
    const known = ticketSchema.safeParse(await tickets.get(ticket.id)).data;
    if (!known || known.updatedAt <= ticket.updatedAt)
      await tickets.put(ticketSchema.parse(ticket));
  });

/** The member's tickets, newest first, with the items in the outbox; undefined while they are read. */
export function useTickets(uid: string): TicketView[] | undefined {
  const items = useOutbox(uid);
  useEffect(() => {
    ticketsShown.set(ticketsShown.get() + 1);
    return () => ticketsShown.set(ticketsShown.get() - 1);
  }, []);
  const tickets = useStored(async (database) => {
    const rows: readonly unknown[] = await database.tickets.toArray();
    return rows.flatMap((row) => ticketSchema.safeParse(row).data ?? []);
  });
  return items && tickets && arrangeTickets(tickets, items);
}
