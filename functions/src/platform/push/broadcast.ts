import { setTimeout as wait } from 'node:timers/promises';
import {
  AggregateField,
  FieldPath,
  type Firestore,
  type QueryDocumentSnapshot,
  Timestamp,
} from 'firebase-admin/firestore';
import { isShard, isTaskLate, splitKeyRange, countShards } from '../../domain/push/delivery';
import { countSignal } from '../../domain/push/preferences';
import { logAlarm } from '../core/alarm';
import { isAlreadyExisting } from '../core/documents';
import { readFlags } from '../core/flags';
import {
  type Broadcast,
  toBroadcastFields,
  parseBroadcast,
  getBroadcastsCollection,
} from '../core/queues';
import { throwFailures } from '../core/steps';
import { addTasks, IMMEDIATELY } from '../core/taskQueues';
import { getPacksCollection } from '../account/pushPacks';
import { deleteSubscription } from '../auth/pushSubscriptions';
import { type Announcement, loadAnnouncement } from './announcements';
import type { PushDeps } from './deliver';
import { claimLease, hasTooManyAttempts, getLeaseEnd, type RunLog } from './lease';
import { type Message, sendMessage } from './messages';
import {
  type Recipient,
  parseRecipients,
  readNextRecipients,
  filterCurrentRecipients,
} from './recipients';
import { logger } from '../core/log';

/** `split`: continued by its shards, which are separate broadcasts. */
type BroadcastState = 'sent' | 'split' | 'expired' | 'dead' | 'taken';

const MAX_BATCH_SIZE = 200;

/** Devices per batch that report when they showed the push. A percentile needs no more. */
const MAX_MEASURED_DEVICES = 8;

/** Keeps shards that an earlier run wrote. */
async function writeShards(
  { firestore, tasks }: Pick<PushDeps, 'firestore' | 'tasks'>,
  { id, broadcast, shards }: { id: string; broadcast: Broadcast; shards: number },
  now: number,
): Promise<void> {
  const writer = firestore.bulkWriter({ throttling: false });
  writer.onWriteError((error) => !isAlreadyExisting(error) && error.failedAttempts < 5);
  const ranges = splitKeyRange(shards).map((range, index) => ({ id: `${id}-${index}`, range }));
  const writes = ranges.map(({ id: shard, range }) => {
    const reference = getBroadcastsCollection(firestore).doc(shard);
    const fields = toBroadcastFields({ ...broadcast, ...range }, now);
    return writer.create(reference, fields).catch((error: unknown) => {
      if (!isAlreadyExisting(error)) throw error;
    });
  });
  await writer.close();
  await Promise.all(writes);
  const tasksToAdd = ranges.map((shard) => ({ collection: 'broadcasts', id: shard.id }));
  await addTasks(tasks, tasksToAdd, IMMEDIATELY);
}

async function countDueShards(firestore: Firestore, broadcast: Broadcast): Promise<number> {
  const { from, to, reached, shards } = broadcast;
  if (shards !== null) return shards;
  if (isShard({ from, to }) || reached !== from) return 1;
  const sums = await getPacksCollection(firestore)
    .aggregate({ devices: AggregateField.sum('size') })
    .get();
  return countShards(sums.data().devices);
}

interface BroadcastMessage extends Message {
  readonly recipient: Recipient;
}

interface Run {
  readonly deps: PushDeps;
  readonly broadcast: Broadcast;
  readonly announcement: Announcement;
  readonly counts: { sent: number; failed: number };
  readonly writes: Promise<unknown>[];
  /** The last write by pack. A pack is one document, so its writes run one after another. */
  readonly countWrites: Map<string, Promise<unknown>>;
}

function toMessages(
  { broadcast, announcement: { id, event, handling, isCounted, buildContent } }: Run,
  recipients: readonly Recipient[],
  now: number,
): BroadcastMessage[] {
  const push = { id, event, validUntil: broadcast.validUntil };
  return recipients.flatMap((recipient, index): BroadcastMessage[] => {
    const content = buildContent(recipient, now);
    const measured = isCounted && index < MAX_MEASURED_DEVICES;
    return content ? [{ push, to: recipient, content, handling, measured, recipient }] : [];
  });
}

function trackWrite({ writes }: Run, pendingWrite: Promise<unknown>): void {
  const logFailure = (cause: unknown) => {
    logger.error('Failed to save the result of a push', { cause });
  };
  writes.push(pendingWrite.catch(logFailure));
}

/**
 * Four more signals may be published before one is settled, and more during a price outage.
 */
const MAX_RECENT_SIGNALS = 8;

/**
 * Runs of two signals may overlap. Devices that moved to another pack in the meantime are not
 * counted, and may get one signal too many that day.
 */
