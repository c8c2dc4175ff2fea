import { countDecidingCloses } from '@quantalgo/contracts/signals/ladder';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import {
  TICKET_MAX_MESSAGES,
  type TicketBody,
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
import { type IdempotentCall, wasCallApplied, rememberCall } from '../core/idempotency';
import { queueEmail, queuePush } from '../core/queues';
import { recordStaffAction } from '../core/staffActions';
import { requireMember, parseUser, userRef } from '../account/users';

const toTimestamp = (time: number) => Timestamp.fromMillis(time);

const ticketRef = (firestore: Firestore, id: string) => firestore.collection('tickets').doc(id);

function toTicketFields(ticket: TicketRecord): DocumentData {
  const { messages, signal, createdAt, updatedAt } = ticket;
  const recordedSignal = signal?.recorded ?? null;
  const closes =
    recordedSignal?.closes.map((close) => ({ ...close, at: toTimestamp(close.at) })) ?? [];
  return {
    ...ticket,
    messages: messages.map((message) => ({ ...message, at: toTimestamp(message.at) })),
    signal: signal && { ...signal, recorded: recordedSignal && { ...recordedSignal, closes } },
    createdAt: toTimestamp(createdAt),
    updatedAt: toTimestamp(updatedAt),
  };
}

/**
 * Uses the call's key as the ticket's id.
 * @returns `taken` if another ticket has that id
 * @throws KeyReusedError, MemberGoneError
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
    await requireMember(firestore, transaction, uid);
    const isRepeatedCall = await wasCallApplied(firestore, transaction, call);
    const existing = parseDocument(ticketDocumentSchema, await transaction.get(reference));
    if (existing) return isRepeatedCall && existing.uid === uid ? existing : 'taken';
    const ticket: TicketRecord = {
      uid,
      ...fields,
      state: 'open',
      messages: [{ id: key, from: 'member', text: message, at: now }],
      signal: signal
        ? { ...signal, recorded: await readRecordedSignal(firestore, transaction, signal.id) }
        : null,
      createdAt: now,
      updatedAt: now,
    };
    rememberCall(firestore, transaction, call, now);
    transaction.create(reference, toTicketFields(ticket));
    return ticket;
  });
}

interface Deps {
  readonly firestore: Firestore;
}

/** Callers other than the owner and staff get the reply for a missing ticket. */
export interface TicketCaller {
  readonly uid: string;
  readonly staff: boolean;
}

async function readTicket(
  firestore: Firestore,
  transaction: Transaction,
  id: string,
  { uid, staff }: TicketCaller,
): Promise<TicketRecord | null> {
  const document = await transaction.get(ticketRef(firestore, id));
  const ticket = parseDocument(ticketDocumentSchema, document);
  return ticket && (ticket.uid === uid || staff) ? ticket : null;
}

interface Reply {
  readonly id: string;
  readonly text: string;
  readonly call: IdempotentCall;
  readonly staff: boolean;
  /** Number of messages that staff saw; null if unknown. */
  readonly seenCount: number | null;
}

/** Messages are only appended, so their number is the version that staff saw. */
const hasUnseenMessage = ({ messages }: TicketRecord, seenCount: number | null): boolean =>
  seenCount !== null && messages.slice(seenCount).some(({ from }) => from === 'member');

const addMessage = (
  ticket: TicketRecord,
  { call: { uid, key }, text, seenCount }: Reply,
  now: number,
): TicketRecord => {
  const isOwner = ticket.uid === uid;
  const from = isOwner ? 'member' : 'staff';
  return {
    ...ticket,
    state: isOwner || hasUnseenMessage(ticket, seenCount) ? 'open' : 'answered',
    messages: [...ticket.messages, { id: key, from, text, at: now }],
    updatedAt: now,
  };
};

/**
 * Uses the call's key as the message's id. Answers are sent to the owner by email and push. They
 * leave the ticket open if the owner has sent a message that staff didn't see.
 * @returns `missing` if the ticket doesn't exist, `full` if it has reached the message limit
 * @throws KeyReusedError
 */
export async function replyToTicket(
  { firestore }: Deps,
  reply: Reply,
  now: number,
): Promise<TicketRecord | 'missing' | 'full'> {
  const { id, call, staff } = reply;
  const { uid } = call;
  return firestore.runTransaction(async (transaction) => {
    const isRepeatedCall = await wasCallApplied(firestore, transaction, call);
    const ticket = await readTicket(firestore, transaction, id, { uid, staff });
    if (!ticket) return 'missing';
    if (isRepeatedCall) return ticket;
    const limit = ticket.uid === uid ? TICKET_MAX_MESSAGES - 1 : TICKET_MAX_MESSAGES;
    if (ticket.messages.length >= limit) return 'full';
    const owner = parseUser(await transaction.get(userRef(firestore, ticket.uid)));
    if (!owner) return 'missing';
    const newTicket = addMessage(ticket, reply, now);
    rememberCall(firestore, transaction, call, now);
    transaction.set(ticketRef(firestore, id), toTicketFields(newTicket));
    if (ticket.uid !== uid) {
      const parameters = { fullName: owner.fullName, subject: ticket.subject };
      const order = { template: 'ticketAnswered', to: owner.email, parameters } as const;
      queueEmail({ firestore }, transaction, order, now);
      queuePush(firestore, transaction, { event: 'ticket', uid: ticket.uid, about: id }, now);
      const staffAction = { by: uid, uid: ticket.uid, reason: `ticket ${id}`, now };
      recordStaffAction(firestore, transaction, { ...staffAction, action: 'ticket answered' });
    }
    return newTicket;
  });
}

interface Closing {
  readonly id: string;
  readonly by: TicketCaller;
  readonly call: IdempotentCall | null;
  /** Number of messages that staff saw; null if unknown. */
  readonly seenCount: number | null;
}

/** `stale`: the owner has sent a message that staff didn't see, so nothing was changed. */
interface ClosingResult {
  readonly record: TicketRecord;
  readonly stale: boolean;
}

/** @returns null if the ticket doesn't exist or the caller may not see it */
export async function closeTicket(
  { firestore }: Pick<Deps, 'firestore'>,
  { id, by: caller, call, seenCount }: Closing,
  now: number,
): Promise<ClosingResult | null> {
  return firestore.runTransaction(async (transaction) => {
    const isRepeatedCall = await wasCallApplied(firestore, transaction, call);
    const ticket = await readTicket(firestore, transaction, id, caller);
    if (!ticket) return null;
    if (isRepeatedCall) return { record: ticket, stale: false };
    const isStaffCall = ticket.uid !== caller.uid;
    if (isStaffCall && hasUnseenMessage(ticket, seenCount)) return { record: ticket, stale: true };
    rememberCall(firestore, transaction, call, now);
    if (ticket.state === 'closed') return { record: ticket, stale: false };
    const newTicket: TicketRecord = { ...ticket, state: 'closed', updatedAt: now };
    transaction.set(ticketRef(firestore, id), toTicketFields(newTicket));
    if (isStaffCall) {
      const staffAction = { by: caller.uid, uid: ticket.uid, reason: `ticket ${id}`, now };
      recordStaffAction(firestore, transaction, { ...staffAction, action: 'ticket closed' });
    }
    return { record: newTicket, stale: false };
  });
}

type RecordedSignal = NonNullable<TicketRecord['signal']>['recorded'];

/**
 * Null unless the signal is settled: until then the ledger hides it, and a ticket must not reveal a
 * signal that the owner's tier doesn't include.
 */
async function readRecordedSignal(
  firestore: Firestore,
  transaction: Transaction,
  id: string,
): Promise<RecordedSignal> {
  const document = await transaction.get(firestore.collection('signals').doc(id));
  const signal = parseDocument(signalDocumentSchema, document);
  if (!signal?.settlement) return null;
  const { pair, direction, settlement } = signal;
  const prices = settlement.closes.map(({ price }) => price);
  const decidingCount = countDecidingCloses(direction, prices, LADDER_RULES);
  return { pair, direction, closes: settlement.closes.slice(0, decidingCount) };
}
