import {
  type Bot,
  type BotChange,
  type BotChangeResult,
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
): Promise<BotChangeResult> =>
  firestore.runTransaction(async (transaction) => {
    await requireMember(firestore, transaction, uid);
    const isRepeatedCall = await wasCallApplied(firestore, transaction, call);
    const reference = botsRef(firestore, uid);
    const stored = parseDocument(botsDocumentSchema, await transaction.get(reference));
    const storedBots = stored?.bots ?? [];
    if (isRepeatedCall) return { type: 'applied', bots: storedBots };
    const result = applyBotChange(storedBots, id, change);
    if (result.type === 'refused') return result;
    const { bots } = result;
    rememberCall(firestore, transaction, call, now);
    transaction.set(reference, { uid, bots, updatedAt: Timestamp.fromMillis(now) });
    return result;
  });
