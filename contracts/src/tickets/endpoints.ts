import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { replyBodySchema, ticketBodySchema, ticketSchema } from './ticket';

export const NO_TICKET = 'Ticket not found';

const ticketParams = z.strictObject({ id: z.uuid(NO_TICKET) });

export const ticketsEndpoints = {
  /**
   * The member's newest tickets, proofs and account setups, for clients that can't listen.
   */
  ownDocuments: endpoint({
    method: 'GET',
    path: '/api/tickets',
    caller: 'member',
    failure: 'Failed to get your tickets and submissions',
    cache: NO_STORE,
    data: z.unknown(),
  }),
  /** Opens a support ticket. Its id is the idempotency key. */
  openTicket: endpoint({
    method: 'POST',
    path: '/api/tickets',
    caller: 'member',
    idempotent: true,
    failure: 'Failed to send the ticket',
    cache: NO_STORE,
    body: ticketBodySchema,
    data: ticketSchema,
  }),
  /**
   * Adds a message from the owner or staff. Its id is the idempotency key. Reopens a closed ticket.
   * The version is the number of messages that staff saw: if the owner wrote since, the ticket
   * stays open.
   */
  replyToTicket: endpoint({
    method: 'POST',
    path: '/api/tickets/:id/replies',
    caller: 'member',
    idempotent: true,
    versioned: true,
    failure: 'Failed to send the reply',
    cache: NO_STORE,
    params: ticketParams,
    body: replyBodySchema,
    data: ticketSchema,
  }),
  /**
   * Closes a ticket; closing it twice changes nothing. The version is the number of messages that
   * staff saw. 409 with the current ticket if the owner wrote since.
   */
  closeTicket: endpoint({
    method: 'POST',
    path: '/api/tickets/:id/close',
    caller: 'member',
    idempotent: 'optional',
    versioned: true,
    failure: 'Failed to close the ticket',
    cache: NO_STORE,
    params: ticketParams,
    data: ticketSchema,
  }),
} as const;
