import { type LedgerEntry, ledgerEntrySchema } from '@quantalgo/contracts/record/ledger/entry';
import { entriesOfBundle } from '@quantalgo/contracts/record/log/entryBundle';
import { BUNDLE_SIZE, readBundle, readCheckpointNow } from './log';

/** The sound entries of a bundle. @throws Error if it can't be fetched */
async function entriesOf(index: number, size: number): Promise<LedgerEntry[]> {
  const decoder = new TextDecoder();
  const leaves = entriesOfBundle(await readBundle(index, size));
  return leaves.flatMap(
    (leaf) => ledgerEntrySchema.safeParse(JSON.parse(decoder.decode(leaf))).data ?? [],
  );
}

/** Bundles that are fetched at once. */
const AT_ONCE = 8;

/**
 * The entries of a log of `size` entries that came after `since` (epoch ms), and some before; read backwards until one
 * is older.
 * @param from the first bundle that may be read
 * @throws Error if they can't be fetched
 */
export async function entriesFrom(
  from: number,
  size: number,
  since: number,
): Promise<LedgerEntry[]> {
  const bundles: LedgerEntry[][] = [];
  for (let end = Math.ceil(size / BUNDLE_SIZE); end > from; end -= AT_ONCE) {
    const begin = Math.max(from, end - AT_ONCE);
    const indexes = Array.from({ length: end - begin }, (_, place) => begin + place);
    bundles.unshift(...(await Promise.all(indexes.map((index) => entriesOf(index, size)))));
    const first = bundles.find((bundle) => bundle.length > 0)?.[0];
    if (first && Date.parse(first.at) < since) break;
  }
  return bundles.flat();
}

/**
 * The entries of the public log that came after a time (epoch ms), and some before.
 * @throws Error if they can't be fetched
 */
export async function entriesSince(since: number): Promise<LedgerEntry[]> {
  const { size } = await readCheckpointNow();
  return entriesFrom(0, size, since);
}
