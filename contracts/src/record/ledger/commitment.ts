import type { Signal } from '../../signals/signal';
import { buildCommitmentText, toSealedSignal } from './entry';
import { sha256Hex } from '../../core/sha256';

export const hashCommitment = (signal: Signal): string =>
  sha256Hex(buildCommitmentText(toSealedSignal(signal), signal.salt));
