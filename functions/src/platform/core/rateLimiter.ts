import {
  type DocumentReference,
  FieldValue,
  type Firestore,
  Timestamp,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { rateLimitDocument } from '../../collections/account';
import {
  getCounters,
  countEvent,
  type Limit,
  type LimitName,
  LIMITS,
  getFixedWindow,
} from '../../domain/core/limits';
import type { Clock } from './clock';
import { parseDocument, readAll } from './documents';
import { type Digester, draw } from './secrets';

type TakeResult =
  | {
      readonly allowed: true;
      readonly refund: () => Promise<void>;
      /** Share used before this event; only for sharded limits. */
      readonly used?: number;
    }
  | { readonly allowed: false; readonly retryAfterMs: number };

export interface Limiter {
  /**
   * Counts an event for this key (an address, a uid, a network origin) unless the limit is reached.
   */
  take(name: LimitName, key: string): Promise<TakeResult>;
  /** Only for limits with one shard. */
  clear(name: LimitName, key: string): Promise<void>;
}

interface Deps {
  readonly firestore: Firestore;
  readonly limitSecrets: Digester;
  readonly clock: Clock;
  /** Multiplies every limit; other than 1 only on the local stack. */
  readonly factor: number;
}

const timesSchema = z.required(z.pick(rateLimitDocument, { times: true }));

const countSchema = z.required(z.pick(rateLimitDocument, { count: true }));

const getLimitsCollection = (firestore: Firestore) => firestore.collection('rateLimits');

interface Counter extends Limit {
  readonly id: string;
}

/** Counts in a transaction, so that concurrent calls can't exceed the limit together. */
async function takeExactly(
  { firestore, clock }: Deps,
  counters: readonly Counter[],
): Promise<TakeResult> {
  const references = counters.map(({ id }) => getLimitsCollection(firestore).doc(id));
  const now = clock();
  const decision = await firestore.runTransaction(async (transaction) => {
    const documents = await readAll(transaction, ...references);
    const counts = counters.map((counter, index) => {
      const document = documents[index];
      const stored = document && parseDocument(timesSchema, document);
      return { counted: countEvent(stored?.times ?? [], counter, now), counter };
    });
    const waits = counts.map(({ counted }) => (counted.allowed ? 0 : counted.retryAfterMs));
    const retryAfterMs = Math.max(...waits);
    if (retryAfterMs > 0) return { allowed: false, retryAfterMs } as const;
    counts.forEach(({ counted, counter }, index) => {
      const reference = references[index];
      if (!counted.allowed || !reference) return;
      transaction.set(reference, {
        times: counted.times.map((at) => Timestamp.fromMillis(at)),
        expireAt: Timestamp.fromMillis(now + counter.windowMs),
      });
    });
    return { allowed: true } as const;
  });
  if (!decision.allowed) return decision;
  return { allowed: true, refund: () => removeEvent(firestore, references, now) };
}

const removeEvent = (firestore: Firestore, references: readonly DocumentReference[], at: number) =>
  firestore.runTransaction(async (transaction) => {
    const documents = await readAll(transaction, ...references);
    for (const document of documents) {
      const stored = parseDocument(timesSchema, document);
      // Writing a counter that was deleted in the meantime would create one that never expires.
      if (!stored) continue;
      const eventIndex = stored.times.lastIndexOf(at);
      const remaining = stored.times.filter((_, index) => index !== eventIndex);
      transaction.set(
        document.ref,
        { times: remaining.map((time) => Timestamp.fromMillis(time)) },
        { merge: true },
      );
    }
  });

async function readSharded({ firestore }: Deps, counters: readonly Counter[], now: number) {
  const windows = counters.map((counter) => ({ ...counter, ...getFixedWindow(counter, now) }));
  const references = windows.flatMap(({ id, number, shards }) =>
    Array.from({ length: shards }, (_, shard) =>
      getLimitsCollection(firestore).doc(`${id}_${number}_${shard}`),
    ),
  );
  const counts = (await firestore.getAll(...references)).map(
    (document) => parseDocument(countSchema, document)?.count ?? 0,
  );
  let offset = 0;
  return windows.map((window) => {
    const shardCounts = counts.slice(offset, offset + window.shards);
    offset += window.shards;
    return { ...window, sum: shardCounts.reduce((sum, n) => sum + n, 0) };
  });
}

// Short, because another instance may refund a count in the meantime.
const REFUSAL_TTL_MS = 10_000;

const MAX_REFUSALS = 10_000;

interface Refusal {
  /** End of the window, in epoch ms. */
  readonly endsAt: number;
  readonly expiresAt: number;
}

/** Exhausted counters by id, so that a flood of refused calls costs no reads. */
type Refusals = Map<string, Refusal>;

/** Time until the window ends; 0 if no counter is known to be exhausted. */
const getRefusedMs = (refusals: Refusals, counters: readonly Counter[], now: number): number =>
  Math.max(
    ...counters.map(({ id }) => {
      const { endsAt = 0, expiresAt = 0 } = refusals.get(id) ?? {};
      return now < expiresAt ? endsAt - now : 0;
    }),
  );

function addRefusal(
  refusals: Refusals,
  id: string,
  { endsAt, now }: { readonly endsAt: number; readonly now: number },
): void {
  refusals.delete(id);
  const [oldestId] = refusals.keys();
  if (refusals.size >= MAX_REFUSALS && oldestId !== undefined) refusals.delete(oldestId);
  refusals.set(id, { endsAt, expiresAt: Math.min(endsAt, now + REFUSAL_TTL_MS) });
}

/** Counts in a random shard and reads all, so that concurrent calls don't block each other. */
async function takeSharded(
  deps: Deps,
  counters: readonly Counter[],
  refusals: Refusals,
): Promise<TakeResult> {
  const now = deps.clock();
  const refusedMs = getRefusedMs(refusals, counters, now);
  if (refusedMs > 0) return { allowed: false, retryAfterMs: refusedMs };
  const windows = await readSharded(deps, counters, now);
  const exhausted = windows.filter(({ sum, max }) => sum >= max);
  for (const { id, endsAt } of exhausted) addRefusal(refusals, id, { endsAt, now });
  if (exhausted.length > 0)
    return {
      allowed: false,
      retryAfterMs: Math.max(...exhausted.map(({ endsAt }) => endsAt - now)),
    };
  const shards = windows.map(({ id, number, shards: count, endsAt }) => ({
    reference: getLimitsCollection(deps.firestore).doc(`${id}_${number}_${draw(count)}`),
    expireAt: Timestamp.fromMillis(endsAt),
  }));
  const increment = async (n: number) => {
    await Promise.all(
      shards.map(({ reference, expireAt }) =>
        reference.set({ count: FieldValue.increment(n), expireAt }, { merge: true }),
      ),
    );
  };
  await increment(1);
  const used = Math.max(...windows.map(({ sum, max }) => sum / max));
  const refund = async () => {
    await increment(-1);
    for (const { id } of counters) refusals.delete(id);
  };
  return { allowed: true, refund, used };
}

/**
 * Counts in `rateLimits` under digests of the keys. Events expire by the clock, not by document
 * deletion.
 */
export function createFirestoreLimiter(deps: Deps): Limiter {
  const refusals: Refusals = new Map();
  const buildCounters = (name: LimitName, key: string): Counter[] =>
    getCounters(name, key).map((counter) => ({
      ...LIMITS[name],
      max: LIMITS[name].max * deps.factor * counter.times,
      id: `${name}_${deps.limitSecrets.digest('limit', counter.key)}`,
    }));
  return {
    take(name, key) {
      const counters = buildCounters(name, key);
      return LIMITS[name].shards === 1
        ? takeExactly(deps, counters)
        : takeSharded(deps, counters, refusals);
    },
    async clear(name, key) {
      await Promise.all(
        buildCounters(name, key).map(({ id }) =>
          getLimitsCollection(deps.firestore).doc(id).delete(),
        ),
      );
    },
  };
}
