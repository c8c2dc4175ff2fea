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
  /** Names of figures that differ from the server's by a cent or more. */
  readonly differences: readonly string[];
}

const fetchEntries = (since: number): Promise<readonly LedgerEntry[]> =>
  // The second attempt only needs what the browser hasn't cached, which helps on a slow network.
  fetchEntriesSince(since).catch(() => fetchEntriesSince(since));

/**
 * Recomputes a row's result from the public ledger and compares it with the server's figures.
 * @throws Error if the ledger can't be fetched
 */
export async function checkRow(row: Omit<LeaderboardRow, 'name'>): Promise<RowCheck> {
  const entries = await fetchEntries(row.configuration.since);
  const result = replayPublication(row, toRevealedSignals(entries), row.standing);
  return { own: result, differences: findDifferences(row.standing, result) };
}
