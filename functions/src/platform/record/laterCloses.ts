import { SLOT_MS, slotStart } from '@quantalgo/contracts/core/slots';
import { REVEAL_WITHIN_MS } from '@quantalgo/contracts/signals/ended';
import { closeTimes } from '@quantalgo/contracts/signals/ladder';
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
import { type CloseAt, type JudgedClose, laterCloses } from '../../domain/record/record';
import { parseDocument } from '../core/documents';
import type { Settled } from './signals';

/** A settled signal that may lack closes, with the version of its document. */
export interface Unfinished {
  readonly signal: Settled;
  readonly document: DocumentSnapshot;
}

/** Most signals that one run looks at; more wait only if the job did not run. */
const AT_ONCE = 50;

/** How far back (ms) the first run looks. */
const FIRST_LOOK_MS = 60 * 60_000;

const progressRef = (database: Firestore) => database.doc('progress/laterCloses');

/** Where a run looks: after `from`, up to and including `until` (start of a slot, epoch ms). */
async function rangeAt(
  database: Firestore,
  now: number,
  { rules, unsettled }: { readonly rules: LadderRules; readonly unsettled: readonly Signal[] },
) {
  const stored = parseDocument(progressDocument, await progressRef(database).get());
  const newest = slotStart(now) - Math.max(...closeTimes(0, rules));
  const until = Math.min(newest, ...unsettled.map(({ createdAt }) => createdAt - SLOT_MS));
  const from = Math.max(stored?.doneUntil ?? newest - FIRST_LOOK_MS, now - REVEAL_WITHIN_MS);
  return { from, until };
}

/**
 * The settled signals whose levels are all over by `now` (epoch ms) and that no earlier run has finished, oldest first.
 * It stops before the oldest signal that isn't settled, which is finished once it is.
 */
export async function findUnfinished(
  database: Firestore,
  now: number,
  known: { readonly rules: LadderRules; readonly unsettled: readonly Signal[] },
): Promise<Unfinished[]> {
  const { from, until } = await rangeAt(database, now, known);
  if (until <= from) return [];
  const { docs } = await database
    .collection('signals')
    .where('createdAt', '>', Timestamp.fromMillis(from))
    .where('createdAt', '<=', Timestamp.fromMillis(until))
    .orderBy('createdAt')
    .limit(AT_ONCE)
    .get();
  return docs.flatMap((document) => {
    const { data } = signalDocumentSchema.safeParse(document.data());
    return data?.settlement ? [{ signal: { ...data, settlement: data.settlement }, document }] : [];
  });
}

/**
 * Adds the closes of later levels to a settlement. They decide nothing and are not in the ledger, so no figure changes;
 * a device learns them as a newer version of the signal.
 */
async function store({ signal, document }: Unfinished, later: readonly JudgedClose[]) {
  const closes = [...signal.settlement.closes, ...later].map(({ at, ...close }) => ({
    at: Timestamp.fromMillis(at),
    ...close,
  }));
  const { ref, updateTime: lastUpdateTime } = document;
  const fields = [new FieldPath('settlement', 'closes'), closes] as const;
  const stamp = ['updatedAt', FieldValue.serverTimestamp()] as const;
  await ref.update(...fields, ...stamp, ...(lastUpdateTime ? [{ lastUpdateTime }] : []));
}

/**
 * Finishes settled signals in order, as far as their closes are known at `now` (epoch ms): the next run begins with the
 * first that has to wait.
 * @param closesOf null where the source of the signal's pair fails
 */
export async function finishSignals(
  database: Firestore,
  unfinished: readonly Unfinished[],
  {
    now,
    rules,
    closesOf,
  }: {
    readonly now: number;
    readonly rules: LadderRules;
    readonly closesOf: (signal: Signal) => CloseAt | null;
  },
): Promise<void> {
  let doneUntil: number | null = null;
  for (const one of unfinished) {
    const closeAt = closesOf(one.signal);
    const later = closeAt && laterCloses(one.signal, closeAt, { now, rules });
    if (!later) break;
    if (later.length > 0) await store(one, later);
    doneUntil = one.signal.createdAt;
  }
  if (doneUntil !== null)
    await progressRef(database).set({ doneUntil: Timestamp.fromMillis(doneUntil) });
}
