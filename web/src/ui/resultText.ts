import { formatMoney } from '@quantalgo/contracts/core/format';

/** Cents with a sign: `+$8`, `−$4.20`, `$0`. */
export function formatResult(cents: number): string {
  return `${cents > 0 ? '+' : ''}${formatMoney(cents / 100)}`;
}
