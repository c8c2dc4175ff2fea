import { type Ticket, ticketSchema, type TicketState } from '@quantalgo/contracts';
import { isOfKind, isUnsent, type ItemOf, type OutboxItem } from '../outbox/item';
import { useOutbox } from '../outbox/outbox';
import type { MemberDatabase } from '../storage/database';
import { useStored } from '../storage/memberDatabase';

/** How far something that the member wrote has come: on the server, waiting here, or refused by the server. */
type Delivery =
  | { readonly state: 'sent' }
  /** `failing`: tries found no way to the server. */
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

/** A ticket as its member sees it: what the server holds, and what waits here to be sent. */
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

/** The ticket with what was done to it here: a reply opens it again, and closing it shows at once. */
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
 * @param tickets as the server last told of them
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

/** Stores the member's tickets in place of those before. */
export const storeTickets = (
  { tickets }: MemberDatabase,
  received: readonly Ticket[],
): Promise<void> =>
  tickets.db.transaction('rw', tickets, async () => {
    await tickets.clear();
    await tickets.bulkPut(received.map((ticket) => ticketSchema.parse(ticket)));
  });

/** Stores one ticket as the server answered it; a version that came meanwhile and is newer stays. */
export const storeTicket = ({ tickets }: MemberDatabase, ticket: Ticket): Promise<void> =>
  tickets.db.transaction('rw', tickets, async () => {
    const known = ticketSchema.safeParse(await tickets.get(ticket.id)).data;
    if (!known || known.updatedAt <= ticket.updatedAt)
      await tickets.put(ticketSchema.parse(ticket));
  });

/** The member's tickets, newest first, with what waits here to be sent; undefined while they are read. */
export function useTickets(uid: string): TicketView[] | undefined {
  const items = useOutbox(uid);
  const tickets = useStored(async (database) => {
    const rows: readonly unknown[] = await database.tickets.toArray();
    return rows.flatMap((row) => ticketSchema.safeParse(row).data ?? []);
  });
  return items && tickets && arrangeTickets(tickets, items);
}
