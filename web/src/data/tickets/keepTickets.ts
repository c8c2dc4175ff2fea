import { ticketSchema, type Ticket } from '@quantalgo/contracts';
import type { MemberDatabase } from '../storage/database';

/** Stores the member's tickets in place of those before. */
export const keepTickets = (
  { tickets }: MemberDatabase,
  received: readonly Ticket[],
): Promise<void> =>
  tickets.db.transaction('rw', tickets, async () => {
    await tickets.clear();
    await tickets.bulkPut(received.map((ticket) => ticketSchema.parse(ticket)));
  });

/** Stores one ticket as the server answered it; a version that came meanwhile and is newer stays. */
export const keepTicket = ({ tickets }: MemberDatabase, ticket: Ticket): Promise<void> =>
  tickets.db.transaction('rw', tickets, async () => {
    const known = ticketSchema.safeParse(await tickets.get(ticket.id)).data;
    if (!known || known.updatedAt <= ticket.updatedAt)
      await tickets.put(ticketSchema.parse(ticket));
  });
