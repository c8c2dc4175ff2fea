import { setTimeout as wait } from 'node:timers/promises';
import { AggregateField, FieldPath, type Firestore, Timestamp } from 'firebase-admin/firestore';
import { logger } from 'firebase-functions';
import { isShard, isTaskLate, shardRanges, shardsFor } from '../../domain/push/delivery';
import { countSignal } from '../../domain/push/preferences';
import { logAlarm } from '../core/alarm';
import { isAlreadyThere } from '../core/documents';
import { readFlags } from '../core/flags';
import { type Broadcast, broadcastFields, broadcastOf, broadcastsIn } from '../core/queues';
import { addTasks, IMMEDIATELY } from '../core/taskQueues';
import { packsIn } from '../account/pushPacks';
import { removeSubscriptions } from '../auth/pushSubscriptions';
import { type Announcement, announcementOf } from './announcements';
import type { PushDeps } from './deliver';
import { claim, isGivenUp, leaseFrom, type RunLog } from './lease';
import { type Message, sendMessage } from './messages';
import { type Recipient, recipientsIn, nextRecipients, stillRecipients } from './recipients';

/** The result of a broadcast: as of a push, or `split` into shards that are separate broadcasts. */
type BroadcastState = 'sent' | 'split' | 'expired' | 'dead' | 'taken';

/** How many devices are sent to at a time. */
const AT_ONCE = 200;

/** How many of those report the delivery time: enough for a percentile, with few calls back. */
const MEASURED = 8;

/** Writes the shards of a broadcast, and adds a task for each; existing ones of an earlier run stay. */
async function writeShards(
  { firestore, tasks }: Pick<PushDeps, 'firestore' | 'tasks'>,
  { id, broadcast, shards }: { id: string; broadcast: Broadcast; shards: number },
  now: number,
): Promise<void> {
  const writer = firestore.bulkWriter({ throttling: false });
  writer.onWriteError((error) => !isAlreadyThere(error) && error.failedAttempts < 5);
  const ranges = shardRanges(shards).map((range, index) => ({ id: `${id}-${index}`, range }));
  const writes = ranges.map(({ id: shard, range }) => {
    const reference = broadcastsIn(firestore).doc(shard);
    const fields = broadcastFields({ ...broadcast, ...range }, now);
    return writer.create(reference, fields).catch((error: unknown) => {
      if (!isAlreadyThere(error)) throw error;
    });
  });
  await writer.close();
  await Promise.all(writes);
  const due = ranges.map((shard) => ({ collection: 'broadcasts', id: shard.id }));
  await addTasks(tasks, due, IMMEDIATELY);
}

/** How many shards an unstarted broadcast to all devices is split into; 1 where it is sent unsplit. */
async function shardsOf(firestore: Firestore, broadcast: Broadcast): Promise<number> {
  const { from, to, reached, shards } = broadcast;
  if (shards !== null) return shards;
  if (isShard({ from, to }) || reached !== from) return 1;
  const sums = await packsIn(firestore)
    .aggregate({ devices: AggregateField.sum('size') })
    .get();
  return shardsFor(sums.data().devices);
}

/** A message with the device it goes to. */
interface BroadcastMessage extends Message {
  readonly recipient: Recipient;
}

/** One run of a broadcast. */
interface Run {
  readonly deps: PushDeps;
  readonly broadcast: Broadcast;
  readonly announced: Announcement;
  readonly counts: { sent: number; failed: number };
  /** Pending writes that the sending doesn't wait for. */
  readonly writes: Promise<unknown>[];
  /** The newest count of each pack: counts of one pack, which is one document, follow each other. */
  readonly counting: Map<string, Promise<unknown>>;
}

function messagesFor(
  { broadcast, announced: { id, event, handling, isCounted, contentFor } }: Run,
  recipients: readonly Recipient[],
  now: number,
): BroadcastMessage[] {
  const push = { id, event, validUntil: broadcast.validUntil };
  return recipients.flatMap((recipient, index): BroadcastMessage[] => {
    const content = contentFor(recipient, now);
    const measured = isCounted && index < MEASURED;
    return content ? [{ push, to: recipient, content, handling, measured, recipient }] : [];
  });
}

/** Registers a write that runs in parallel with the sending; a failure is only logged. */
function note({ writes }: Run, written: Promise<unknown>): void {
  const failed = (cause: unknown) => {
    logger.error('What a push found out was not written', { cause: String(cause) });
  };
  writes.push(written.catch(failed));
}

/**
 * How many recent signals per device are stored: four more may come before one is settled, and further ones while the
 * price source is down.
 */
const REMEMBERED = 8;

