import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { JOURNAL_LIMITS, journalEntrySchema, journalWriteSchema } from './entry';
import { unparsedJournalWrite } from '../core/unparsedEndpoints';

export const JOURNAL_PAGE_SIZE = 500;

const INVALID_CURSOR = 'after must be a cursor from an earlier response';
const WRITES_RULE = `Send 1 to ${JOURNAL_LIMITS.writes} entries per request`;
const DUPLICATE_ENTRY = 'Each entry can appear only once per request';

export const journalWritesSchema = z.array(journalWriteSchema, WRITES_RULE).check(
  z.minLength(1, WRITES_RULE),
  z.maxLength(JOURNAL_LIMITS.writes, WRITES_RULE),
  z.refine((writes) => new Set(writes.map(({ id }) => id)).size === writes.length, DUPLICATE_ENTRY),
);

export const journalEndpoints = {
  /**
   * Journal entries changed after `after`, in order of change, up to 500 or about 1 MB. `next` is
   * the cursor of the following page.
   */
  journal: endpoint({
    method: 'GET',
    path: '/api/journal',
    caller: 'member',
    failure: 'Failed to get your journal',
    cache: NO_STORE,
    query: z.strictObject({
      after: z._default(
        z.pipe(
          z.string(INVALID_CURSOR).check(z.regex(/^\d{1,9}$/, INVALID_CURSOR)),
          z.transform(Number),
        ),
        0,
      ),
    }),
    data: z.object({
      entries: z.array(journalEntrySchema),
      next: z.nullable(z.int()),
    }),
  }),
  /**
   * Writes journal entries. The last write wins. Overwritten values that the writer hadn’t seen are
   * kept in `conflicts`.
   */
  writeJournal: endpoint({
    ...unparsedJournalWrite,
    body: z.strictObject({ writes: journalWritesSchema }),
    data: z.object({ entries: z.array(journalEntrySchema) }),
  }),
} as const;
