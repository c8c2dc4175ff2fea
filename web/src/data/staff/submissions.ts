import {
  type AdminProof,
  adminProofsEndpoints,
  type AdminSetup,
  adminSetupsEndpoints,
  type AdminUser,
  type DuplicateProof,
  type ProofCase,
  PROOFS_PAGE_SIZE,
  type SetupCase,
  type Tier,
} from '@quantalgo/contracts';
import { useEffect, useState } from 'react';
import { call } from '../session/call';
import { fallbackMessage } from '../session/errors';
import {
  asStaff,
  createQueryCache,
  type StaffQuery,
  useAutoRefresh,
  useStaffQuery,
} from './queries';
import { fingerprintOfImage } from './fingerprint';

/** The waiting submissions of a kind, oldest first, as far as they were fetched. */
export interface Queue<S> {
  readonly rows: readonly S[];
  /** Whether there may be more after the last one. */
  readonly more: boolean;
}

const proofQueue = createQueryCache<Queue<AdminProof>>();

/** The proofs after `after`, or the oldest. */
export const fetchProofs = (after?: string): Promise<Queue<AdminProof>> =>
  asStaff(async () => {
    const { data } = await call(
      adminProofsEndpoints.adminProofs,
      after === undefined ? {} : { query: { after } },
    );
    return { rows: data, more: data.length >= PROOFS_PAGE_SIZE };
  });

/** The waiting proofs, cached until the page is closed. */
export const useProofQueue = (): StaffQuery<Queue<AdminProof>> =>
  useStaffQuery(
    proofQueue,
    'waiting',
    () => fetchProofs(),
    fallbackMessage(adminProofsEndpoints.adminProofs),
  );

/**
 * Claims the oldest proof that nobody has claimed; null if there is none left. All functions below throw as `call`
 * does.
 */
export const takeNext = (): Promise<ProofCase | null> =>
  asStaff(async () => (await call(adminProofsEndpoints.claimNextProof, {})).data);

/** Claims a proof; decided ones can be viewed by all staff. */
export const takeProof = (id: string): Promise<ProofCase> =>
  asStaff(async () => (await call(adminProofsEndpoints.claimProof, { params: { id } })).data);

/** Proofs of other accounts whose images look like this one; empty if it is too small to compare. */
export const findAlike = (
  id: string,
  image: HTMLImageElement,
): Promise<readonly DuplicateProof[]> =>
  asStaff(async () => {
    const body = fingerprintOfImage(image);
    return body
      ? (await call(adminProofsEndpoints.compareProof, { params: { id }, body })).data
      : [];
  });

/** Returns a proof to the queue. */
export const releaseProof = (id: string): Promise<unknown> =>
  asStaff(() => call(adminProofsEndpoints.releaseProof, { params: { id } }));

/** Approves a proof, which grants its member the tier. */
export const approveProof = (id: string, tier: Exclude<Tier, 'guest'>): Promise<AdminUser> =>
  asStaff(
    async () =>
      (await call(adminProofsEndpoints.approveProof, { params: { id }, body: { tier } })).data.user,
  );

/** Rejects a proof with a reason for its member; resolves to the proof as it was decided. */
export const rejectProof = (id: string, reason: string): Promise<AdminProof> =>
  asStaff(
    async () =>
      (await call(adminProofsEndpoints.rejectProof, { params: { id }, body: { reason } })).data,
  );

/** Rejects several proofs with one reason, except those claimed by others. @returns the ids of the rejected ones */
export const rejectProofs = (ids: readonly string[], reason: string): Promise<readonly string[]> =>
  asStaff(
    async () =>
      (await call(adminProofsEndpoints.rejectProofs, { body: { ids: [...ids], reason } })).data
        .rejected,
  );

const setupQueue = createQueryCache<Queue<AdminSetup>>();

/** The waiting account setups, as many as the server returns at once. */
export const useSetupQueue = (): StaffQuery<Queue<AdminSetup>> =>
  useAutoRefresh(
    useStaffQuery(
      setupQueue,
      'waiting',
      async () => ({ rows: (await call(adminSetupsEndpoints.adminSetups, {})).data, more: false }),
      fallbackMessage(adminSetupsEndpoints.adminSetups),
    ),
  );

const setupCases = createQueryCache<SetupCase>();

/** An account setup with all facts for the decision; nothing is requested while `id` is null. */
export const useSetupCase = (id: string | null): StaffQuery<SetupCase> =>
  useStaffQuery(
    setupCases,
    id,
    async () => (await call(adminSetupsEndpoints.adminSetup, { params: { id: id ?? '' } })).data,
    fallbackMessage(adminSetupsEndpoints.adminSetup),
  );

/** Approves an account setup; a member with a higher tier keeps it. */
export const approveSetup = (id: string, tier: 'starter' | 'essential'): Promise<AdminUser> =>
  asStaff(
    async () =>
      (await call(adminSetupsEndpoints.approveSetup, { params: { id }, body: { tier } })).data.user,
  );

/** Rejects an account setup; resolves to it as it was decided. @param reason shown to its member */
export const rejectSetup = (id: string, reason: string): Promise<AdminSetup> =>
  asStaff(
    async () =>
      (await call(adminSetupsEndpoints.rejectSetup, { params: { id }, body: { reason } })).data,
  );

/** A file in Firebase Storage: loading, failed or loaded. */
type StoredFile =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'here'; readonly url: string; readonly blob: Blob };

interface Fetched {
  readonly path: string;
  readonly file: StoredFile;
}

async function fetchFile(path: string): Promise<StoredFile> {
  const { download } = await import('../session/fileStorage');
  const blob = await download(path);
  return { state: 'here', url: URL.createObjectURL(blob), blob };
}

/** The file at this path of Firebase Storage, which staff may read; released when it is no longer displayed. */
export function useStoredFile(path: string): {
  readonly file: StoredFile;
  readonly tryAgain: () => void;
} {
  const [round, setRound] = useState(0);
  const [fetched, setFetched] = useState<Fetched | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let current = true;
    void fetchFile(path)
      .catch((): StoredFile => ({ state: 'failed' }))
      .then((file) => {
        if (file.state === 'here') url = file.url;
        if (current) setFetched({ path, file });
        else if (url !== null) URL.revokeObjectURL(url);
      });
    return () => {
      current = false;
      setFetched(null);
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [path, round]);
  const file: StoredFile = fetched?.path === path ? fetched.file : { state: 'loading' };
  return { file, tryAgain: () => setRound((before) => before + 1) };
}
