import { FieldValue, type Firestore, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { rateLimitDocument } from '../../collections/members';
import { countIn, type Limit, type LimitName, LIMITS, windowAt } from '../../domain/limits';
import type { Clock } from './clock';
import { parseDocument } from './documents';
import { type Digester, draw } from './secrets';

/** The result of counting an event: counted or refused. */
type Taken =
  | {
      readonly allowed: true;
      /** Removes the event from the count. */
      readonly giveBack: () => Promise<void>;
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

/** Counts in one document, in a transaction, so concurrent calls can't exceed the limit together. */
async function takeExactly(
  { firestore, clock }: Deps,
  id: string,
  limit: Pick<Limit, 'most' | 'windowMs'>,
): Promise<Taken> {
  const reference = collection(firestore).doc(id);
  const now = clock();
  const verdict = await firestore.runTransaction(async (transaction) => {
    const stored = parseDocument(timesSchema, await transaction.get(reference));
    const counted = countIn(stored?.times ?? [], limit, now);
    if (counted.allowed)
      transaction.set(reference, {
        times: counted.times.map((at) => Timestamp.fromMillis(at)),
        expireAt: Timestamp.fromMillis(now + limit.windowMs),
      });
    return counted;
  });
  if (!verdict.allowed) return verdict;
  const giveBack = () =>
    firestore.runTransaction(async (transaction) => {
      const stored = parseDocument(timesSchema, await transaction.get(reference));
      // Cleared or expired meanwhile: writing it again would create a document that never expires.
      if (!stored) return;
      const mine = stored.times.lastIndexOf(now);
      const left = stored.times.filter((_, index) => index !== mine);
      transaction.set(
        reference,
        { times: left.map((at) => Timestamp.fromMillis(at)) },
        { merge: true },
      );
    });
  return { allowed: true, giveBack };
}

/** Counts in one of several documents and reads them all, so that many concurrent calls don't wait for each other. */
async function takeSpread({ firestore, clock }: Deps, id: string, limit: Limit): Promise<Taken> {
  const now = clock();
  const { number, endsAt } = windowAt(limit, now);
  const shards = Array.from({ length: limit.shards }, (_, shard) =>
    collection(firestore).doc(`${id}_${number}_${shard}`),
  );
  const counts = await firestore.getAll(...shards);
  const sum = counts.reduce(
    (total, count) => total + (parseDocument(countSchema, count)?.count ?? 0),
    0,
  );
  if (sum >= limit.most) return { allowed: false, retryAfterMs: endsAt - now };
  const shard = collection(firestore).doc(`${id}_${number}_${draw(limit.shards)}`);
  const add = async (n: number) => {
    const expireAt = Timestamp.fromMillis(endsAt);
    await shard.set({ count: FieldValue.increment(n), expireAt }, { merge: true });
  };
  await add(1);
  return { allowed: true, giveBack: () => add(-1) };
}

/** Limits counted in `rateLimits` under digests of their keys. Events expire by the clock, not by document deletion. */
export function firestoreLimiter(deps: Deps): Limiter {
  const idOf = (name: LimitName, key: string) =>
    `${name}_${deps.limitSecrets.digest('limit', key)}`;
  return {
    take(name, key) {
      const limit: Limit = { ...LIMITS[name], most: LIMITS[name].most * deps.factor };
      const id = idOf(name, key);
      return limit.shards === 1 ? takeExactly(deps, id, limit) : takeSpread(deps, id, limit);
    },
    async clear(name, key) {
      await collection(deps.firestore).doc(idOf(name, key)).delete();
    },
  };
}
