import { SLOT_MS, slotStart } from '@quantalgo/contracts/core/slots';
import { REVEAL_TIMEOUT_MS } from '@quantalgo/contracts/signals/signalEnd';
import { listCloseTimes } from '@quantalgo/contracts/signals/ladder';
import type { LadderRules } from '@quantalgo/contracts/signals/rules';
import { type Signal, signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import {
  type DocumentSnapshot,
  FieldPath,
  FieldValue,
  type Firestore,
  Timestamp,
} from 'firebase-admin/firestore';
import { progressDocument } from '../../collections/record';
import { type CloseAt, type JudgedClose, findLaterCloses } from '../../domain/record/record';
import { parseDocument } from '../core/documents';
import type { StoredSettledSignal } from './signals';

export interface UnfinishedSignal {
  readonly signal: StoredSettledSignal;
  readonly document: DocumentSnapshot;
}

const MAX_SIGNALS_PER_RUN = 50;

const FIRST_RUN_WINDOW_MS = 60 * 60_000;

const progressRef = (database: Firestore) => database.doc('progress/laterCloses');

/** `from` is exclusive and `until` inclusive; both are slot starts (epoch ms). */
async function loadRange(
  database: Firestore,
  now: number,
  { rules, unsettled }: { readonly rules: LadderRules; readonly unsettled: readonly Signal[] },
) {
  const stored = parseDocument(progressDocument, await progressRef(database).get());
  const newestFinished = slotStart(now) - Math.max(...listCloseTimes(0, rules));
  const until = Math.min(newestFinished, ...unsettled.map(({ createdAt }) => createdAt - SLOT_MS));
  const doneUntil = stored?.doneUntil ?? newestFinished - FIRST_RUN_WINDOW_MS;
  const from = Math.max(doneUntil, now - REVEAL_TIMEOUT_MS);
  return { from, until };
}

/** Settled signals whose levels have all ended, oldest first, up to the oldest unsettled signal. */
export async function findUnfinished(
  database: Firestore,
  now: number,
  context: { readonly rules: LadderRules; readonly unsettled: readonly Signal[] },
): Promise<UnfinishedSignal[]> {
  const { from, until } = await loadRange(database, now, context);
  if (until <= from) return [];
  const { docs } = await database
    .collection('signals')
    .where('createdAt', '>', Timestamp.fromMillis(from))
    .where('createdAt', '<=', Timestamp.fromMillis(until))
    .orderBy('createdAt')
    .limit(MAX_SIGNALS_PER_RUN)
    .get();
  return docs.flatMap((document) => {
    const { data } = signalDocumentSchema.safeParse(document.data());
    return data?.settlement ? [{ signal: { ...data, settlement: data.settlement }, document }] : [];
  });
}

/** Later closes decide nothing, so the ledger omits them. Devices sync the changed signal. */
async function storeLaterCloses(
  { signal, document }: UnfinishedSignal,
  laterCloses: readonly JudgedClose[],
) {
  const closes = [...signal.settlement.closes, ...laterCloses].map(({ at, ...close }) => ({
    at: Timestamp.fromMillis(at),
    ...close,
  }));
  const { ref, updateTime: lastUpdateTime } = document;
  const fields = [new FieldPath('settlement', 'closes'), closes] as const;
  const stamp = ['updatedAt', FieldValue.serverTimestamp()] as const;
  await ref.update(...fields, ...stamp, ...(lastUpdateTime ? [{ lastUpdateTime }] : []));
}

/**
 * Finishes signals in order, and stops at the first that lacks closes.
 * @param getCloseAt null if the source fails for the signal's pair
 */
export async function finishSignals(
  database: Firestore,
  unfinished: readonly UnfinishedSignal[],
  {
    now,
    rules,
    getCloseAt,
  }: {
    readonly now: number;
    readonly rules: LadderRules;
    readonly getCloseAt: (signal: Signal) => CloseAt | null;
  },
): Promise<void> {
  let doneUntil: number | null = null;
  for (const item of unfinished) {
    const closeAt = getCloseAt(item.signal);
    const laterCloses = closeAt && findLaterCloses(item.signal, closeAt, { now, rules });
    if (!laterCloses) break;
    if (laterCloses.length > 0) await storeLaterCloses(item, laterCloses);
    doneUntil = item.signal.createdAt;
  }
  if (doneUntil !== null)
    await progressRef(database).set({ doneUntil: Timestamp.fromMillis(doneUntil) });
}
