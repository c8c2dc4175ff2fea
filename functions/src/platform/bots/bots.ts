import {
  type Bot,
  type BotChange,
  botsDocumentSchema,
  applyBotChange,
} from '@quantalgo/contracts/bots/bot';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { parseDocument } from '../core/documents';
import { type IdempotentCall, wasCallApplied, rememberCall } from '../core/idempotency';
import { requireMember } from '../account/users';

const botsRef = (firestore: Firestore, uid: string) => firestore.collection('bots').doc(uid);

export async function readBots(firestore: Firestore, uid: string): Promise<Bot[]> {
  const snapshot = await botsRef(firestore, uid).get();
  return parseDocument(botsDocumentSchema, snapshot)?.bots ?? [];
}

export class BotChangeRefusedError extends Error {
  override readonly name = 'BotChangeRefusedError';
}

/** @throws BotChangeRefusedError */
export const changeBot = (
  firestore: Firestore,
  {
    uid,
    id,
    change,
    call,
  }: {
    readonly uid: string;
    readonly id: string;
    readonly change: BotChange;
    readonly call: IdempotentCall | null;
  },
  now: number,
): Promise<Bot[]> =>
  firestore.runTransaction(async (transaction) => {
    await requireMember(firestore, transaction, uid);
    const isRepeatedCall = await wasCallApplied(firestore, transaction, call);
    const reference = botsRef(firestore, uid);
    const stored = parseDocument(botsDocumentSchema, await transaction.get(reference));
    if (isRepeatedCall) return stored?.bots ?? [];
    const result = applyBotChange(stored?.bots ?? [], id, change);
    if (result.type === 'refused') throw new BotChangeRefusedError(result.reason);
    const { bots } = result;
    rememberCall(firestore, transaction, call, now);
    transaction.set(reference, { uid, bots, updatedAt: Timestamp.fromMillis(now) });
    return bots;
  });
