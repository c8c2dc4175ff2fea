import { setTimeout as wait } from 'node:timers/promises';
import type { PushPayload } from '@quantalgo/contracts';
import { type DocumentReference, type Firestore, Timestamp } from 'firebase-admin/firestore';
import { restsUntil, countSignal } from '../../domain/pushPreferences';
import { SEND_ATTEMPTS, waitAfter } from '../../domain/pushDelivery';
import type { Clock } from '../core/clock';
import { isStaleWrite } from '../core/documents';
import { readFlags } from '../core/flags';
import { type Push, pushesIn, pushOf } from '../core/outbox';
import type { Digester } from '../core/secrets';
import { type StoredSubscription, subscriptionsIn } from '../members/pushSubscriptions';
import { planPush, type PushContent, type PushPlan } from './messages';
import { receiptFor } from './receipts';
import { activeSubscriptions } from './recipients';
import type { Handling, SendPush } from './sender';

export interface PushDeps {
  readonly firestore: Firestore;
  readonly pushSecrets: Digester;
  readonly clock: Clock;
  readonly send: SendPush;
  readonly sleep?: (ms: number) => Promise<unknown>;
  /** Devices that are told together: as many are left out where a run breaks off in between. */
  readonly atOnce?: number;
}

const AT_ONCE = 200;

/** How long a run may be silent before another takes over (ms). */
const LEASE_MS = 60_000;

const ATTEMPTS = 10;

/** What became of a push: `told` to all there are, `expired` before that, given up, or taken over by another run. */
type PushState = 'told' | 'expired' | 'dead' | 'taken';

/** Takes the push for one run; null where it is not due: another has it, or it is over. */
async function claim(reference: DocumentReference, now: number): Promise<Push | null> {
  return reference.firestore.runTransaction(async (transaction) => {
    const push = pushOf(await transaction.get(reference));
    if (!push || push.dueAt === null || push.dueAt > now) return null;
    transaction.update(reference, {
      state: 'telling',
      attempts: push.attempts + 1,
      dueAt: Timestamp.fromMillis(now + LEASE_MS),
    });
    return push;
  });
}

/** Writes how far a run has come, each time on what it wrote itself: once another run took over, it writes no more. */
async function openLog(reference: DocumentReference) {
  let { updateTime: lastUpdateTime } = await reference.get();
  return {
    /** @returns false where another run took over, or the push is gone */
    write: async (fields: Readonly<Record<string, unknown>>): Promise<boolean> => {
      if (!lastUpdateTime) return false;
      try {
        const { writeTime } = await reference.update(fields, { lastUpdateTime });
        lastUpdateTime = writeTime;
        return true;
      } catch (error) {
        if (isStaleWrite(error)) return false;
        throw error;
      }
    },
  };
}

async function run(deps: PushDeps, reference: DocumentReference, push: Push): Promise<PushState> {
  const { clock, firestore, atOnce = AT_ONCE, sleep = wait } = deps;
  const telling = await planPush(firestore, push, atOnce);
  const log = await openLog(reference);
  const counts = { told: push.told, failed: push.failed };
  const finish = async (state: Exclude<PushState, 'taken'>): Promise<PushState> =>
    (await log.write({ state, dueAt: null, ...counts })) ? state : 'taken';
  if (!telling || push.attempts >= ATTEMPTS) return finish('dead');
  for (let { cursor } = push; ;) {
    const now = clock();
    if (now >= push.validUntil) return finish('expired');
    const { rows, reached } = await telling.next(cursor);
    if (!reached) return finish('told');
    cursor = reached;
    // Written before anything goes out: after a crash nobody is told twice.
    const progress = {
      cursor: { id: reached.id, restsUntil: Timestamp.fromMillis(reached.restsUntil) },
      dueAt: Timestamp.fromMillis(now + LEASE_MS),
    };
    if (!(await log.write({ ...progress, ...counts }))) return 'taken';
    const told = await sendBatch({ ...deps, sleep }, { id: reference.id, ...push }, telling, rows);
    counts.told += told.told;
    counts.failed += told.failed;
  }
}

/**
 * Tells a push of the outbox to whom it concerns, if it is due. Run twice, at once or after a crash, it tells no device
 * twice: a run that takes over goes on behind the devices that the one before went about telling.
 * @returns what became of it; null where there was nothing to do, or push is switched off: what waits goes on later or expires
 */
export async function deliverPush(deps: PushDeps, id: string): Promise<PushState | null> {
  const reference = pushesIn(deps.firestore).doc(id);
  if (!(await readFlags(deps.firestore)).push) return null;
  const push = await claim(reference, deps.clock());
  return push && run(deps, reference, push);
}

/** Pushes that one run takes up: those that are longest due. */
const DUE_AT_ONCE = 20;

/** Goes on with what was broken off or never begun. */
export async function deliverDuePushes(deps: PushDeps): Promise<(PushState | null)[]> {
  const due = await pushesIn(deps.firestore)
    .where('dueAt', '<=', Timestamp.fromMillis(deps.clock()))
    .orderBy('dueAt')
    .limit(DUE_AT_ONCE)
    .get();
  return Promise.all(due.docs.map(({ id }) => deliverPush(deps, id)));
}

