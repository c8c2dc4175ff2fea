import {
  type SecondFactor,
  secondFactorEndpoints,
} from '@quantalgo/contracts/auth/secondFactorEndpoints';
import { FACTOR_REFUSALS } from '@quantalgo/contracts/core/endpoint';
import { useSyncExternalStore } from 'react';
import { observable } from '../core/observable';
import { call } from '../auth/call';
import { currentUser, session } from '../auth/currentSession';
import { ApiError } from '../auth/errors';

/** Why the second factor is required: this session never presented it, or too long ago for this action. */
type FactorReason = keyof typeof FACTOR_REFUSALS;

/** A pending request for the second factor; the action that needs it waits for it. */
export interface FactorRequest {
  readonly why: FactorReason;
  /** Whether it was presented in the end. */
  readonly answer: Promise<boolean>;
  readonly settle: (shown: boolean) => void;
}

const request = observable<FactorRequest | null>(null);

/** The pending request for the second factor; null if there is none. */
export const useFactorRequest = (): FactorRequest | null =>
  useSyncExternalStore(request.subscribe, request.get);

/** Why a refusal requires the second factor; null if it doesn't. */
export function factorAsked(error: unknown): FactorReason | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === FACTOR_REFUSALS.missing) return 'missing';
  return error.code === FACTOR_REFUSALS.stale ? 'stale' : null;
}

/** The member who was asked: once they are signed out, the request is cancelled. */
let owner: string | undefined;
session.subscribe(() => {
  if (currentUser()?.id !== owner) request.get()?.settle(false);
});

/** Asks for the second factor. Further callers meanwhile wait for the same answer. @returns whether it was presented */
export function askForFactor(why: FactorReason): Promise<boolean> {
  const before = request.get();
  if (before && (before.why === 'missing' || why === 'stale')) return before.answer;
  owner = currentUser()?.id;
  let resolve: (shown: boolean) => void = () => undefined;
  const answer = new Promise<boolean>((done) => {
    resolve = done;
  });
  const settle = (shown: boolean) => {
    request.set(null);
    resolve(shown);
    before?.settle(shown);
  };
  request.set({ why, answer, settle });
  return answer;
}

/** Whether a second factor is set up, and how many recovery codes are left. All below throw as {@link call} does. */
export const fetchFactor = async (): Promise<SecondFactor> =>
  (await call(secondFactorEndpoints.secondFactor, {})).data;

/** A new secret for an authenticator: as a URI for a QR code, and for typing. */
export interface NewSecret {
  readonly uri: string;
  readonly secret: string;
}

export const beginFactor = async (currentPassword: string): Promise<NewSecret> =>
  (await call(secondFactorEndpoints.beginSecondFactor, { body: { currentPassword } })).data;

/** Registers this device for push again: before, the server took none of staff for this session. */
const registerForPush = async (): Promise<void> =>
  (await import('../push/devicePush')).comparePush();

/** Confirms the new secret by one of its codes; returns the recovery codes, only this once. */
export async function confirmFactor(code: string): Promise<readonly string[]> {
  const { data } = await call(secondFactorEndpoints.confirmSecondFactor, { body: { code } });
  void registerForPush();
  return data.recoveryCodes;
}

/** Presents the second factor: a code of the authenticator, or a recovery code. */
export async function passFactor(code: string): Promise<SecondFactor> {
  const { data } = await call(secondFactorEndpoints.passSecondFactor, { body: { code } });
  void registerForPush();
  return data;
}

/** Creates new recovery codes, which are returned only once and void the previous ones. */
export const renewRecoveryCodes = async (): Promise<readonly string[]> =>
  (await call(secondFactorEndpoints.renewRecoveryCodes, {})).data.recoveryCodes;
