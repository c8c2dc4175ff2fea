import { hashCommitment } from '@quantalgo/contracts/record/ledger/commitment';
import type { Signal } from '@quantalgo/contracts/signals/signal';

/** True if the signal matches its commitment, or has none, as in pushes. */
export const matchesCommitment = (signal: Signal): boolean =>
  signal.commitment === undefined || signal.commitment === hashCommitment(signal);
