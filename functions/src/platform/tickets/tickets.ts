import { decidedBy } from '@quantalgo/contracts/signals/ladder';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import type { TicketBody } from '@quantalgo/contracts/tickets/endpoints';
import {
  TICKET_MAX_MESSAGES,
  ticketDocumentSchema,
  type TicketRecord,
} from '@quantalgo/contracts/tickets/ticket';
import {
  type DocumentData,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import { parseDocument } from '../core/documents';
import { type IdempotentCall, isRepeated, rememberCall } from '../core/idempotency';
import { queueMail, queuePush } from '../core/queues';
import { recordStaffAction } from '../core/staffActions';
import { memberIn, userOf, userRef } from '../account/users';

const at = (time: number) => Timestamp.fromMillis(time);

const ticketRef = (firestore: Firestore, id: string) => firestore.collection('tickets').doc(id);

/** The fields of a ticket's document. */
function ticketFields(ticket: TicketRecord): DocumentData {
  const { messages, signal, createdAt, updatedAt } = ticket;
  const recorded = signal?.recorded ?? null;
  const closes = recorded?.closes.map((close) => ({ ...close, at: at(close.at) })) ?? [];
  return {
    ...ticket,
    messages: messages.map((message) => ({ ...message, at: at(message.at) })),
    signal: signal && { ...signal, recorded: recorded && { ...recorded, closes } },
    createdAt: at(createdAt),
    updatedAt: at(updatedAt),
  };
}

/**
 * Opens a ticket whose id is the key of the call, once however often the call arrives.
 * @param now epoch ms
 * @returns `taken` where another ticket has that id
 * @throws KeyReusedError when the key was used for another call, MemberGoneError
 */
export async function openTicket(
  firestore: Firestore,
  call: IdempotentCall,
  { message, signal, ...fields }: TicketBody,
  now: number,
): Promise<TicketRecord | 'taken'> {
  const { uid, key } = call;
  const reference = ticketRef(firestore, key);
  return firestore.runTransaction(async (transaction) => {
    await memberIn(firestore, transaction, uid);
    const repeated = await isRepeated(firestore, transaction, call);
    const known = parseDocument(ticketDocumentSchema, await transaction.get(reference));
    if (known) return repeated && known.uid === uid ? known : 'taken';
    const ticket: TicketRecord = {
      uid,
      ...fields,
      state: 'open',
      messages: [{ id: key, from: 'member', text: message, at: now }],
      signal: signal
        ? { ...signal, recorded: await recordedSignal(firestore, transaction, signal.id) }
        : null,
      createdAt: now,
      updatedAt: now,
    };
    rememberCall(firestore, transaction, call, now);
    transaction.create(reference, ticketFields(ticket));
    return ticket;
  });
}

interface Deps {
  readonly firestore: Firestore;
}

/** How long (ms) to attempt the push about an answer; after that a device shows it only in the app. */
const PUSH_VALID_MS = 24 * 60 * 60_000;

/** Who changes a ticket: its owner, or staff. For anybody else the ticket doesn't exist. */
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
  { uid, key }: IdempotentCall,
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
 * Adds a message whose id is the key of the call, once however often the call arrives. An answer is sent to the owner
 * by mail and push.
 * @param now epoch ms
 * @returns `missing` where the caller has no such ticket, `full` where it accepts no more messages
 * @throws KeyReusedError when the key was used for another call
 */
export async function replyToTicket(
  { firestore }: Deps,
  { id, text, call, staff }: { id: string; text: string; call: IdempotentCall; staff: boolean },
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
      queueMail({ firestore }, transaction, order, now);
      const told = { event: 'ticket', uid: ticket.uid, about: null } as const;
      queuePush(firestore, transaction, { ...told, validUntil: now + PUSH_VALID_MS }, now);
      const done = { by: uid, uid: ticket.uid, reason: `ticket ${id}`, now };
      recordStaffAction(firestore, transaction, { ...done, action: 'ticket answered' });
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
  { id, by: caller, call }: { id: string; by: TicketCaller; call: IdempotentCall | null },
  now: number,
): Promise<TicketRecord | null> {
  return firestore.runTransaction(async (transaction) => {
    const isRepeat = await isRepeated(firestore, transaction, call);
    const ticket = await ticketIn(firestore, transaction, id, caller);
    if (!ticket || isRepeat) return ticket;
    rememberCall(firestore, transaction, call, now);
    if (ticket.state === 'closed') return ticket;
    const next: TicketRecord = { ...ticket, state: 'closed', updatedAt: now };
    transaction.set(ticketRef(firestore, id), ticketFields(next));
    if (ticket.uid !== caller.uid) {
      const done = { by: caller.uid, uid: ticket.uid, reason: `ticket ${id}`, now };
      recordStaffAction(firestore, transaction, { ...done, action: 'ticket closed' });
    }
    return next;
  });
}

type Recorded = NonNullable<TicketRecord['signal']>['recorded'];

/**
 * The record's data on a signal that a member disputes, only if it is settled and so revealed to everybody by the
 * ledger: a ticket must not show its owner a signal that their tier doesn't receive.
 * @returns null where it is not settled, or doesn't exist
 */
async function recordedSignal(
  firestore: Firestore,
  transaction: Transaction,
  id: string,
): Promise<Recorded> {
  const document = await transaction.get(firestore.collection('signals').doc(id));
  const signal = parseDocument(signalDocumentSchema, document);
  if (!signal?.settlement) return null;
  const { pair, direction, settlement } = signal;
  const prices = settlement.closes.map(({ price }) => price);
  const decided = decidedBy(direction, prices, LADDER_RULES);
  return { pair, direction, closes: settlement.closes.slice(0, decided) };
}
