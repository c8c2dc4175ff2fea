import type { User } from '@quantalgo/contracts/account/member';
import { type Activation, getActivation } from '@quantalgo/contracts/submissions/activation';
import { useNow } from '../core/clock';
import { type SubmissionStatus, useSubmissionStatus } from './submission';

export type Submission = SubmissionStatus<'proof'> | SubmissionStatus<'setup'>;

export type MemberActivation = Activation<Submission>;

/** Combines the member's own documents and outbox. Undefined until they are read. */
export function useActivation(member: User): MemberActivation | undefined {
  const proof = useSubmissionStatus('proof', member.id);
  const setup = useSubmissionStatus('setup', member.id);
  const now = useNow(60_000);
  if (proof === undefined || setup === undefined) return undefined;
  const submissions: Submission[] = [...(proof ? [proof] : []), ...(setup ? [setup] : [])];
  return getActivation({ access: member, account: member.broker, submissions, now });
}
