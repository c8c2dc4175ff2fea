import type { Zone } from '@quantalgo/contracts/core/time';
import { PATHS } from '@quantalgo/contracts/core/paths';
import {
  type Activation,
  ACTIVATION_STEPS,
  countStepsDone,
  type SubmissionKind,
} from '@quantalgo/contracts/submissions/activation';
import { describeCheck, SUBMISSION_NOUNS } from './check';

export function summariseActivation(activation: Activation): string {
  switch (activation.name) {
    case 'broker':
      return 'Two steps left, about ten minutes.';
    case 'fund':
      return 'Two steps left: fund the account and send the proof.';
    case 'proof':
      return 'One step left, about two minutes.';
    case 'sending':
      return 'Your part is done once we receive your submission.';
    case 'check':
      return activation.isLate
        ? 'Your part is done. Our answer is late.'
        : 'Your part is done. Nothing to do until we answer.';
    case 'rejected':
      return 'One step left: submit again.';
    case 'approved':
    case 'open':
      return 'All done.';
  }
}

const SUBMISSION_PATHS = { proof: PATHS.linkTrader, setup: PATHS.accountSetup } as const;

export const SEND_PROOF = { words: 'Send the proof', to: PATHS.linkTrader } as const;

export interface NextAction {
  readonly words: string;
  readonly to: string;
}

/** Null while the member can only wait. */
export function getNextAction(activation: Activation): NextAction | null {
  switch (activation.name) {
    case 'broker':
      return { words: 'Open a broker account', to: PATHS.dashboard };
    case 'fund':
      return { words: 'Fund your account', to: PATHS.dashboard };
    case 'proof':
      return SEND_PROOF;
    case 'rejected':
      return { words: 'Send another', to: SUBMISSION_PATHS[activation.submission.content.kind] };
    case 'sending':
    case 'check':
    case 'approved':
    case 'open':
      return null;
  }
}

export const REJECTED_TITLES: Readonly<Record<SubmissionKind, string>> = {
  proof: 'Your proof was not accepted',
  setup: 'Your account setup was not accepted',
};

export function describeActivation(activation: Activation, now: number, zone: Zone): string {
  switch (activation.name) {
    case 'broker':
    case 'fund':
    case 'proof': {
      const done = countStepsDone(activation);
      return `Step ${done + 1} of ${ACTIVATION_STEPS.length}: ${ACTIVATION_STEPS[done] ?? ''}`;
    }
    case 'sending':
      return `${SUBMISSION_NOUNS[activation.submission.content.kind]} on its way to us`;
    case 'check':
      return describeCheck(activation, now, zone);
    case 'rejected':
      return REJECTED_TITLES[activation.submission.content.kind];
    case 'approved':
      return 'Approved: your dashboard will unlock automatically';
    case 'open':
      return 'Your dashboard is unlocked';
  }
}
