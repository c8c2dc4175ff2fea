import type { ProofStatus } from '../../../data/account/proof';

/** What was decided of a proof is told to a member whose dashboard is open for so long (ms): it was mailed, too. */
const NEWS_MS = 3 * 24 * 60 * 60_000;

/** Whether a member whose dashboard is open should still be told of their proof at `now` (epoch ms). */
export const isNews = (status: ProofStatus, now: number): boolean =>
  !('at' in status) || now < status.at + NEWS_MS;
