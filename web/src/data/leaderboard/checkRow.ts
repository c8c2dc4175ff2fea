import type { LeaderboardRow } from '@quantalgo/contracts/leaderboard/leaderboard';
import {
  findDifferences,
  type PaperResult,
  replayPublication,
} from '@quantalgo/contracts/leaderboard/published';
import { toRevealedSignals } from '@quantalgo/contracts/leaderboard/revealed';
import type { LedgerEntry } from '@quantalgo/contracts/record/ledger/entry';
import { fetchEntriesSince } from '../record/entries';

export interface RowCheck {
  readonly own: PaperResult;
  /** Figures in which the server's row differs by a cent or more. */
  readonly differences: readonly string[];
}

const fetchEntries = (since: number): Promise<readonly LedgerEntry[]> =>
  // On a slow network the second attempt only needs what the browser hasn't cached.
  fetchEntriesSince(since).catch(() => fetchEntriesSince(since));

/**
 * Recomputes a row from the public ledger, which knows nothing of who publishes.
 * @throws Error if the ledger can't be fetched
 */
export async function checkRow(row: Omit<LeaderboardRow, 'name'>): Promise<RowCheck> {
  const entries = await fetchEntries(row.configuration.since);
  const result = replayPublication(row, toRevealedSignals(entries), row.standing);
  return { own: result, differences: findDifferences(row.standing, result) };
}