/**
 * Counts a signal towards the day of a pack's devices and stores its id. In a transaction: runs of two signals may
 * overlap. Devices of a pack that was split meanwhile are not counted, and may get one signal more that day.
 */
function countInPack(
  { deps: { firestore }, announced: { id } }: Run,
  pack: string,
  sent: readonly Recipient[],
  now: number,
): Promise<void> {
  const reference = packsIn(firestore).doc(pack);
  const devices = new Set(sent.map((one) => one.id));
  return firestore.runTransaction(async (transaction) => {
    const document = await transaction.get(reference);
    const there = document.exists ? recipientsIn(document) : [];
    const counts = there
      .filter((one) => devices.has(one.id))
      .map((one) => {
        const lately = [...one.today.lately, id].slice(-REMEMBERED);
        return [new FieldPath('counts', one.id), { ...countSignal(one, now), lately }];
      });
    const [[field, count] = [], ...more] = counts;
    if (field instanceof FieldPath) transaction.update(reference, field, count, ...more.flat());
  });
}

/** Counts a signal for all devices that were sent it, pack by pack. */
function countSent(run: Run, sent: readonly Recipient[], now: number): void {
  for (const [pack, recipients] of byPack(sent)) {
    const before = run.counting.get(pack)?.catch(() => undefined) ?? Promise.resolve();
    const counted = before.then(() => countInPack(run, pack, recipients, now));
    run.counting.set(pack, counted);
    note(run, counted);
  }
}

/** Removes devices that get no more pushes, one after another within a pack, because a pack is one document. */
function removeRecipients(run: Run, gone: readonly Recipient[]): void {
  for (const recipients of byPack(gone).values()) {
    const removeAll = async () => {
      for (const { uid, id } of recipients)
        await removeSubscriptions(run.deps.firestore, uid, [id]);
    };
    note(run, removeAll());
  }
}

function byPack(recipients: readonly Recipient[]): Map<string, Recipient[]> {
  const packs = new Map<string, Recipient[]>();
  for (const recipient of recipients) {
    const others = packs.get(recipient.pack);
    if (others) others.push(recipient);
    else packs.set(recipient.pack, [recipient]);
  }
  return packs;
}

/** Messages to be retried, by the delay (ms) that their services ask for. */
type Later = Map<number, BroadcastMessage[]>;

/** Sends messages and returns those to be retried. `attempt` counts from 1. */
async function sendAll(
  run: Run,
  messages: readonly BroadcastMessage[],
  attempt: number,
): Promise<Later> {
  const { deps, counts } = run;
  const later: Later = new Map();
  const sent: Recipient[] = [];
  const gone: Recipient[] = [];
  const now = deps.clock();
  const send = async (message: BroadcastMessage) => {
    const outcome = await sendMessage(deps, message, attempt);
    if (outcome.type === 'sent') sent.push(message.recipient);
    else if (outcome.type === 'later')
      later.set(outcome.waitMs, [...(later.get(outcome.waitMs) ?? []), message]);
    else counts.failed += 1;
    if (outcome.type === 'gone') gone.push(message.recipient);
  };
  await Promise.all(messages.map(send));
  counts.sent += sent.length;
  if (run.announced.isCounted) countSent(run, sent, now);
  removeRecipients(run, gone);
  return later;
}

/** Retries messages as push services asked, to the devices that still receive them by then. */
async function sendAgain(run: Run, later: Later, attempt: number): Promise<void> {
  const { deps, announced, counts } = run;
  const { clock, firestore, sleep = wait } = deps;
  const again = async ([waitMs, messages]: readonly [number, readonly BroadcastMessage[]]) => {
    await sleep(waitMs);
    const recipients = messages.map(({ recipient }) => recipient);
    const there = await stillRecipients(firestore, announced.isFor, recipients, clock());
    const wanted = messages.filter(({ to }) => there.has(to.id));
    counts.failed += messages.length - wanted.length;
    await sendAgain(run, await sendAll(run, wanted, attempt), attempt + 1);
  };
  await Promise.all([...later].map(again));
}

/** Splits devices into batches that are sent to together; all devices of one member are in the same batch. */
function batchesOf(recipients: readonly Recipient[], atOnce: number): Recipient[][] {
  const batches: Recipient[][] = [];
  let batch: Recipient[] = [];
  for (const recipient of recipients) {
    if (batch.length >= atOnce && batch.at(-1)?.key !== recipient.key) {
      batches.push(batch);
      batch = [];
    }
    batch.push(recipient);
  }
  return batch.length > 0 ? [...batches, batch] : batches;
}

