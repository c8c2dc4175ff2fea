import { NO_TICKET } from '@quantalgo/contracts/tickets/endpoints';
import { toTicket } from '@quantalgo/contracts/tickets/ticket';
import { createIdempotentCall } from '../platform/core/idempotency';
import { readOwnDocuments } from '../platform/account/ownDocuments';
import { closeTicket, openTicket, replyToTicket } from '../platform/tickets/tickets';
import { hasStaffRights } from './core/callers';
import { enforceLimits, type EndpointHandlers } from './core/request';
import type { ApiDeps } from './core/deps';
import { HttpError } from './core/reply';

const createNotFoundError = () => new HttpError(404, NO_TICKET);

const TICKET_FULL = 'This ticket is full. Please open a new one.';

const NEWER_MESSAGE =
  'The member has written in the meantime. Read the new message before you close the ticket.';

export const createTicketsHandlers = (
  deps: ApiDeps,
): EndpointHandlers<'ownDocuments' | 'openTicket' | 'replyToTicket' | 'closeTicket'> => ({
  async ownDocuments({ caller: { session } }) {
    await enforceLimits(deps.limiter, ['memberOwnDocuments', session.uid]);
    return { data: await readOwnDocuments(deps.firestore, session.uid) };
  },

  async openTicket({ body, caller: { session }, idempotencyKey: key }) {
    const { clock, firestore, limiter } = deps;
    const { uid } = session;
    await enforceLimits(limiter, ['memberTickets', uid]);
    const call = createIdempotentCall(uid, key, 'openTicket', body);
    const ticket = await openTicket(firestore, call, body, clock());
    if (ticket === 'taken') throw new HttpError(409, 'Another ticket already has this id');
    return {
      data: toTicket(key, ticket),
      message: 'Ticket received. We’ll reply here and email you.',
    };
  },

  async replyToTicket({ params: { id }, body, caller, idempotencyKey: key, version }) {
    const { uid } = caller.session;
    const staff = hasStaffRights(deps, caller);
    if (!staff) await enforceLimits(deps.limiter, ['memberReplies', uid]);
    const call = createIdempotentCall(uid, key, 'replyToTicket', id, body);
    const reply = { id, text: body.message, call, staff, seenCount: version };
    const ticket = await replyToTicket(deps, reply, deps.clock());
    if (ticket === 'missing') throw createNotFoundError();
    if (ticket === 'full') throw new HttpError(409, TICKET_FULL);
    return { data: toTicket(id, ticket) };
  },

  async closeTicket({ params: { id }, caller, idempotencyKey: key, version }) {
    const { uid } = caller.session;
    const by = { uid, staff: hasStaffRights(deps, caller) };
    if (!by.staff) await enforceLimits(deps.limiter, ['memberReplies', uid]);
    const call = createIdempotentCall(uid, key, 'closeTicket', id);
    const closing = { id, by, call, seenCount: version };
    const ticket = await closeTicket(deps, closing, deps.clock());
    if (!ticket) throw createNotFoundError();
    const data = toTicket(id, ticket.record);
    if (ticket.stale) throw new HttpError(409, NEWER_MESSAGE, { data });
    return { data, message: 'The ticket is closed' };
  },
});
