import type { Signal } from '../../signals/signal';
import { commitmentText, sealedPart } from './entry';
import { sha256Hex } from '../../core/sha256';

/** SHA-256 in hex of the sealed content and the salt. */
export const commitmentOf = (signal: Signal): string =>
  sha256Hex(commitmentText(sealedPart(signal), signal.salt));
