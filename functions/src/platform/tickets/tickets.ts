import { ticketDocumentSchema, type TicketBody, type TicketRecord } from '@quantalgo/contracts';
import { Timestamp, type DocumentData, type Firestore } from 'firebase-admin/firestore';
import { isRepeated, rememberCall, type KeyedCall } from '../idempotency/calls';
import { parseDocument } from '../parseDocument';
import { memberIn } from '../users/users';
import { recordedSignal } from './recordedSignal';

const at = (time: number) => Timestamp.fromMillis(time);

export const ticketRef = (firestore: Firestore, id: string) =>
  firestore.collection('tickets').doc(id);

/** A ticket as its document holds it. */
export function ticketFields(ticket: TicketRecord): DocumentData {
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
 * @returns `taken` where another's ticket has that id
 * @throws KeyReused when the key stands for another call, MemberGone
 */
export async function openTicket(
  firestore: Firestore,
  call: KeyedCall,
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
