import { ticketSchema } from '@quantalgo/contracts';
import { useOutbox } from '../outbox/useOutbox';
import { useStored } from '../storage/useStored';
import { arrangeTickets, type TicketView } from './arrange';

/** The member's tickets, newest first, with what waits here to be sent; undefined while they are read. */
export function useTickets(uid: string): TicketView[] | undefined {
  const items = useOutbox(uid);
  const tickets = useStored(async (database) => {
    const rows: readonly unknown[] = await database.tickets.toArray();
    return rows.flatMap((row) => ticketSchema.safeParse(row).data ?? []);
  });
  return items && tickets && arrangeTickets(tickets, items);
}
