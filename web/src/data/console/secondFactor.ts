import {
  type SecondFactor,
  secondFactorEndpoints,
} from '@quantalgo/contracts/auth/secondFactorEndpoints';
import { FACTOR_REFUSALS } from '@quantalgo/contracts/core/endpoint';
import { useSyncExternalStore } from 'react';
import { observable } from '../core/observable';
import { call } from '../auth/call';
import { getCurrentUser, session } from '../auth/currentSession';
import { ApiError } from '../core/errors';

/** `missing`: never presented in this session. `stale`: presented too long ago for this action. */
type FactorReason = keyof typeof FACTOR_REFUSALS;

export interface FactorRequest {
  readonly reason: FactorReason;
  readonly answer: Promise<boolean>;
  readonly settle: (presented: boolean) => void;
}

const request = observable<FactorRequest | null>(null);

export const useFactorRequest = (): FactorRequest | null =>
  useSyncExternalStore(request.subscribe, request.get);

export function getFactorReason(error: unknown): FactorReason | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === FACTOR_REFUSALS.missing) return 'missing';
  return error.code === FACTOR_REFUSALS.stale ? 'stale' : null;
}

let requesterId: string | undefined;
session.subscribe(() => {
  if (getCurrentUser()?.id !== requesterId) request.get()?.settle(false);
});

/** Concurrent callers share one prompt. @returns true if the second factor was presented */
export function requestFactor(reason: FactorReason): Promise<boolean> {
  const pending = request.get();
  if (pending && (pending.reason === 'missing' || reason === 'stale')) return pending.answer;
  requesterId = getCurrentUser()?.id;
  let resolve: (presented: boolean) => void = () => undefined;
  const answer = new Promise<boolean>((resolvePromise) => {
    resolve = resolvePromise;
  });
  const settleRequest = (presented: boolean) => {
    request.set(null);
    resolve(presented);
    pending?.settle(presented);
  };
  request.set({ reason, answer, settle: settleRequest });
  return answer;
}

export const fetchFactor = async (): Promise<SecondFactor> =>
  (await call(secondFactorEndpoints.secondFactor, {})).data;

export interface NewSecret {
  readonly uri: string;
  readonly secret: string;
}

export const beginFactor = async (currentPassword: string): Promise<NewSecret> =>
  (await call(secondFactorEndpoints.beginSecondFactor, { body: { currentPassword } })).data;

/** The server accepts no push registration from staff before the second factor. */
const registerForPush = async (): Promise<void> => (await import('../push/devicePush')).syncPush();

export async function confirmFactor(code: string): Promise<readonly string[]> {
  const { data } = await call(secondFactorEndpoints.confirmSecondFactor, { body: { code } });
  void registerForPush();
  return data.recoveryCodes;
}

export async function presentFactor(code: string): Promise<SecondFactor> {
  const { data } = await call(secondFactorEndpoints.verifySecondFactor, { body: { code } });
  void registerForPush();
  return data;
}

export const renewRecoveryCodes = async (): Promise<readonly string[]> =>
  (await call(secondFactorEndpoints.renewRecoveryCodes, {})).data.recoveryCodes;
