import { canUseFeature } from '@quantalgo/contracts/access/access';
import type { Course } from '@quantalgo/contracts/vault/course';
import { vaultEndpoints } from '@quantalgo/contracts/vault/endpoints';
import { useEffect, useState } from 'react';
import { call } from '../auth/call';
import { getCurrentUser } from '../auth/currentSession';
import { useStored, withDatabase } from '../storage/memberDatabase';
import { readLearning, readVault, storeVault } from './rows';

async function fetchVault(uid: string): Promise<void> {
  const storedVersion = (await withDatabase(uid, readVault))?.version ?? '';
  const { data } = await call(vaultEndpoints.courses, { query: { have: storedVersion } });
  const { version, courses } = data;
  if (!courses) return;
  await withDatabase(uid, async (database) => {
    const member = getCurrentUser();
    if (member?.id === uid && canUseFeature('mentorship-vault', member))
      await storeVault(database, { version, courses });
  });
}

/** Reads only from this device. */
export const useStoredVault = () =>
  useStored(async (database) => ({
    courses: (await readVault(database))?.courses ?? [],
    learning: await readLearning(database),
  }));

export interface VaultView {
  readonly courses: readonly Course[] | null;
  readonly failed: boolean;
  readonly retry: () => void;
}

export function useVault(uid: string): VaultView | undefined {
  const stored = useStored(async (database) => ({ vault: await readVault(database) }));
  const [failed, setFailed] = useState(false);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const fetch = () =>
      void fetchVault(uid).then(
        () => setFailed(false),
        () => setFailed(true),
      );
    fetch();
    addEventListener('online', fetch, { signal: controller.signal });
    return () => controller.abort();
  }, [uid, attempts]);
  return (
    stored && {
      courses: stored.vault?.courses ?? null,
      failed,
      retry: () => {
        setFailed(false);
        setAttempts(attempts + 1);
      },
    }
  );
}
