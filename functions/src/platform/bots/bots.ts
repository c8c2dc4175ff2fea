import { type Bot, botsDocumentSchema, applyBotChange } from '@quantalgo/contracts/bots/bot';
import type { Configuration } from '@quantalgo/contracts/bots/configuration';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { parseDocument } from '../core/documents';
import { type IdempotentCall, wasCallApplied, rememberCall } from '../core/idempotency';
import { requireMember } from '../account/users';

const botsRef = (firestore: Firestore, uid: string) => firestore.collection('bots').doc(uid);

export async function readBots(firestore: Firestore, uid: string): Promise<Bot[]> {
  const snapshot = await botsRef(firestore, uid).get();
  return parseDocument(botsDocumentSchema, snapshot)?.bots ?? [];
}

/**
 * A null `configuration` removes the bot.
 * @returns null if the member has the maximum number of bots
 */
export const changeBot = (
  firestore: Firestore,
  {
    uid,
    id,
    configuration,
    call,
  }: {
    readonly uid: string;
    readonly id: string;
    readonly configuration: Configuration | null;
    readonly call: IdempotentCall | null;
  },
  now: number,
): Promise<Bot[] | null> =>
  firestore.runTransaction(async (transaction) => {
    await requireMember(firestore, transaction, uid);
    const isRepeatedCall = await wasCallApplied(firestore, transaction, call);
    const reference = botsRef(firestore, uid);
    const stored = parseDocument(botsDocumentSchema, await transaction.get(reference));
    if (isRepeatedCall) return stored?.bots ?? [];
    const bots = applyBotChange(stored?.bots ?? [], id, configuration);
    if (!bots) return null;
    rememberCall(firestore, transaction, call, now);
    transaction.set(reference, { uid, bots, updatedAt: Timestamp.fromMillis(now) });
    return bots;
  });
