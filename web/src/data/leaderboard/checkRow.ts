import type { LeaderboardRow } from '@quantalgo/contracts/leaderboard/leaderboard';
import {
  differencesOf,
  type PaperResult,
  replayed,
} from '@quantalgo/contracts/leaderboard/published';
import { revealedSignals } from '@quantalgo/contracts/leaderboard/revealed';
import type { LedgerEntry } from '@quantalgo/contracts/record/ledger/entry';
import { entriesSince } from '../record/entries';

/** What checking a row on this device gave. */
export interface Check {
  readonly own: PaperResult;
  /** The figures in which the server's row differs; none where it is right to the cent. */
  readonly differences: readonly string[];
}

/** The public entries since a time (epoch ms). @throws Error if they can't be fetched twice */
const fetched = (since: number): Promise<readonly LedgerEntry[]> =>
  // What came of the first try is in the browser's cache: on a slow line the second one needs only the rest.
  entriesSince(since).catch(() => entriesSince(since));

/**
 * Recomputes a row from the public ledger, which knows nothing of who publishes.
 * @throws Error if the ledger can't be fetched
 */
export async function checkRow(row: Omit<LeaderboardRow, 'name'>): Promise<Check> {
  const entries = await fetched(row.configuration.since);
  const own = replayed(row, revealedSignals(entries), row.standing);
  return { own, differences: differencesOf(row.standing, own) };
}
