import { LEDGER_PAGE_SIZE } from '@quantalgo/contracts';
import { readLedgerHead, readLedgerPage } from '../platform/ledger/readLedger';
import type { ApiDeps } from './deps';
import { HttpError } from './errors';
import type { HandlersOf } from './handler';

/** A full page never changes: a CDN and every browser may keep it for a year. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The public ledger, as pages that a CDN serves. */
export const ledgerHandlers = ({
  firestore,
}: ApiDeps): HandlersOf<'ledgerHead' | 'ledgerPage'> => ({
  async ledgerHead() {
    const head = await readLedgerHead(firestore);
    if (!head) throw new HttpError(404, 'The ledger has not begun yet');
    return { data: head };
  },

  async ledgerPage({ params: { page } }) {
    const entries = await readLedgerPage(firestore, page);
    if (entries.length === 0) throw new HttpError(404, 'The ledger has no such page yet');
    const full = entries.length === LEDGER_PAGE_SIZE;
    return { data: entries, ...(full && { cache: IMMUTABLE }) };
  },
});
