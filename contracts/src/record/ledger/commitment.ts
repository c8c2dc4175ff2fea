import type { Signal } from '../../signals/signal';
import { commitmentText, sealedPart } from './entry';
import { sha256Hex } from '../../core/sha256';

export const commitmentOf = (signal: Signal): string =>
  sha256Hex(commitmentText(sealedPart(signal), signal.salt));
