import {
  DocumentReference,
  DocumentSnapshot,
  Query,
  QuerySnapshot,
} from 'firebase-admin/firestore';

/** What an answer of Firestore is billed as: an empty query counts as one. */
function documentsIn(answer: unknown): number {
  if (answer instanceof QuerySnapshot) return Math.max(1, answer.size);
  if (answer instanceof DocumentSnapshot) return 1;
  return Array.isArray(answer) ? answer.filter((one) => one instanceof DocumentSnapshot).length : 0;
}

/** A Firestore, or a part of one, that tells `count` of every document it reads, but for those of transactions. */
export const countReads = <T extends object>(part: T, count: (documents: number) => void): T =>
  new Proxy(part, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]): unknown => {
        const answer: unknown = Reflect.apply(member, target, given);
        if (answer instanceof Promise)
          return answer.then((found: unknown) => {
            count(documentsIn(found));
            return found;
          });
        const isPart = answer instanceof Query || answer instanceof DocumentReference;
        return isPart ? countReads(answer, count) : answer;
      };
    },
  });
