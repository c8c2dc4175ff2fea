import { WAT } from '@quantalgo/contracts/core/time';
import { STATED_PAYOUTS } from '@quantalgo/contracts/signals/payout';
import type { JournalView } from '../src/data/journal/entries';
import {
  buildJournalIndex,
  NO_SEARCH,
  type Search,
  searchJournal,
  toEntryLines,
} from '../src/screens/journal/find';

let journal = buildJournalIndex([], WAT, STATED_PAYOUTS);

/** For the search's benchmark, which calls these in an empty page. */
Object.assign(globalThis, {
  write(views: readonly JournalView[]): void {
    journal = buildJournalIndex(views, WAT, STATED_PAYOUTS);
  },
  search(query: Partial<Search>): number {
    return toEntryLines(searchJournal(journal, { ...NO_SEARCH, ...query })).length;
  },
});