/** Sends a broadcast from where it was interrupted. Null where another run took over. */
async function sendFrom(run: Run, log: RunLog): Promise<'sent' | 'expired' | null> {
  const { deps, broadcast, announced, counts } = run;
  const { clock, firestore, atOnce = AT_ONCE } = deps;
  const { to, validUntil } = broadcast;
  const later: (readonly [number, BroadcastMessage[]])[] = [];
  for (let { reached } = broadcast; reached < to;) {
    const range = { from: reached, to };
    const page = await nextRecipients(firestore, announced.isFor, range, clock());
    removeRecipients(run, page.expired);
    const batches = batchesOf(page.recipients, atOnce);
    for (const [index, batch] of batches.entries()) {
      const now = clock();
      if (now >= validUntil) return 'expired';
      reached = batches[index + 1]?.[0]?.key ?? page.reached;
      // Written before sending: after a crash no device is notified twice.
      if (!(await log.write({ reached, dueAt: leaseFrom(now), ...counts }))) return null;
      later.push(...(await sendAll(run, messagesFor(run, batch, now), 1)));
    }
    ({ reached } = page);
  }
  if (later.length > 0) {
    // Another run would only have to mark it as finished.
    const dueAt = Timestamp.fromMillis(validUntil);
    if (!(await log.write({ reached: to, dueAt, ...counts }))) return null;
    await sendAgain(run, grouped(later), 2);
  }
  return 'sent';
}

function grouped(later: readonly (readonly [number, BroadcastMessage[]])[]): Later {
  const groups: Later = new Map();
  for (const [waitMs, messages] of later)
    groups.set(waitMs, [...(groups.get(waitMs) ?? []), ...messages]);
  return groups;
}

async function runBroadcast(
  deps: PushDeps,
  { id, broadcast, log }: { id: string; broadcast: Broadcast; log: RunLog },
): Promise<BroadcastState> {
  const { clock, firestore } = deps;
  const announced = await announcementOf(firestore, broadcast);
  const counts = { sent: broadcast.sent, failed: broadcast.failed };
  const finish = async (state: Exclude<BroadcastState, 'taken'>): Promise<BroadcastState> => {
    const end = state === 'sent' ? { reached: broadcast.to } : {};
    return (await log.write({ state, dueAt: null, ...end, ...counts })) ? state : 'taken';
  };
  if (!announced || isGivenUp(broadcast)) return finish('dead');
  if (clock() >= broadcast.validUntil) return finish('expired');
  const shards = await shardsOf(firestore, broadcast);
  if (shards > 1) {
    // Written before the first shard: a resumed run writes the same ones.
    if (!(await log.write({ shards }))) return 'taken';
    await writeShards(deps, { id, broadcast, shards }, clock());
    return finish('split');
  }
  const writes: Promise<unknown>[] = [];
  const run: Run = { deps, broadcast, announced, counts, writes, counting: new Map() };
  const state = await sendFrom(run, log);
  await Promise.all(writes);
  return state ? finish(state) : 'taken';
}

/**
 * Sends a broadcast to its recipients if it is due, or splits it into shards for parallel runs. Run twice, concurrently
 * or after a crash, it sends to no device twice: a run that takes over resumes after the devices that the former run
 * had started on.
 * @returns its state; null where there was nothing to do, or push is switched off: due broadcasts then continue later
 * or expire
 */
export async function deliverSignal(deps: PushDeps, id: string): Promise<BroadcastState | null> {
  const reference = broadcastsIn(deps.firestore).doc(id);
  if (!(await readFlags(deps.firestore)).push) return null;
  const claimed = await claim(reference, broadcastOf, deps);
  return claimed && runBroadcast(deps, { id, broadcast: claimed.found, log: claimed.log });
}

/** Broadcasts that one instance delivers in parallel, and the most rounds of them. */
const DUE_AT_ONCE = 4;
const ROUNDS = 25;

/** Delivers interrupted and unstarted broadcasts until none is due. */
export async function deliverDueSignals(deps: PushDeps): Promise<(BroadcastState | null)[]> {
  const states: (BroadcastState | null)[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const due = await broadcastsIn(deps.firestore)
      .where('dueAt', '<=', Timestamp.fromMillis(deps.clock()))
      .orderBy('dueAt')
      .limit(DUE_AT_ONCE)
      .get();
    const broadcasts = due.docs.flatMap((document) => broadcastOf(document) ?? []);
    const late = broadcasts.filter((one) => isTaskLate(one, deps.clock())).length;
    if (late > 0 && round === 0) logAlarm({ alarm: 'tasks-late', value: late });
    const done = await Promise.all(due.docs.map(({ id }) => deliverSignal(deps, id)));
    states.push(...done);
    if (!done.some((state) => state !== null)) return states;
  }
  return states;
}
