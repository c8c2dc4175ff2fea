import { challengeSchema } from '@quantalgo/contracts/auth/challenge';
import {
  CHALLENGE_HEADER,
  CHALLENGE_REQUIRED,
  type Endpoint,
} from '@quantalgo/contracts/core/endpoint';
import { useState } from 'react';
import { call } from './call';
import { ApiError } from '../core/errors';
import type { AnyRequest, EndpointRequest } from './request';

/** The server issues another challenge if the device's network changed. */
const MAX_CHALLENGES = 3;

const CHECKING_LABEL = 'Checking your device…';

async function callSolving<E extends Endpoint>(
  endpoint: E,
  request: EndpointRequest<E>,
  onChecking: (isChecking: boolean) => void,
) {
  let proof: Pick<AnyRequest, 'headers'> = {};
  for (let remaining = MAX_CHALLENGES; ; remaining -= 1) {
    try {
      return await call(endpoint, { ...request, ...proof });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== CHALLENGE_REQUIRED || remaining === 0)
        throw error;
      const challenge = challengeSchema.parse(error.data);
      onChecking(true);
      try {
        const { solveChallenge } = await import('./challenge');
        const answer = `${challenge.challenge} ${await solveChallenge(challenge)}`;
        proof = { headers: { [CHALLENGE_HEADER]: answer } };
      } finally {
        onChecking(false);
      }
    }
  }
}

export function useChallenge() {
  const [isChecking, setChecking] = useState(false);
  return {
    checking: isChecking ? CHECKING_LABEL : undefined,
    call: <E extends Endpoint>(endpoint: E, request: EndpointRequest<E>) =>
      callSolving(endpoint, request, setChecking),
  };
}
