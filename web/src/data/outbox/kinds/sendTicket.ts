import type { Ticket } from '@quantalgo/contracts';
import { call } from '../../api/call';
import { withDatabase } from '../../storage/memberDatabase';
import { keepTicket } from '../../tickets/keepTickets';
import type { Outcome } from '../attempt';
import type { ItemOf } from '../item';

/** Keeps the ticket as the server answered it: it may come by no other way, where no listener can connect. */
async function answered(uid: string, ticket: Ticket): Promise<Outcome> {
  await withDatabase(uid, (database) => keepTicket(database, ticket));
  return { type: 'sent' };
}

/** Opens a ticket. @throws ApiError @throws NetworkError */
export async function openTicket({ id, uid, content }: ItemOf<'ticket'>): Promise<Outcome> {
  const { data } = await call('openTicket', { body: content.body, idempotencyKey: id });
  return answered(uid, data);
}

/** Adds a message to a ticket. @throws ApiError @throws NetworkError */
export async function replyToTicket({ id, uid, content }: ItemOf<'reply'>): Promise<Outcome> {
  const { ticketId, message } = content;
  const { data } = await call('replyToTicket', {
    params: { id: ticketId },
    body: { message },
    idempotencyKey: id,
  });
  return answered(uid, data);
}

/** Closes a ticket. @throws ApiError @throws NetworkError */
export async function closeTicket({ uid, content }: ItemOf<'close'>): Promise<Outcome> {
  const { data } = await call('closeTicket', { params: { id: content.ticketId } });
  return answered(uid, data);
}
