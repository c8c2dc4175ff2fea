import type { Signal } from '../../signals/signal';
import { commitmentText, sealedPart } from './entry';
import { sha256Hex } from '../../core/sha256';

/** The commitment to a signal as its publication seals it: SHA-256 in hex over its sealed content and its salt. */
export const commitmentOf = (signal: Signal): string =>
  sha256Hex(commitmentText(sealedPart(signal), signal.salt));
