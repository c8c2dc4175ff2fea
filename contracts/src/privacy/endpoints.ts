import * as z from 'zod/mini';
import { accountDataSchema, signalArchiveEntrySchema } from './archive';
import { endpoint, NO_STORE } from '../core/endpoint';
import { isSlotId, slotIdSchema } from '../core/slots';

export const archiveEndpoints = {
  /**
   * Everything stored about the member, except their journal, the signals they received and the
   * content of the files, which are listed.
   */
  exportAccount: endpoint({
    method: 'GET',
    path: '/api/account/export',
    caller: 'member',
    failure: 'Failed to export your data',
    cache: NO_STORE,
    data: accountDataSchema,
  }),
  /**
   * A page of the signals received since joining, oldest first, with their ledger entries. `next`
   * is the cursor of the following page.
   */
  exportSignals: endpoint({
    method: 'GET',
    path: '/api/account/export/signals',
    caller: 'member',
    failure: 'Failed to export your data',
    cache: NO_STORE,
    query: z.strictObject({
      after: z.optional(slotIdSchema.check(z.refine(isSlotId, 'after must be a slot id'))),
    }),
    data: z.object({ signals: z.array(signalArchiveEntrySchema), next: z.nullable(slotIdSchema) }),
  }),
} as const;
