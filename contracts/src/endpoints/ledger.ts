import * as z from 'zod/mini';
import { endpoint } from '../endpoint';
import {
  daySchema,
  type LedgerEntry,
  ledgerEntrySchema,
  ledgerHeadSchema,
  stampSchema,
} from '../ledger/entry';

const PAGE = 'page must be a whole number from 0';

/**
 * A stored entry, even an invalid one, because a page must hide nothing from verification. A valid one is reduced to
 * its own fields.
 */
export const servedEntrySchema = z.union([ledgerEntrySchema, z.record(z.string(), z.json())]);

/** The valid entries of a page. */
export const soundEntries = (page: readonly z.infer<typeof servedEntrySchema>[]): LedgerEntry[] =>
  page.flatMap((entry) => ledgerEntrySchema.safeParse(entry).data ?? []);

export const ledgerEndpoints = {
  ledgerHead: endpoint({
    method: 'GET',
    path: '/api/ledger/head',
    caller: 'public',
    failure: 'Failed to get the ledger',
    cache: 'public, max-age=5',
    data: ledgerHeadSchema,
  }),
  ledgerPage: endpoint({
    method: 'GET',
    path: '/api/ledger/pages/:page',
    caller: 'public',
    failure: 'Failed to get the ledger',
    cache: 'public, max-age=5',
    params: z.strictObject({
      page: z.pipe(z.string().check(z.regex(/^\d{1,7}$/, PAGE)), z.transform(Number)),
    }),
    /** Id of the ledger that the page must belong to. */
    query: z.strictObject({ ledger: z.optional(z.string().check(z.maxLength(100))) }),
    data: z.array(servedEntrySchema),
  }),
  ledgerStamps: endpoint({
    method: 'GET',
    path: '/api/ledger/stamps',
    caller: 'public',
    failure: 'Failed to get the ledger',
    cache: 'public, max-age=300',
    /** `after`: only stamps of later days. */
    query: z.strictObject({ after: z.optional(daySchema) }),
    data: z.array(stampSchema),
  }),
} as const;
