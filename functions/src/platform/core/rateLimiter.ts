import {
  type DocumentReference,
  FieldValue,
  type Firestore,
  Timestamp,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { rateLimitDocument } from '../../collections/account';
import {
  countersOf,
  countIn,
  type Limit,
  type LimitName,
  LIMITS,
  windowAt,
} from '../../domain/core/limits';
import type { Clock } from './clock';
import { parseDocument, readAll } from './documents';
import { type Digester, draw } from './secrets';

/** The result of counting an event: counted or refused. */
type Taken =
  | {
      readonly allowed: true;
      /** Removes the event from the count. */
      readonly giveBack: () => Promise<void>;
      /** The share that was used before; only of limits with several shards. */
      readonly used?: number;
    }
  | { readonly allowed: false; readonly retryAfterMs: number };

/** Counts rate-limited events. */
export interface Limiter {
  /** Counts one more event for this key (an address, a uid, a network origin), unless the limit is reached. */
  take(name: LimitName, key: string): Promise<Taken>;
  /** Resets the count of this key. Only for limits with one shard. */
  clear(name: LimitName, key: string): Promise<void>;
}

interface Deps {
  readonly firestore: Firestore;
  readonly limitSecrets: Digester;
  readonly clock: Clock;
  /** Every ceiling is multiplied by this; other than 1 only on the local stack. */
  readonly factor: number;
}

const timesSchema = z.required(z.pick(rateLimitDocument, { times: true }));

const countSchema = z.required(z.pick(rateLimitDocument, { count: true }));

const collection = (firestore: Firestore) => firestore.collection('rateLimits');

/** A counter by the id of its document, or the prefix of their ids, with its own ceiling. */
interface Counter extends Limit {
  readonly id: string;
}

/** Counts in one document each, in a transaction, so concurrent calls can't exceed the limit together. */
async function takeExactly(
  { firestore, clock }: Deps,
  counters: readonly Counter[],
): Promise<Taken> {
  const references = counters.map(({ id }) => collection(firestore).doc(id));
  const now = clock();
  const decision = await firestore.runTransaction(async (transaction) => {
    const documents = await readAll(transaction, ...references);
    const counts = counters.map((counter, index) => {
      const document = documents[index];
      const stored = document && parseDocument(timesSchema, document);
      return { counted: countIn(stored?.times ?? [], counter, now), counter };
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
  return { allowed: true, giveBack: () => removeEvent(firestore, references, now) };
}

/** Removes the event that was counted at `at` (epoch ms). */
const removeEvent = (firestore: Firestore, references: readonly DocumentReference[], at: number) =>
  firestore.runTransaction(async (transaction) => {
    const documents = await readAll(transaction, ...references);
    for (const document of documents) {
      const stored = parseDocument(timesSchema, document);
      // Cleared or expired meanwhile: writing it again would create a document that never expires.
      if (!stored) continue;
      const mine = stored.times.lastIndexOf(at);
      const left = stored.times.filter((_, index) => index !== mine);
      transaction.set(
        document.ref,
        { times: left.map((time) => Timestamp.fromMillis(time)) },
        { merge: true },
      );
    }
  });

/** The count of each counter that is spread over several documents, in its current window. */
async function readSpread({ firestore, clock }: Deps, counters: readonly Counter[]) {
  const now = clock();
  const windows = counters.map((counter) => ({ ...counter, ...windowAt(counter, now) }));
  const references = windows.flatMap(({ id, number, shards }) =>
    Array.from({ length: shards }, (_, shard) =>
      collection(firestore).doc(`${id}_${number}_${shard}`),
    ),
  );
  const counts = (await firestore.getAll(...references)).map(
    (document) => parseDocument(countSchema, document)?.count ?? 0,
  );
  let from = 0;
  return windows.map((window) => {
    const own = counts.slice(from, from + window.shards);
    from += window.shards;
    return { ...window, waitMs: window.endsAt - now, sum: own.reduce((sum, n) => sum + n, 0) };
  });
}

/** Counts in one of several documents and reads them all, so that many concurrent calls don't wait for each other. */
async function takeSpread(deps: Deps, counters: readonly Counter[]): Promise<Taken> {
  const windows = await readSpread(deps, counters);
  const full = windows.filter(({ sum, most }) => sum >= most);
  if (full.length > 0)
    return { allowed: false, retryAfterMs: Math.max(...full.map(({ waitMs }) => waitMs)) };
  const shards = windows.map(({ id, number, shards: count, endsAt }) => ({
    reference: collection(deps.firestore).doc(`${id}_${number}_${draw(count)}`),
    expireAt: Timestamp.fromMillis(endsAt),
  }));
  const add = async (n: number) => {
    await Promise.all(
      shards.map(({ reference, expireAt }) =>
        reference.set({ count: FieldValue.increment(n), expireAt }, { merge: true }),
      ),
    );
  };
  await add(1);
  const used = Math.max(...windows.map(({ sum, most }) => sum / most));
  return { allowed: true, giveBack: () => add(-1), used };
}

/** Limits counted in `rateLimits` under digests of their keys. Events expire by the clock, not by document deletion. */
export function firestoreLimiter(deps: Deps): Limiter {
  const counters = (name: LimitName, key: string): Counter[] =>
    countersOf(name, key).map((counter) => ({
      ...LIMITS[name],
      most: LIMITS[name].most * deps.factor * counter.times,
      id: `${name}_${deps.limitSecrets.digest('limit', counter.key)}`,
    }));
  return {
    take(name, key) {
      const take = LIMITS[name].shards === 1 ? takeExactly : takeSpread;
      return take(deps, counters(name, key));
    },
    async clear(name, key) {
      await Promise.all(
        counters(name, key).map(({ id }) => collection(deps.firestore).doc(id).delete()),
      );
    },
  };
}
