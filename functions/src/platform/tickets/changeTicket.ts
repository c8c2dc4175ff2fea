import { TICKET_MAX_MESSAGES, ticketDocumentSchema, type TicketRecord } from '@quantalgo/contracts';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { noteAction } from '../admin/staffActions';
import { isRepeated, rememberCall, type KeyedCall } from '../idempotency/calls';
import { queueMail } from '../mail/outbox';
import { parseDocument } from '../parseDocument';
import { queuePush } from '../push/pushes';
import type { Secrets } from '../secrets';
import { userOf, userRef } from '../users/users';
import { ticketFields, ticketRef } from './tickets';

interface Deps {
  readonly firestore: Firestore;
  readonly secrets: Secrets;
}

/** After this time (ms) a device that could not be reached shows the answer in the app alone. */
const TOLD_WITHIN_MS = 24 * 60 * 60_000;

/** Who changes a ticket: its owner, or staff. Anybody else is told that there is none. */
export interface TicketCaller {
  readonly uid: string;
  readonly staff: boolean;
}

async function ticketIn(
  firestore: Firestore,
  transaction: Transaction,
  id: string,
  { uid, staff }: TicketCaller,
): Promise<TicketRecord | null> {
  const document = await transaction.get(ticketRef(firestore, id));
  const ticket = parseDocument(ticketDocumentSchema, document);
  return ticket && (ticket.uid === uid || staff) ? ticket : null;
}

const withMessage = (
  ticket: TicketRecord,
  { uid, key }: KeyedCall,
  text: string,
  now: number,
): TicketRecord => {
  const isOwner = ticket.uid === uid;
  const from = isOwner ? 'member' : 'staff';
  return {
    ...ticket,
    state: isOwner ? 'open' : 'answered',
    messages: [...ticket.messages, { id: key, from, text, at: now }],
    updatedAt: now,
  };
};

/**
 * Adds a message whose id is the key of the call, once however often the call arrives. Its owner learns of an answer by
 * mail too.
 * @param now epoch ms
 * @returns `missing` where the caller has no such ticket, `full` where it takes no more messages
 * @throws KeyReused when the key stands for another call
 */
export async function replyToTicket(
  { firestore, secrets }: Deps,
  { id, text, call, staff }: { id: string; text: string; call: KeyedCall; staff: boolean },
  now: number,
): Promise<TicketRecord | 'missing' | 'full'> {
  const { uid } = call;
  return firestore.runTransaction(async (transaction) => {
    const repeated = await isRepeated(firestore, transaction, call);
    const ticket = await ticketIn(firestore, transaction, id, { uid, staff });
    if (!ticket) return 'missing';
    if (repeated) return ticket;
    if (ticket.messages.length >= TICKET_MAX_MESSAGES) return 'full';
    const owner = userOf(await transaction.get(userRef(firestore, ticket.uid)));
    if (!owner) return 'missing';
    const next = withMessage(ticket, call, text, now);
    rememberCall(firestore, transaction, call, now);
    transaction.set(ticketRef(firestore, id), ticketFields(next));
    if (next.state === 'answered') {
      const parameters = { fullName: owner.fullName, subject: ticket.subject };
      const order = { template: 'ticketAnswered', to: owner.email, parameters } as const;
      queueMail({ firestore, secrets }, transaction, order, now);
      const told = { event: 'ticket', uid: ticket.uid, about: null } as const;
      queuePush(firestore, transaction, { ...told, validUntil: now + TOLD_WITHIN_MS }, now);
      const done = { by: uid, uid: ticket.uid, reason: `ticket ${id}`, now };
      noteAction(firestore, transaction, { ...done, action: 'ticket answered' });
    }
    return next;
  });
}

/**
 * Closes a ticket; a closed one stays as it is.
 * @param now epoch ms
 * @returns null where the caller has no such ticket
 */
export async function closeTicket(
  { firestore }: Pick<Deps, 'firestore'>,
  id: string,
  caller: TicketCaller,
  now: number,
): Promise<TicketRecord | null> {
  return firestore.runTransaction(async (transaction) => {
    const ticket = await ticketIn(firestore, transaction, id, caller);
    if (!ticket || ticket.state === 'closed') return ticket;
    const next: TicketRecord = { ...ticket, state: 'closed', updatedAt: now };
    transaction.set(ticketRef(firestore, id), ticketFields(next));
    if (ticket.uid !== caller.uid) {
      const done = { by: caller.uid, uid: ticket.uid, reason: `ticket ${id}`, now };
      noteAction(firestore, transaction, { ...done, action: 'ticket closed' });
    }
    return next;
  });
}
