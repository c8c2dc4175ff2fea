import { canonicalJson, type Json } from '../ledger/entry';
import { encodeUtf8 } from '../../core/sha256';

const MAX_ENTRY_BYTES = 0xffff;

export const toLeaf = (entry: Json): Uint8Array => encodeUtf8(canonicalJson(entry));

/**
 * C2SP tlog-tiles: each entry follows its length (two bytes, big-endian).
 * @throws RangeError for an entry of more than 65,535 bytes
 */
export function encodeBundle(leaves: readonly Uint8Array[]): Uint8Array {
  const bundle = new Uint8Array(leaves.reduce((sum, { length }) => sum + 2 + length, 0));
  let offset = 0;
  for (const leaf of leaves) {
    if (leaf.length > MAX_ENTRY_BYTES) throw new RangeError('An entry is too long for its bundle');
    bundle.set([leaf.length >> 8, leaf.length & 255], offset);
    bundle.set(leaf, offset + 2);
    offset += 2 + leaf.length;
  }
  return bundle;
}

export function decodeBundle(bundle: Uint8Array): Uint8Array[] {
  const leaves: Uint8Array[] = [];
  for (let offset = 0; offset < bundle.length;) {
    const start = offset + 2;
    const end = start + (bundle[offset] ?? 0) * 256 + (bundle[offset + 1] ?? 0);
    if (start > bundle.length || end > bundle.length) throw new TypeError('Not an entry bundle');
    leaves.push(bundle.subarray(start, end));
    offset = end;
  }
  return leaves;
}
