import { formatCount, formatDecimal, formatMoney } from '@quantalgo/contracts/core/format';
import type {
  JournalFields,
  JournalStatus,
  JournalTrade,
} from '@quantalgo/contracts/journal/entry';

export const STATUS_TEXT: Readonly<Record<JournalStatus, string>> = {
  taken: 'Taken',
  paper: 'On paper',
  skipped: 'Skipped',
  removed: 'Removed',
};

/** Cents with a sign: `+$1.64`, `−$1,250.00`. */
export function formatSignedMoney(cents: number): string {
  const sign = cents > 0 ? '+' : cents < 0 ? '−' : '';
  const [dollars, fraction] = formatDecimal(Math.abs(cents) / 100, 2).split('.');
  return `${sign}$${formatCount(Number(dollars))}.${fraction}`;
}

/** `$2 at level 0` */
export const formatStake = ({ stake, level }: JournalTrade): string =>
  `${stake === null ? 'no stake yet' : formatMoney(stake / 100)} at level ${level}`;

/** `Taken · $2 at level 0 · Pocket Option` */
export function formatTrades({ status, trades, broker }: JournalFields): string {
  if (status === null || status === 'skipped' || status === 'removed')
    return status === null ? '' : STATUS_TEXT[status];
  return [STATUS_TEXT[status], ...trades.map(formatStake), ...(broker === '' ? [] : [broker])].join(
    ' · ',
  );
}
