import { formatMoney } from '@quantalgo/contracts/core/format';

/** Cents with a sign: `+$8`, `−$4.20`, `$0`. */
export function formatResult(cents: number): string {
  const sign = cents === 0 ? '' : cents > 0 ? '+' : '−';
  return `${sign}${formatMoney(Math.abs(cents) / 100)}`;
}
