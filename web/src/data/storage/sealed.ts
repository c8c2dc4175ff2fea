import { hashCommitment } from '@quantalgo/contracts/record/ledger/commitment';
import type { Signal } from '@quantalgo/contracts/signals/signal';

/** Also true if the signal has no commitment, as in pushes. */
export const matchesCommitment = (signal: Signal): boolean =>
  signal.commitment === undefined || signal.commitment === hashCommitment(signal);
