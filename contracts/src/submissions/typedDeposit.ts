import * as z from 'zod/mini';
import { parseMoney } from '../core/money';
import { DEPOSIT_NOT_A_NUMBER } from './submission';

// Separate from the schemas that every page loads first, because the bundler splits by file.

const NO_DEPOSIT = 'Deposit amount is required';

/** Typed amounts such as `500`, `$1,250.50` and `500,50`, parsed into dollars. */
export const typedDepositSchema = z.pipe(
  z.string(NO_DEPOSIT),
  z.transform((text: string, { issues }) => {
    const { value, problem = DEPOSIT_NOT_A_NUMBER } = parseMoney(text);
    if (value !== null && value >= 0) return value;
    issues.push({ code: 'custom', input: text, message: value === null ? NO_DEPOSIT : problem });
    return z.NEVER;
  }),
);
