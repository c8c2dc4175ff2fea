import {
  DocumentReference,
  DocumentSnapshot,
  Query,
  QuerySnapshot,
  Transaction,
  WriteBatch,
  type Firestore,
} from 'firebase-admin/firestore';

/** What Firestore bills, counted. */
export interface Operations {
  reads: number;
  writes: number;
}

/** What an answer of Firestore is billed as: an empty query counts as one. */
function readsIn(answer: unknown): number {
  if (answer instanceof QuerySnapshot) return Math.max(1, answer.size);
  if (answer instanceof DocumentSnapshot) return 1;
  // An aggregation is a read for each thousand of documents: no test has so many.
  if (isSum(answer) && 'data' in answer) return 1;
  return Array.isArray(answer) ? answer.filter((one) => one instanceof DocumentSnapshot).length : 0;
}

const WRITING = new Set<string | symbol>(['create', 'set', 'update', 'delete']);

const writes = (part: object, name: string | symbol): boolean =>
  WRITING.has(name) &&
  [DocumentReference, Transaction, WriteBatch].some((kind) => part instanceof kind);

/** An aggregation, or what it found: the SDK does not name their classes. */
const isSum = (answer: unknown): answer is object =>
  typeof answer === 'object' && answer !== null && 'query' in answer && !('docs' in answer);

const isPart = (answer: unknown): answer is object =>
  isSum(answer) || [Query, DocumentReference, WriteBatch].some((kind) => answer instanceof kind);

/** The same call, but that a transaction is given to `work` counted. */
function countedWork(work: unknown, counted: Operations): unknown {
  if (typeof work !== 'function') return work;
  return (transaction: unknown): unknown =>
    Reflect.apply(work, undefined, [
      transaction instanceof Transaction ? counting(transaction, counted) : transaction,
    ]);
}

function counting<T extends object>(part: T, counted: Operations): T {
  return new Proxy(part, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]): unknown => {
        if (writes(target, name)) counted.writes += 1;
        const isTransaction = name === 'runTransaction';
        const args = isTransaction ? given.map((one) => countedWork(one, counted)) : given;
        const answer: unknown = Reflect.apply(member, target, args);
        if (answer instanceof Promise && !isTransaction)
          return answer.then((found: unknown) => {
            counted.reads += readsIn(found);
            return found;
          });
        return isPart(answer) ? counting(answer, counted) : answer;
      };
    },
  });
}

/** What `work` reads and writes, those of its transactions included. */
export async function operationsOf(
  database: Firestore,
  work: (database: Firestore) => Promise<unknown>,
): Promise<Operations> {
  const counted = { reads: 0, writes: 0 };
  await work(counting(database, counted));
  return counted;
}
