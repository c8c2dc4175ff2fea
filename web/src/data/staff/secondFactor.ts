import { FACTOR_REFUSALS, type SecondFactor } from '@quantalgo/contracts';
import { useSyncExternalStore } from 'react';
import { observable } from '../core/observable';
import { call } from '../session/call';
import { currentUser, session } from '../session/currentSession';
import { ApiError } from '../session/errors';

/** Why the second factor is asked for: this session never showed it, or too long ago for what is wanted now. */
export type FactorReason = keyof typeof FACTOR_REFUSALS;

/** The server waits for the second factor, and what was wanted waits with it. */
export interface FactorRequest {
  readonly why: FactorReason;
  /** Whether it was shown in the end. */
  readonly answer: Promise<boolean>;
  readonly settle: (shown: boolean) => void;
}

const request = observable<FactorRequest | null>(null);

/** What the server waits for; null where it waits for nothing. */
export const useFactorRequest = (): FactorRequest | null =>
  useSyncExternalStore(request.subscribe, request.get);

/** Whether a refusal asks for the second factor, and why. */
export function factorAsked(error: unknown): FactorReason | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === FACTOR_REFUSALS.missing) return 'missing';
  return error.code === FACTOR_REFUSALS.stale ? 'stale' : null;
}

/** Who ceases to be signed in shows nothing any more. */
let owner: string | undefined;
session.subscribe(() => {
  if (currentUser()?.id !== owner) request.get()?.settle(false);
});

/** Asks for the second factor and says whether it was shown. Whoever asks meanwhile waits for the same answer. */
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
export const fetchFactor = async (): Promise<SecondFactor> => (await call('secondFactor', {})).data;

/** A new secret for an authenticator: as an address in a QR code, and to be typed. */
export interface NewSecret {
  readonly uri: string;
  readonly secret: string;
}

export const beginFactor = async (currentPassword: string): Promise<NewSecret> =>
  (await call('beginSecondFactor', { body: { currentPassword } })).data;

/** Confirms the new secret by a code of it; answers the recovery codes, this once. */
export const confirmFactor = async (code: string): Promise<readonly string[]> =>
  (await call('confirmSecondFactor', { body: { code } })).data.recoveryCodes;

/** Shows the second factor by a code of the authenticator, or a recovery code. */
export const passFactor = async (code: string): Promise<SecondFactor> =>
  (await call('passSecondFactor', { body: { code } })).data;

/** New recovery codes, answered this once; those before are void. */
export const renewRecoveryCodes = async (): Promise<readonly string[]> =>
  (await call('renewRecoveryCodes', {})).data.recoveryCodes;
