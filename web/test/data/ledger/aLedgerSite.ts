import { LEDGER_PAGE_SIZE, type LedgerEntry } from '@quantalgo/contracts';
import type { ServerResponse } from 'node:http';
import { aServer, envelope } from '../../support/aServer';

/** What a site of a test serves: may be changed at any time. */
interface Served {
  ledgerId: string;
  entries: readonly LedgerEntry[];
  stamps: readonly unknown[];
  /** The figures it shows; none where it answers with a fault. */
  performance: unknown;
  /** Answers to the next calls for pages in place of the ledger's. */
  readonly instead: ((response: ServerResponse) => void)[];
}

function headOf({ ledgerId, entries }: Served): unknown {
  const last = entries.at(-1);
  if (!last) throw new Error('A ledger has entries');
  const { seq, hash, at, source } = last;
  return { ledgerId, seq, hash, at, source, demonstration: true };
}

/** A site that serves a ledger, on a real port. */
export async function aLedgerSite(ledgerId: string, entries: readonly LedgerEntry[]) {
  const served: Served = { ledgerId, entries, stamps: [], performance: null, instead: [] };
  const server = await aServer(({ line }, response) => {
    const path = line.replace('GET ', '').split('?')[0] ?? '';
    if (path.endsWith('/head')) return envelope(response, { data: headOf(served) });
    if (path.endsWith('/stamps')) return envelope(response, { data: served.stamps });
    if (path === '/api/record') return envelope(response, { status: 500 });
    const other = served.instead.shift();
    if (other) return other(response);
    const first = Number(path.split('/').at(-1)) * LEDGER_PAGE_SIZE;
    envelope(response, { data: served.entries.slice(first, first + LEDGER_PAGE_SIZE) });
  });
  const pagesAsked = () =>
    server.seen.flatMap(({ line }) => /pages\/(\d+)/.exec(line)?.[1] ?? []).map(Number);
  return { served, pagesAsked, close: server.close };
}
