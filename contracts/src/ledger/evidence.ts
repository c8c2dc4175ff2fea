import type { Stamp } from './entry';
import { readTimeStampToken, SHA256_OID } from './timeStampToken';
import type { ChainVerifier } from './verifier';

/** A head of a ledger that somebody saw. */
export interface SeenHead {
  readonly ledgerId: string;
  readonly seq: number;
  readonly hash: string;
  /** Epoch ms. */
  readonly seenAt: number;
}

/** What heads that were seen say of a chain that holds. */
export interface HeadsVerdict {
  /** Heads of this ledger that were compared. */
  readonly compared: number;
  /** The lowest that the chain no longer has: `gone` where it ends before it, `other` where another entry stands there. */
  readonly conflict: { readonly head: SeenHead; readonly now: 'gone' | 'other' } | null;
  /** The newest head of another ledger that was served here before; null where there was none. */
  readonly earlierLedger: SeenHead | null;
}

/** Compares heads that were seen with a whole chain. */
export function checkHeads(
  chain: ChainVerifier,
  ledgerId: string,
  seen: readonly SeenHead[],
): HeadsVerdict {
  const own = seen.filter((head) => head.ledgerId === ledgerId).sort((a, b) => a.seq - b.seq);
  const lost = own.find(({ seq, hash }) => chain.entryAt(seq)?.hash !== hash);
  const others = seen.filter((head) => head.ledgerId !== ledgerId);
  const earlierLedger = others.sort((a, b) => b.seenAt - a.seenAt)[0] ?? null;
  if (!lost) return { compared: own.length, conflict: null, earlierLedger };
  const now = chain.entryAt(lost.seq) ? 'other' : 'gone';
  return { compared: own.length, conflict: { head: lost, now }, earlierLedger };
}

/** What is wrong with a stamp: with its token itself, or with the chain that it no longer fits. */
export type StampFault = 'unreadable' | 'other-content' | 'gone' | 'rewritten' | 'before-its-entry';

/** An authority's clock and ours may differ by this much (ms); demonstrations run up to a slot ahead. */
const CLOCKS_DIFFER_MS = 10 * 60_000;

const infoOf = (token: Uint8Array) => {
  try {
    return readTimeStampToken(token);
  } catch {
    return null;
  }
};

/**
 * Compares a day's stamp with a chain: the token must be over the hash that the chain has there, and no older than the
 * entry. It does not look at the signature.
 * @param token the stamp's token, as bytes
 * @returns null where all fits
 */
export function stampFault(
  chain: ChainVerifier,
  stamp: Stamp,
  token: Uint8Array,
): StampFault | null {
  const info = infoOf(token);
  if (!info || info.hashAlgorithm !== SHA256_OID) return 'unreadable';
  if (info.imprint !== stamp.hash) return 'other-content';
  const entry = chain.entryAt(stamp.seq);
  if (!entry) return 'gone';
  if (entry.hash !== info.imprint) return 'rewritten';
  return info.genTime + CLOCKS_DIFFER_MS < entry.at ? 'before-its-entry' : null;
}
