import { challengeSchema } from '@quantalgo/contracts/auth/challenge';
import {
  CHALLENGE_HEADER,
  CHALLENGE_NEEDED,
  type Endpoint,
} from '@quantalgo/contracts/core/endpoint';
import { useState } from 'react';
import { call } from './call';
import { ApiError } from './errors';
import type { AnyRequest, RequestOf } from './request';

/** A device whose network changes meanwhile gets another challenge. */
const MAX_CHALLENGES = 3;

/** Shown while the device solves a challenge. */
const CHECKING = 'Checking your device…';

/**
 * Calls an endpoint that may demand a solved challenge, which this device then solves by itself.
 * @param onChecking called with true while it does
 */
async function callSolving<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  onChecking: (isChecking: boolean) => void,
) {
  let solved: Pick<AnyRequest, 'headers'> = {};
  for (let left = MAX_CHALLENGES; ; left -= 1) {
    try {
      return await call(endpoint, { ...request, ...solved });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== CHALLENGE_NEEDED || left === 0)
        throw error;
      const challenge = challengeSchema.parse(error.data);
      onChecking(true);
      try {
        const { solveChallenge } = await import('./challenge');
        const answer = `${challenge.challenge} ${await solveChallenge(challenge)}`;
        solved = { headers: { [CHALLENGE_HEADER]: answer } };
      } finally {
        onChecking(false);
      }
    }
  }
}

/** Calls by {@link callSolving}, and the label of the form's button while the device is checked. */
export function useChallenge() {
  const [isChecking, setChecking] = useState(false);
  return {
    checking: isChecking ? CHECKING : undefined,
    call: <E extends Endpoint>(endpoint: E, request: RequestOf<E>) =>
      callSolving(endpoint, request, setChecking),
  };
}
