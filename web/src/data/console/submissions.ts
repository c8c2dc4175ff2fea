import type { Tier } from '@quantalgo/contracts/access/access';
import type { AdminUser } from '@quantalgo/contracts/account/adminUser';
import type {
  AdminProof,
  AdminSetup,
  Duplicate,
  ProofCase,
  SetupCase,
} from '@quantalgo/contracts/submissions/review';
import {
  adminProofsEndpoints,
  adminSetupsEndpoints,
  PROOFS_PAGE_SIZE,
} from '@quantalgo/contracts/submissions/reviewEndpoints';
import { type Request, useRequest } from '../core/useRequest';
import type * as z from 'zod/mini';
import { serverNow } from '../core/clock';
import { call, callIfChanged } from '../auth/call';
import { toFailureText, NetworkError } from '../core/errors';
import { HeldDecisions } from './heldDecisions';
import { runAsStaff, createStaffCache, usePolling } from './queries';
import { computeImageFingerprint } from './fingerprint';

export interface Queue<S> {
  readonly rows: readonly S[];
  readonly more: boolean;
}

/** Ids of submissions decided in this tab, so that earlier responses don't show them again. */
const decidedIds = createStaffCache<true>();

const markDecided = (ids: readonly string[]): void => {
  for (const id of ids) decidedIds.set(id, { value: true, at: serverNow() });
};

const isUndecided = ({ id }: { readonly id: string }): boolean => decidedIds.get(id) === undefined;

const excludeDecided = <S extends { readonly id: string }>({ rows, more }: Queue<S>): Queue<S> => ({
  rows: rows.filter(isUndecided),
  more,
});

const heldDecisions = createStaffCache<HeldDecisions>();

/** One per queue and staff session, so that a failure is still reported after leaving the screen. */
export function getHeldDecisions(queue: string): HeldDecisions {
  const existing = heldDecisions.get(queue);
  if (existing) return existing.value;
  const value = new HeldDecisions();
  heldDecisions.set(queue, { value, at: serverNow() });
  return value;
}

interface Page<T> {
  readonly data: T;
  readonly etag: string | null;
}

async function fetchIfChanged<T>(
  pages: ReturnType<typeof createStaffCache<Page<T>>>,
  key: string,
  fetch: (etag: string | null) => Promise<Page<T> | null>,
): Promise<T> {
  const cached = pages.get(key)?.value;
  const page = (await fetch(cached?.etag ?? null)) ?? cached;
  if (!page) throw new NetworkError('Unexpected status 304');
  if (page !== cached) pages.set(key, { value: page, at: serverNow() });
  return page.data;
}

const proofPages = createStaffCache<Page<readonly AdminProof[]>>();

async function fetchPage(after: string | undefined): Promise<Queue<AdminProof>> {
  const request = after === undefined ? {} : { query: { after } };
  const rows = await fetchIfChanged(proofPages, after ?? '', (etag) =>
    callIfChanged(adminProofsEndpoints.adminProofs, request, etag),
  );
  return { rows, more: rows.length >= PROOFS_PAGE_SIZE };
}

export const fetchProofs = (after: string): Promise<Queue<AdminProof>> =>
  runAsStaff(async () => excludeDecided(await fetchPage(after)));

async function fetchAtLeast(minRows: number): Promise<Queue<AdminProof>> {
  let queue = await fetchPage(undefined);
  while (queue.more && queue.rows.length < minRows) {
    const nextPage = await fetchPage(queue.rows.at(-1)?.id);
    queue = { rows: [...queue.rows, ...nextPage.rows], more: nextPage.more };
  }
  return excludeDecided(queue);
}

const QUEUE_KEY = 'pending';

const proofQueue = createStaffCache<Queue<AdminProof>>();

export const useProofQueue = (): Request<Queue<AdminProof>> =>
  usePolling(
    useRequest(() => fetchAtLeast(proofQueue.get(QUEUE_KEY)?.value.rows.length ?? 0), {
      cache: proofQueue,
      key: QUEUE_KEY,
      failure: toFailureText(adminProofsEndpoints.adminProofs),
    }),
  );

export const takeNextProof = (except: readonly string[]): Promise<ProofCase | null> =>
  runAsStaff(async () => {
    const request = { body: { except: [...except] } };
    return (await call(adminProofsEndpoints.claimNextProof, request)).data;
  });

