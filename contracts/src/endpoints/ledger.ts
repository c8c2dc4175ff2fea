import * as z from 'zod/mini';
import { endpoint } from '../api/endpoint';
import { ledgerEntrySchema, ledgerHeadSchema } from '../ledger/entry';

const PAGE = 'page must be a whole number from 0';

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
    summary: 'One page of 1,000 entries; a full page never changes',
    failure: 'Failed to get the ledger',
    cache: 'public, max-age=5',
    params: z.strictObject({
      page: z.pipe(z.string().check(z.regex(/^\d{1,7}$/, PAGE)), z.transform(Number)),
    }),
    data: z.array(ledgerEntrySchema),
  }),
} as const;
