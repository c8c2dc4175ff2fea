import { formatCount } from '@quantalgo/contracts/core/format';

const DISPLAY_THRESHOLD = 0.8;

/** Undefined while `text` is well below its limit (characters). */
export const formatTextLength = (text: string, limit: number): string | undefined => {
  const { length } = text.trim();
  return length < limit * DISPLAY_THRESHOLD
    ? undefined
    : `${formatCount(length)} of ${formatCount(limit)} characters`;
};
