import { LEDGER_PAGE_SIZE } from '@quantalgo/contracts';
import { readLedgerHead, readLedgerPage } from '../platform/record/ledger';
import { readStamps } from '../platform/record/stamps';
import type { ApiDeps } from './deps';
import { HttpError } from './errors';
import type { HandlersOf } from './handler';

/** A full page of a named ledger never changes: a CDN and every browser may keep it for a year. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The public ledger, as pages that a CDN serves. */
export const ledgerHandlers = ({
  firestore,
}: ApiDeps): HandlersOf<'ledgerHead' | 'ledgerPage' | 'ledgerStamps'> => ({
  async ledgerHead() {
    const head = await readLedgerHead(firestore);
    if (!head) throw new HttpError(404, 'The ledger has not begun yet');
    return { data: head };
  },

  async ledgerPage({ params: { page }, query: { ledger } }) {
    if (ledger !== undefined && (await readLedgerHead(firestore))?.ledgerId !== ledger)
      throw new HttpError(404, 'There is no such ledger here any more');
    const entries = await readLedgerPage(firestore, page);
    if (entries.length === 0) throw new HttpError(404, 'The ledger has no such page yet');
    const isForGood = ledger !== undefined && entries.length === LEDGER_PAGE_SIZE;
    return { data: entries, ...(isForGood && { cache: IMMUTABLE }) };
  },

  async ledgerStamps({ query: { after } }) {
    return { data: await readStamps(firestore, after) };
  },
});
