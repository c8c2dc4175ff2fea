import { mayUse } from '@quantalgo/contracts/access/access';
import type { Course } from '@quantalgo/contracts/vault/course';
import { coursesEndpoints } from '@quantalgo/contracts/vault/endpoints';
import { useEffect, useState } from 'react';
import { call } from '../auth/call';
import { currentUser } from '../auth/currentSession';
import { useStored, withDatabase } from '../storage/memberDatabase';
import { readVault, storeVault } from './rows';

/** Fetches the courses if they changed. @throws ApiError @throws NetworkError */
async function fetchVault(uid: string): Promise<void> {
  const have = (await withDatabase(uid, readVault))?.version ?? '';
  const { data } = await call(coursesEndpoints.courses, { query: { have } });
  const { version, courses } = data;
  if (!courses) return;
  await withDatabase(uid, async (database) => {
    const member = currentUser();
    if (member?.id === uid && mayUse('mentorship-vault', member))
      await storeVault(database, { version, courses });
  });
}

/** The courses of this device; `courses` is null while there are none, and `failed` once they could not be had. */
export interface VaultView {
  readonly courses: readonly Course[] | null;
  readonly failed: boolean;
  readonly retry: () => void;
}

/**
 * The courses, undefined while they are read. They are fetched when a screen of the vault opens, and when the device is
 * back online; those that are stored stay until newer ones are here.
 */
export function useVault(uid: string): VaultView | undefined {
  const stored = useStored(async (database) => ({ vault: await readVault(database) }));
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const stopped = new AbortController();
    const fetch = () =>
      void fetchVault(uid).then(
        () => setFailed(false),
        () => setFailed(true),
      );
    fetch();
    addEventListener('online', fetch, { signal: stopped.signal });
    return () => stopped.abort();
  }, [uid, tries]);
  return (
    stored && {
      courses: stored.vault?.courses ?? null,
      failed,
      retry: () => {
        setFailed(false);
        setTries(tries + 1);
      },
    }
  );
}
