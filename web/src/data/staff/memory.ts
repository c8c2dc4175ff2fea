import { observable } from '../observable';
import { currentUser, session } from '../session/store';

/** What the server answered, and when (epoch ms, server clock). */
export interface Seen<T> {
  readonly value: T;
  readonly at: number;
}

/** What staff were shown of others, by the question that it answers: in the memory of this page alone. */
export interface StaffMemory<T> {
  readonly get: (question: string) => Seen<T> | undefined;
  readonly set: (question: string, seen: Seen<T>) => void;
  readonly subscribe: (onChange: () => void) => () => void;
}

const staffId = () => {
  const user = currentUser();
  return user?.staff === true ? user.id : null;
};

/** A {@link StaffMemory}, which forgets all once whoever was shown it is gone or no longer staff. */
export function staffMemory<T>(): StaffMemory<T> {
  const kept = observable<ReadonlyMap<string, Seen<T>>>(new Map());
  let owner = staffId();
  session.subscribe(() => {
    if (staffId() === owner) return;
    owner = staffId();
    kept.set(new Map());
  });
  return {
    get: (question) => kept.get().get(question),
    set: (question, seen) => {
      if (staffId() !== null) kept.set(new Map(kept.get()).set(question, seen));
    },
    subscribe: kept.subscribe,
  };
}
