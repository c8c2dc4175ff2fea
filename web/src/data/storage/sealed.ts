import { commitmentOf } from '@quantalgo/contracts/record/ledger/commitment';
import type { Signal } from '@quantalgo/contracts/signals/signal';

/**
 * Whether a signal is what the commitment that it carries says; without one, as pushes have none,
 * there is nothing to compare. It takes no request, and a fraction of a millisecond.
 */
export const matchesCommitment = (signal: Signal): boolean =>
  signal.commitment === undefined || signal.commitment === commitmentOf(signal);