function countInPack(
  { deps: { firestore }, announcement: { id } }: Run,
  pack: string,
  reachedRecipients: readonly Recipient[],
  now: number,
): Promise<void> {
  const reference = getPacksCollection(firestore).doc(pack);
  const deviceIds = new Set(reachedRecipients.map((recipient) => recipient.id));
  return firestore.runTransaction(async (transaction) => {
    const document = await transaction.get(reference);
    const packRecipients = document.exists ? parseRecipients(document) : [];
    const counts = packRecipients
      .filter((recipient) => deviceIds.has(recipient.id))
      .map((recipient): [FieldPath, object] => {
        const lately = [...recipient.today.lately, id].slice(-MAX_RECENT_SIGNALS);
        return [new FieldPath('counts', recipient.id), { ...countSignal(recipient, now), lately }];
      });
    const [firstCount, ...otherCounts] = counts;
    if (firstCount) transaction.update(reference, ...firstCount, ...otherCounts.flat());
  });
}

function countReachedDevices(run: Run, reachedRecipients: readonly Recipient[], now: number): void {
  for (const [pack, recipients] of groupByPack(reachedRecipients)) {
    const previousWrite = run.countWrites.get(pack)?.catch(() => undefined) ?? Promise.resolve();
    const countWrite = previousWrite.then(() => countInPack(run, pack, recipients, now));
    run.countWrites.set(pack, countWrite);
    trackWrite(run, countWrite);
  }
}

/** Runs one after another within a pack, because a pack is one document. */
function removeRecipients(run: Run, goneRecipients: readonly Recipient[]): void {
  for (const recipients of groupByPack(goneRecipients).values()) {
    const removeAll = async () => {
      for (const { uid, id } of recipients) await deleteSubscription(run.deps.firestore, uid, id);
    };
    trackWrite(run, removeAll());
  }
}

function groupByPack(recipients: readonly Recipient[]): Map<string, Recipient[]> {
  const packs = new Map<string, Recipient[]>();
  for (const recipient of recipients) {
    const packRecipients = packs.get(recipient.pack);
    if (packRecipients) packRecipients.push(recipient);
    else packs.set(recipient.pack, [recipient]);
  }
  return packs;
}

/** By the delay (ms) that the push service requests. */
type RetriesByDelay = Map<number, BroadcastMessage[]>;

/** @param attempt counted from 1 @returns messages to retry */
async function sendAll(
  run: Run,
  messages: readonly BroadcastMessage[],
  attempt: number,
): Promise<RetriesByDelay> {
  const { deps, counts } = run;
  const retries: RetriesByDelay = new Map();
  const reachedRecipients: Recipient[] = [];
  const goneRecipients: Recipient[] = [];
  const now = deps.clock();
  const send = async (message: BroadcastMessage) => {
    const outcome = await sendMessage(deps, message, attempt);
    if (outcome.type === 'sent') counts.sent += 1;
    else if (outcome.type === 'later')
      retries.set(outcome.waitMs, [...(retries.get(outcome.waitMs) ?? []), message]);
    else counts.failed += 1;
    // A device that may show a signal must also receive its no-go.
    if (outcome.type === 'sent' || outcome.type === 'unknown')
      reachedRecipients.push(message.recipient);
    if (outcome.type === 'gone') goneRecipients.push(message.recipient);
  };
  await Promise.all(messages.map(send));
  if (run.announcement.isCounted) countReachedDevices(run, reachedRecipients, now);
  removeRecipients(run, goneRecipients);
  return retries;
}

async function retry(run: Run, retries: RetriesByDelay, attempt: number): Promise<void> {
  const { deps, announcement, counts } = run;
  const { clock, firestore, sleep = wait } = deps;
  const retryGroup = async ([waitMs, messages]: readonly [number, readonly BroadcastMessage[]]) => {
    await sleep(waitMs);
    const recipients = messages.map(({ recipient }) => recipient);
    const stillSubscribed = await filterCurrentRecipients(
      firestore,
      announcement.matches,
      recipients,
      clock(),
    );
    const remaining = messages.filter(({ to }) => stillSubscribed.has(to.id));
    counts.failed += messages.length - remaining.length;
    await retry(run, await sendAll(run, remaining, attempt), attempt + 1);
  };
  await Promise.all([...retries].map(retryGroup));
}

function toBatches(recipients: readonly Recipient[], batchSize: number): Recipient[][] {
  const batches: Recipient[][] = [];
  let batch: Recipient[] = [];
  for (const recipient of recipients) {
    if (batch.length >= batchSize && batch.at(-1)?.key !== recipient.key) {
      batches.push(batch);
      batch = [];
    }
    batch.push(recipient);
  }
  return batch.length > 0 ? [...batches, batch] : batches;
}

