import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import {
  FieldValue,
  type Firestore,
  type QueryDocumentSnapshot,
  Timestamp,
} from 'firebase-admin/firestore';
import { MEMBER_NOTIFICATIONS } from '../../domain/notifications/memberNotifications';
import { updateIfUnchanged } from '../core/documents';
import { readFlags } from '../core/flags';
import { type Push, getPushesCollection, parsePush } from '../core/queues';
import { throwFailures } from '../core/steps';
import type { TaskQueue } from '../core/taskQueues';
import { deleteSubscription, type StoredSubscription } from '../auth/pushSubscriptions';
import { claimLease, hasTooManyAttempts, getLeaseEnd, type RunLog } from './lease';
import { buildMemberContent } from './contents';
import { type PushOutcome, type SendDeps, sendMessage } from './messages';
import { readActiveSubscription, readNextDevice } from './recipients';

export interface PushDeps extends SendDeps {
  readonly firestore: Firestore;
  readonly tasks: TaskQueue;
  readonly sleep?: (ms: number) => Promise<unknown>;
  /** A batch that a crash interrupts is not sent again. */
  readonly batchSize?: number;
}

/**
 * `sent`: every device was handled. `expired`: not in time. `dead`: too many attempts. `taken`:
 * another run took over.
 */
type PushState = 'sent' | 'expired' | 'dead' | 'taken';

/** Retries while the push service requests it, and checks the session before each attempt. */
async function sendToDevice(
  deps: PushDeps,
  push: Push & { readonly id: string },
  row: StoredSubscription,
): Promise<Exclude<PushOutcome['type'], 'later'> | null> {
  const { clock, firestore, sleep = wait } = deps;
  const { event } = push;
  const { urgency, topic } = MEMBER_NOTIFICATIONS[event];
  const handling = { urgency, topic: topic === 'push' ? push.id : event };
  for (let attempt = 1; ; attempt += 1) {
    const now = clock();
    const activeSubscription = await readActiveSubscription(firestore, row, now);
    if (!activeSubscription) return 'gone';
    const content = buildMemberContent(push, row, activeSubscription.record, now);
    if (!content) return null;
    const message = { push, to: row, content, handling, measured: true };
    const outcome = await sendMessage(deps, message, attempt);
    if (outcome.type !== 'later') return outcome.type;
    await sleep(outcome.waitMs);
  }
}

async function runPush(
  deps: PushDeps,
  push: Push & { readonly id: string },
  log: RunLog,
): Promise<PushState> {
  const { clock, firestore } = deps;
  const counts = { sent: push.sent, failed: push.failed };
  const finish = async (state: Exclude<PushState, 'taken'>): Promise<PushState> =>
    (await log.write({ state, dueAt: null, ...counts })) ? state : 'taken';
  if (hasTooManyAttempts(push)) return finish('dead');
  const isOneDevice = MEMBER_NOTIFICATIONS[push.event].devices === 'named';
  const devices = { uid: push.uid, onlyId: isOneDevice ? push.about : null };
  for (let lastId = push.cursor; ;) {
    const now = clock();
    if (now >= push.validUntil) return finish('expired');
    const row = await readNextDevice(firestore, devices, lastId);
    if (!row) return finish('sent');
    lastId = row.id;
    // Stored before sending, so that a crash can't notify a device twice.
    if (!(await log.write({ cursor: row.id, dueAt: getLeaseEnd(now), ...counts }))) return 'taken';
    const outcome = await sendToDevice(deps, push, row);
    if (outcome === 'gone') await deleteSubscription(firestore, row.uid, row.id);
    if (outcome === 'sent') counts.sent += 1;
    else if (outcome) counts.failed += 1;
  }
}

/**
 * Sends a due push to its member's devices. Never notifies a device twice: a run that takes over
 * continues after the device that the interrupted run had begun.
 * @returns null if nothing is due, or push is switched off
 */
export async function deliverPush(deps: PushDeps, id: string): Promise<PushState | null> {
  const reference = getPushesCollection(deps.firestore).doc(id);
  if (!(await readFlags(deps.firestore)).push) return null;
  const lease = await claimLease(reference, parsePush, deps);
  return lease && runPush(deps, { ...lease.document, id }, lease.log);
}

function hasExpired(document: QueryDocumentSnapshot, now: number): boolean {
  const validUntil: unknown = document.get('validUntil');
  return validUntil instanceof Timestamp && validUntil.toMillis() <= now;
}

/** Null if another run changed it in the meantime. */
async function dropExpired(document: QueryDocumentSnapshot): Promise<PushState | null> {
  const fields = { state: 'expired', dueAt: null, attempts: FieldValue.increment(1) };
  return (await updateIfUnchanged(document, fields)) ? 'expired' : null;
}

const MAX_PARALLEL_PUSHES = 20;

/** After an outage, most due pushes have expired, and dropping one is a single write. */
const MAX_PUSHES_PER_ROUND = 200;

/** Starts no more rounds after this time. The job's timeout leaves minutes for the last one. */
const MAX_RUN_MS = MINUTE_MS;

/**
 * Also drops expired pushes. While push is switched off, it stops once the oldest due ones are all
 * valid. Skips failed pushes for the rest of the run, so that they can't hold up others.
 * @throws AggregateError after all others
 */
export async function deliverDuePushes(deps: PushDeps): Promise<(PushState | null)[]> {
  const { clock, firestore } = deps;
  const states: (PushState | null)[] = [];
  const failures = new Map<string, unknown>();
  const handle = async (id: string, running: Promise<PushState | null>) => {
    try {
      const state = await running;
      states.push(state);
      return state;
    } catch (error) {
      failures.set(id, error);
      return 'failed';
    }
  };
  for (const startedAt = clock(); clock() - startedAt < MAX_RUN_MS;) {
    const now = clock();
    const dueSnapshot = await getPushesCollection(firestore)
      .where('dueAt', '<=', Timestamp.fromMillis(now))
      .orderBy('dueAt')
      .limit(MAX_PUSHES_PER_ROUND + failures.size)
      .get();
    const dueDocuments = dueSnapshot.docs.filter(({ id }) => !failures.has(id));
    const expired = dueDocuments.filter((document) => hasExpired(document, now));
    const valid = dueDocuments.filter((document) => !hasExpired(document, now));
    const results = await Promise.all([
      ...expired.map((document) => handle(document.id, dropExpired(document))),
      ...valid.slice(0, MAX_PARALLEL_PUSHES).map(({ id }) => handle(id, deliverPush(deps, id))),
    ]);
    if (results.every((state) => state === null)) break;
  }
  throwFailures([...failures.values()]);
  return states;
}
