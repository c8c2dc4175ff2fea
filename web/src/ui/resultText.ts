import { moneyText } from '@quantalgo/contracts/core/format';

/** Cents with a sign: `+$8`, `−$4.20`, `$0`. */
export function resultText(cents: number): string {
  const sign = cents === 0 ? '' : cents > 0 ? '+' : '−';
  return `${sign}${moneyText(Math.abs(cents) / 100)}`;
}
