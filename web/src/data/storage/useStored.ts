import { useLiveQuery } from 'dexie-react-hooks';
import type { MemberDatabase } from './database';
import { noteRead } from './firstRead';
import { checkDatabase, useMemberDatabase } from './memberDatabase';

/**
 * What `read` finds in the member's database, anew whenever that changes, in any tab. Undefined while it is read, and
 * while a connection that the system closed is opened again. What was read for one member is never shown to the next.
 */
export function useStored<T>(
  read: (database: MemberDatabase) => Promise<T>,
  inputs: readonly unknown[] = [],
): T | undefined {
  const database = useMemberDatabase();
  const found = useLiveQuery(
    () =>
      database
        ? read(database).then(
            (value) => {
              noteRead();
              return { database, value };
            },
            () => {
              checkDatabase();
              return undefined;
            },
          )
        : undefined,
    [database, ...inputs],
  );
  return found?.database === database ? found.value : undefined;
}
