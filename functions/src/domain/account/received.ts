import { audiencesOf, isLocked, type Access, type Signal } from '@quantalgo/contracts';

/** A change of a member's access, from the audit. `at` in epoch ms. */
export interface AccessStep {
  readonly at: number;
  readonly before: Access;
  readonly after: Access;
}

/** A member's access through time: the changes, oldest first, and what holds now. */
export interface AccessHistory {
  /** Epoch ms. */
  readonly joinedAt: number;
  readonly steps: readonly AccessStep[];
  readonly now: Access;
}

/** The access that held at a time (epoch ms). */
export function accessAt({ steps, now }: AccessHistory, at: number): Access {
  const last = steps.findLast((step) => step.at <= at);
  return last?.after ?? steps[0]?.before ?? now;
}

/** Whether a member received a signal: while it could be entered, their access took in its audience. */
export const hasReceived = (
  history: AccessHistory,
  { audience, publishedAt, expiresAt }: Pick<Signal, 'audience' | 'publishedAt' | 'expiresAt'>,
): boolean =>
  expiresAt > history.joinedAt &&
  [publishedAt, expiresAt].some((at) => audiencesOf(accessAt(history, at)).includes(audience));

/** From when on (epoch ms) a member can have received signals; null where never. */
export function firstOpenAt(history: AccessHistory): number | null {
  const { joinedAt, steps } = history;
  if (!isLocked(accessAt(history, joinedAt))) return joinedAt;
  return steps.find((step) => step.at >= joinedAt && !isLocked(step.after))?.at ?? null;
}
