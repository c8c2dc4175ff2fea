import { countText } from '@quantalgo/contracts/core/format';

/** Share of a limit from which it is spoken of. */
const NEAR = 0.8;

/** How much of its limit (characters) a text uses, once it comes near it; undefined before. */
export const lengthText = (text: string, limit: number): string | undefined => {
  const { length } = text.trim();
  return length < limit * NEAR
    ? undefined
    : `${countText(length)} of ${countText(limit)} characters`;
};
