import { type LedgerEntry, ledgerEntrySchema } from '@quantalgo/contracts/record/ledger/entry';
import { decodeBundle } from '@quantalgo/contracts/record/log/entryBundle';
import { BUNDLE_SIZE, fetchBundle, fetchCheckpoint } from './log';

async function fetchBundleEntries(index: number, size: number): Promise<LedgerEntry[]> {
  const decoder = new TextDecoder();
  const leaves = decodeBundle(await fetchBundle(index, size));
  return leaves.flatMap(
    (leaf) => ledgerEntrySchema.safeParse(JSON.parse(decoder.decode(leaf))).data ?? [],
  );
}

const MAX_PARALLEL_BUNDLES = 8;

/**
 * Fetches all entries after `since` (epoch ms), and some older ones, because it reads backwards by
 * bundle.
 * @param from the first bundle that may be read
 * @param size number of entries in the log
 * @throws Error if they can't be fetched
 */
export async function fetchEntriesBackTo(
  from: number,
  size: number,
  since: number,
): Promise<LedgerEntry[]> {
  const bundles: LedgerEntry[][] = [];
  for (let end = Math.ceil(size / BUNDLE_SIZE); end > from; end -= MAX_PARALLEL_BUNDLES) {
    const begin = Math.max(from, end - MAX_PARALLEL_BUNDLES);
    const indexes = Array.from({ length: end - begin }, (_, offset) => begin + offset);
    bundles.unshift(
      ...(await Promise.all(indexes.map((index) => fetchBundleEntries(index, size)))),
    );
    const oldest = bundles.find((bundle) => bundle.length > 0)?.[0];
    if (oldest && Date.parse(oldest.at) < since) break;
  }
  return bundles.flat();
}

export async function fetchEntriesSince(since: number): Promise<LedgerEntry[]> {
  const { size } = await fetchCheckpoint();
  return fetchEntriesBackTo(0, size, since);
}
