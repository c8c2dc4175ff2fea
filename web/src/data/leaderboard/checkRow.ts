import type { LeaderboardRow } from '@quantalgo/contracts/leaderboard/leaderboard';
import {
  differencesOf,
  type PaperResult,
  replayed,
} from '@quantalgo/contracts/leaderboard/published';
import { revealedSignals } from '@quantalgo/contracts/leaderboard/revealed';
import type { LedgerEntry } from '@quantalgo/contracts/record/ledger/entry';
import { entriesSince } from '../record/entries';

export interface Check {
  readonly own: PaperResult;
  /** Figures in which the server's row differs by a cent or more. */
  readonly differences: readonly string[];
}

const fetchEntries = (since: number): Promise<readonly LedgerEntry[]> =>
  // On a slow network the second attempt only needs what the browser hasn't cached.
  entriesSince(since).catch(() => entriesSince(since));

/**
 * Recomputes a row from the public ledger, which knows nothing of who publishes.
 * @throws Error if the ledger can't be fetched
 */
export async function checkRow(row: Omit<LeaderboardRow, 'name'>): Promise<Check> {
  const entries = await fetchEntries(row.configuration.since);
  const result = replayed(row, revealedSignals(entries), row.standing);
  return { own: result, differences: differencesOf(row.standing, result) };
}