/** Resumes where an interrupted run stopped. Null if another run took over. */
async function sendFrom(run: Run, log: RunLog): Promise<'sent' | 'expired' | null> {
  const { deps, broadcast, announcement, counts } = run;
  const { clock, firestore, batchSize = MAX_BATCH_SIZE } = deps;
  const { to, validUntil } = broadcast;
  const retries: (readonly [number, BroadcastMessage[]])[] = [];
  for (let { reached } = broadcast; reached < to;) {
    const range = { from: reached, to };
    const page = await readNextRecipients(firestore, announcement.matches, range, clock());
    removeRecipients(run, page.expired);
    const batches = toBatches(page.recipients, batchSize);
    for (const [index, batch] of batches.entries()) {
      const now = clock();
      if (now >= validUntil) return 'expired';
      reached = batches[index + 1]?.[0]?.key ?? page.reached;
      // Stored before sending, so that a crash can't notify a device twice.
      if (!(await log.write({ reached, dueAt: getLeaseEnd(now), ...counts }))) return null;
      retries.push(...(await sendAll(run, toMessages(run, batch, now), 1)));
    }
    ({ reached } = page);
  }
  if (retries.length > 0) {
    // Every batch has been sent, so another run may take over only at the deadline, to finish.
    const dueAt = Timestamp.fromMillis(validUntil);
    if (!(await log.write({ reached: to, dueAt, ...counts }))) return null;
    await retry(run, groupByDelay(retries), 2);
  }
  return 'sent';
}

function groupByDelay(retries: readonly (readonly [number, BroadcastMessage[]])[]): RetriesByDelay {
  const groups: RetriesByDelay = new Map();
  for (const [waitMs, messages] of retries)
    groups.set(waitMs, [...(groups.get(waitMs) ?? []), ...messages]);
  return groups;
}

async function runBroadcast(
  deps: PushDeps,
  { id, broadcast, log }: { id: string; broadcast: Broadcast; log: RunLog },
): Promise<BroadcastState> {
  const { clock, firestore } = deps;
  const announcement = await loadAnnouncement(firestore, broadcast);
  const counts = { sent: broadcast.sent, failed: broadcast.failed };
  const finish = async (state: Exclude<BroadcastState, 'taken'>): Promise<BroadcastState> => {
    const finalFields = state === 'sent' ? { reached: broadcast.to } : {};
    return (await log.write({ state, dueAt: null, ...finalFields, ...counts })) ? state : 'taken';
  };
  if (!announcement || hasTooManyAttempts(broadcast)) return finish('dead');
  if (clock() >= broadcast.validUntil) return finish('expired');
  const shards = await countDueShards(firestore, broadcast);
  if (shards > 1) {
    // Stored before the first shard, so that a resumed run writes the same shards.
    if (!(await log.write({ shards }))) return 'taken';
    await writeShards(deps, { id, broadcast, shards }, clock());
    return finish('split');
  }
  const writes: Promise<unknown>[] = [];
  const run: Run = {
    deps,
    broadcast,
    announcement,
    counts,
    writes,
    countWrites: new Map(),
  };
  const state = await sendFrom(run, log);
  await Promise.all(writes);
  return state ? finish(state) : 'taken';
}

/**
 * Sends a due broadcast, or splits it into shards. Never notifies a device twice: a run that takes
 * over continues after the batch that the interrupted run had begun.
 * @returns null if nothing is due, or push is switched off
 */
export async function deliverBroadcast(deps: PushDeps, id: string): Promise<BroadcastState | null> {
  const reference = getBroadcastsCollection(deps.firestore).doc(id);
  if (!(await readFlags(deps.firestore)).push) return null;
  const lease = await claimLease(reference, parseBroadcast, deps);
  return lease && runBroadcast(deps, { id, broadcast: lease.document, log: lease.log });
}

const MAX_PARALLEL_BROADCASTS = 4;
const MAX_ROUNDS = 25;

/**
 * Skips failed broadcasts for the rest of the run, so that they can't hold up others.
 * @throws AggregateError after all others
 */
export async function deliverDueBroadcasts(deps: PushDeps): Promise<(BroadcastState | null)[]> {
  const states: (BroadcastState | null)[] = [];
  const failures = new Map<string, unknown>();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const dueSnapshot = await getBroadcastsCollection(deps.firestore)
      .where('dueAt', '<=', Timestamp.fromMillis(deps.clock()))
      .orderBy('dueAt')
      .limit(MAX_PARALLEL_BROADCASTS + failures.size)
      .get();
    const dueDocuments = dueSnapshot.docs.filter(({ id }) => !failures.has(id));
    let lateCount = 0;
    const deliver = async (document: QueryDocumentSnapshot) => {
      try {
        const broadcast = parseBroadcast(document);
        if (broadcast && isTaskLate(broadcast, deps.clock())) lateCount += 1;
        return await deliverBroadcast(deps, document.id);
      } catch (error) {
        failures.set(document.id, error);
        return 'failed';
      }
    };
    const deliveries = dueDocuments.map(deliver);
    if (lateCount > 0 && round === 0) logAlarm({ alarm: 'tasks-late', value: lateCount });
    const results = await Promise.all(deliveries);
    states.push(...results.filter((state) => state !== 'failed'));
    if (results.every((state) => state === null)) break;
  }
  throwFailures([...failures.values()]);
  return states;
}