interface BatchDeps {
  readonly firestore: Firestore;
  readonly pushSecrets: Digester;
  readonly clock: Clock;
  readonly send: SendPush;
  readonly sleep: (ms: number) => Promise<unknown>;
}

/** Calls to push services that are open at the same time. */
const OPEN_AT_ONCE = 50;

/** Of each page so many devices are asked how long it took: enough for a percentile, and few calls back. */
const MEASURED = 8;

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>) {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: OPEN_AT_ONCE }, worker));
}

/** Writes what the page changed of its rows; one that is gone by now stays so. */
async function keep(
  firestore: Firestore,
  changed: ReadonlyMap<StoredSubscription, Readonly<Record<string, unknown>>>,
  gone: readonly StoredSubscription[],
): Promise<void> {
  const writer = firestore.bulkWriter({ throttling: false });
  const isMissing = ({ code }: { code: number }) => code === 5;
  const ignoreMissing = (error: Error & { code: number }) => {
    if (!isMissing(error)) throw error;
  };
  writer.onWriteError((error) => !isMissing(error) && error.failedAttempts < 3);
  const reference = ({ id }: StoredSubscription) => subscriptionsIn(firestore).doc(id);
  const writes = [
    ...[...changed].map(([row, fields]) => writer.update(reference(row), fields)),
    ...gone.map((row) => writer.delete(reference(row))),
  ].map((write) => write.catch(ignoreMissing));
  await writer.close();
  await Promise.all(writes);
}

/** A device that rests is not looked up again until then. */
const resting = (row: StoredSubscription, now: number) => ({
  restsUntil: Timestamp.fromMillis(restsUntil(row, now)),
});

function counted(row: StoredSubscription, now: number) {
  const today = countSignal(row, now);
  return { today, ...resting({ ...row, today }, now) };
}

/**
 * Tells one page of devices: those that want it and whose sessions go on.
 * @returns how many were told, and how many could not be
 */
async function sendBatch(
  deps: BatchDeps,
  push: Push & { readonly id: string },
  telling: PushPlan,
  rows: readonly StoredSubscription[],
): Promise<{ told: number; failed: number }> {
  const now = deps.clock();
  const wanting = rows.filter((row) => telling.wants(row, now));
  const { live, dead } = await activeSubscriptions(deps, wanting);
  const changed = new Map<StoredSubscription, Readonly<Record<string, unknown>>>();
  if (telling.counts)
    for (const row of rows) if (restsUntil(row, now) > now) changed.set(row, resting(row, now));
  const letters = live.flatMap((one, index): PushMessage[] => {
    const message = telling.messageFor(one, now);
    if (!message) return [];
    const { handling } = telling;
    return [{ push, row: one.row, message, handling, measured: index < MEASURED }];
  });
  const gone = [...dead];
  let told = 0;
  await inParallel(letters, async (letter) => {
    const outcome = await sendWithRetries(deps, letter);
    if (outcome === 'gone') gone.push(letter.row);
    if (outcome !== 'told') return;
    told += 1;
    if (telling.counts) changed.set(letter.row, counted(letter.row, now));
  });
  await keep(deps.firestore, changed, gone);
  return { told, failed: letters.length - told };
}

interface MessageDeps {
  readonly pushSecrets: Digester;
  readonly clock: () => number;
  readonly send: SendPush;
  readonly sleep: (ms: number) => Promise<unknown>;
}

/** One message for one device. */
interface PushMessage {
  readonly push: Pick<Push, 'event' | 'validUntil'> & { readonly id: string };
  readonly row: StoredSubscription;
  readonly message: PushContent;
  readonly handling: Pick<Handling, 'urgency' | 'topic'>;
  /** Whether the device is asked to say that it was shown. */
  readonly measured: boolean;
}

function payloadOf({ pushSecrets }: MessageDeps, letter: PushMessage, sentAt: number): string {
  const { push, row, message, measured } = letter;
  const receipt = measured ? receiptFor(pushSecrets, { push: push.id, row: row.id, sentAt }) : null;
  const payload: PushPayload = {
    id: push.id,
    event: push.event,
    ...message,
    sentAt,
    until: push.event === 'signal' ? push.validUntil : null,
    receipt,
  };
  return JSON.stringify(payload);
}

/**
 * Tells one device, with retries while the push service asks for them and there is time. What may have gone out is not
 * sent again.
 */
async function sendWithRetries(
  deps: MessageDeps,
  letter: PushMessage,
): Promise<'told' | 'gone' | 'failed'> {
  const { clock, send, sleep } = deps;
  const { validUntil } = letter.push;
  for (let attempt = 1; attempt <= SEND_ATTEMPTS; attempt += 1) {
    const now = clock();
    const ttl = Math.ceil((validUntil - now) / 1000);
    if (ttl <= 0) return 'failed';
    const how = { ...letter.handling, ttl };
    const sent = await send(letter.row, payloadOf(deps, letter, now), how);
    if (sent.type === 'sent') return 'told';
    if (sent.type === 'gone') return 'gone';
    if (sent.type !== 'later') return 'failed';
    const wait = waitAfter(attempt, sent.afterMs);
    if (attempt === SEND_ATTEMPTS || now + wait >= validUntil) return 'failed';
    await sleep(wait);
  }
  return 'failed';
}
