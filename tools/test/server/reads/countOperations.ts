import {
  DocumentReference,
  DocumentSnapshot,
  Query,
  QuerySnapshot,
  Transaction,
  WriteBatch,
  type Firestore,
} from 'firebase-admin/firestore';

export interface Operations {
  reads: number;
  writes: number;
}

/** An empty query counts as one read. */
function countReads(answer: unknown): number {
  if (answer instanceof QuerySnapshot) return Math.max(1, answer.size);
  if (answer instanceof DocumentSnapshot) return 1;
  // An aggregation costs one read per thousand documents; no test has so many.
  if (isAggregation(answer) && 'data' in answer) return 1;
  return Array.isArray(answer) ? answer.filter((one) => one instanceof DocumentSnapshot).length : 0;
}

const WRITE_METHODS = new Set<string | symbol>(['create', 'set', 'update', 'delete']);

const isWrite = (part: object, name: string | symbol): boolean =>
  WRITE_METHODS.has(name) &&
  [DocumentReference, Transaction, WriteBatch].some((kind) => part instanceof kind);

/** An aggregation or its result: the SDK doesn't export their classes. */
const isAggregation = (answer: unknown): answer is object =>
  typeof answer === 'object' && answer !== null && 'query' in answer && !('docs' in answer);

const isPart = (answer: unknown): answer is object =>
  isAggregation(answer) ||
  [Query, DocumentReference, WriteBatch].some((kind) => answer instanceof kind);

function wrapWork(work: unknown, totals: Operations): unknown {
  if (typeof work !== 'function') return work;
  return (transaction: unknown): unknown =>
    Reflect.apply(work, undefined, [
      transaction instanceof Transaction ? wrapPart(transaction, totals) : transaction,
    ]);
}

function wrapPart<T extends object>(part: T, totals: Operations): T {
  return new Proxy(part, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...params: unknown[]): unknown => {
        if (isWrite(target, name)) totals.writes += 1;
        const isTransaction = name === 'runTransaction';
        const args = isTransaction ? params.map((one) => wrapWork(one, totals)) : params;
        const answer: unknown = Reflect.apply(member, target, args);
        if (answer instanceof Promise && !isTransaction)
          return answer.then((result: unknown) => {
            totals.reads += countReads(result);
            return result;
          });
        return isPart(answer) ? wrapPart(answer, totals) : answer;
      };
    },
  });
}

/** Includes operations of transactions. */
export async function measureOperations(
  database: Firestore,
  work: (database: Firestore) => Promise<unknown>,
): Promise<Operations> {
  const totals = { reads: 0, writes: 0 };
  await work(wrapPart(database, totals));
  return totals;
}
