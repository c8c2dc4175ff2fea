import * as z from 'zod/mini';
import { endpoint } from '../api/endpoint';
import { ledgerEntrySchema, ledgerHeadSchema, type LedgerEntry } from '../ledger/entry';
import { daySchema, stampSchema } from '../ledger/stamp';

const PAGE = 'page must be a whole number from 0';

/**
 * An entry as it is stored, also one that makes no sense any more: a page hides nothing from whoever verifies it. Of a
 * sound one the fields that belong to it.
 */
export const servedEntrySchema = z.union([ledgerEntrySchema, z.record(z.string(), z.json())]);

/** The entries of a page that make sense. */
export const soundEntries = (page: readonly z.infer<typeof servedEntrySchema>[]): LedgerEntry[] =>
  page.flatMap((entry) => ledgerEntrySchema.safeParse(entry).data ?? []);

export const ledgerEndpoints = {
  ledgerHead: endpoint({
    method: 'GET',
    path: '/api/ledger/head',
    caller: 'public',
    summary: 'The newest entry of the public ledger',
    failure: 'Failed to get the ledger',
    cache: 'public, max-age=5',
    data: ledgerHeadSchema,
  }),
  ledgerPage: endpoint({
    method: 'GET',
    path: '/api/ledger/pages/:page',
    caller: 'public',
    summary: 'One page of 1,000 entries; a full page of a named ledger never changes',
    failure: 'Failed to get the ledger',
    cache: 'public, max-age=5',
    params: z.strictObject({
      page: z.pipe(z.string().check(z.regex(/^\d{1,7}$/, PAGE)), z.transform(Number)),
    }),
    /** Id of the ledger that the page must be of. */
    query: z.strictObject({ ledger: z.optional(z.string().check(z.maxLength(100))) }),
    data: z.array(servedEntrySchema),
  }),
  ledgerStamps: endpoint({
    method: 'GET',
    path: '/api/ledger/stamps',
    caller: 'public',
    summary: 'Time-stamps of the heads of up to 100 days, oldest first',
    failure: 'Failed to get the ledger',
    cache: 'public, max-age=300',
    /** `after`: only stamps of later days. */
    query: z.strictObject({ after: z.optional(daySchema) }),
    data: z.array(stampSchema),
  }),
} as const;
