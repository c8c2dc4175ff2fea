import {
  GENESIS_PREV_HASH,
  buildCommitmentText,
  buildEntryText,
  type LedgerEntry,
  type SealedSignal,
  type UnhashedEntry,
} from '@quantalgo/contracts/record/ledger/entry';
import type { Source } from '@quantalgo/contracts/signals/signal';
import { sha256 } from '../core/sha256';

export interface ChainEnd {
  readonly seq: number;
  readonly hash: string;
}

type UnchainedBody<E> = E extends UnhashedEntry ? Omit<E, 'seq' | 'at' | 'source' | 'prev'> : never;
export type EntryBody = UnchainedBody<UnhashedEntry>;

/** A null `end` starts the chain. `at` in epoch ms. */
export function append(
  end: ChainEnd | null,
  body: EntryBody,
  { at, source }: { at: number; source: Source },
): LedgerEntry {
  const unhashed: UnhashedEntry = {
    ...body,
    seq: end ? end.seq + 1 : 0,
    at: new Date(at).toISOString(),
    source,
    prev: end?.hash ?? GENESIS_PREV_HASH,
  };
  return { ...unhashed, hash: sha256(buildEntryText(unhashed)) };
}

export const commitToSignal = (signal: SealedSignal, salt: string): string =>
  sha256(buildCommitmentText(signal, salt));