export const takeProof = (id: string): Promise<ProofCase> =>
  runAsStaff(async () => (await call(adminProofsEndpoints.claimProof, { params: { id } })).data);

export const findSimilarProofs = (
  id: string,
  image: HTMLImageElement,
): Promise<readonly Duplicate[]> =>
  runAsStaff(async () => {
    const body = computeImageFingerprint(image);
    return body
      ? (await call(adminProofsEndpoints.compareProof, { params: { id }, body })).data
      : [];
  });

export const releaseProof = (id: string): Promise<unknown> =>
  runAsStaff(() => call(adminProofsEndpoints.releaseProof, { params: { id } }));

export interface Approval {
  readonly tier: Exclude<Tier, 'guest'>;
  readonly answered: string[];
  readonly overridden: string[];
}

export const approveProof = (id: string, approval: Approval): Promise<AdminUser> =>
  runAsStaff(async () => {
    const request = { params: { id }, body: { ...approval }, keepalive: true };
    const { data } = await call(adminProofsEndpoints.approveProof, request);
    markDecided([id]);
    return data.user;
  });

export const rejectProof = (id: string, reason: string): Promise<AdminProof> =>
  runAsStaff(async () => {
    const request = { params: { id }, body: { reason }, keepalive: true };
    const { data } = await call(adminProofsEndpoints.rejectProof, request);
    markDecided([id]);
    return data;
  });

export const rejectProofs = (ids: readonly string[], reason: string): Promise<readonly string[]> =>
  runAsStaff(async () => {
    const request = { body: { ids: [...ids], reason }, keepalive: true };
    const { data } = await call(adminProofsEndpoints.rejectProofs, request);
    markDecided(data.rejected);
    return data.rejected;
  });

export type ConfirmedProof = z.infer<
  typeof adminProofsEndpoints.approveProofs.data
>['confirmed'][number];

export const findConfirmedProofs = (ids: readonly string[]): Promise<readonly ConfirmedProof[]> =>
  runAsStaff(async () => {
    const request = { body: { ids: [...ids], preview: true } };
    return (await call(adminProofsEndpoints.approveProofs, request)).data.confirmed;
  });

export const approveProofs = (ids: readonly string[]): Promise<readonly ConfirmedProof[]> =>
  runAsStaff(async () => {
    const request = { body: { ids: [...ids], preview: false }, keepalive: true };
    const { confirmed } = (await call(adminProofsEndpoints.approveProofs, request)).data;
    markDecided(confirmed.map(({ id }) => id));
    return confirmed;
  });

const setupPages = createStaffCache<Page<readonly AdminSetup[]>>();

const setupQueue = createStaffCache<Queue<AdminSetup>>();

async function fetchSetups(): Promise<Queue<AdminSetup>> {
  const rows = await fetchIfChanged(setupPages, '', (etag) =>
    callIfChanged(adminSetupsEndpoints.adminSetups, {}, etag),
  );
  return excludeDecided({ rows, more: false });
}

export const useSetupQueue = (): Request<Queue<AdminSetup>> =>
  usePolling(
    useRequest(fetchSetups, {
      cache: setupQueue,
      key: QUEUE_KEY,
      failure: toFailureText(adminSetupsEndpoints.adminSetups),
    }),
  );

const setupCases = createStaffCache<SetupCase>();

export const useSetupCase = (id: string | null): Request<SetupCase> =>
  useRequest(
    async () => (await call(adminSetupsEndpoints.adminSetup, { params: { id: id ?? '' } })).data,
    { cache: setupCases, key: id, failure: toFailureText(adminSetupsEndpoints.adminSetup) },
  );

export const approveSetup = (id: string, approval: Approval): Promise<AdminUser> =>
  runAsStaff(async () => {
    const request = { params: { id }, body: { ...approval }, keepalive: true };
    const { data } = await call(adminSetupsEndpoints.approveSetup, request);
    markDecided([id]);
    return data.user;
  });

export const rejectSetup = (id: string, reason: string): Promise<AdminSetup> =>
  runAsStaff(async () => {
    const request = { params: { id }, body: { reason }, keepalive: true };
    const { data } = await call(adminSetupsEndpoints.rejectSetup, request);
    markDecided([id]);
    return data;
  });
