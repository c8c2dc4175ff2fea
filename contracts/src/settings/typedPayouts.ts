import { parsePercent } from '../core/money';
import { formatPair } from '../market/pairs';
import { parsePair } from '../signals/pairText';
import { MAX_PAIR_PAYOUTS, PAYOUT_RANGE } from '../signals/payout';

/** `value` has the format of the setting `pairPayouts`. Null if there is a problem. */
export interface PairPayoutsReading {
  readonly value: string | null;
  readonly problem?: string;
}

const refuse = (problem: string): PairPayoutsReading => ({ value: null, problem });

/** Skips commas before a digit, which are decimal commas. */
const ENTRY_SEPARATOR = /[;\n\r]+|,(?!\s*\p{Nd})/u;

/** `EURUSD 92 GBPUSD 90` */
const UNSEPARATED_ENTRIES = /(\p{Nd}\s*[%\u066A\uFE6A\uFF05]?)\s+(?=\p{L})/gu;

const PAYOUT_ENTRY = /^(.*?)[\s:=+\u2013\u2014-]+(\p{Nd}[\p{Nd}.,]*\s*[%\u066A\uFE6A\uFF05]?)$/u;

const [minPercent, maxPercent] = [PAYOUT_RANGE.min * 100, PAYOUT_RANGE.max * 100];

const isRounded = (percent: number): boolean => Number(percent.toFixed(2)) === percent;

/**
 * Reads texts such as `EURUSD 92, GBP/USD: 90%; gold = 85`. `problem` is a sentence for the member.
 */
export function parsePairPayouts(text: string): PairPayoutsReading {
  const payouts = new Map<string, number>();
  for (const part of text.replace(UNSEPARATED_ENTRIES, '$1;').split(ENTRY_SEPARATOR)) {
    const entryText = part.trim();
    if (entryText === '') continue;
    const [, pairText = '', percentText = ''] = PAYOUT_ENTRY.exec(entryText) ?? [];
    const pair = parsePair(pairText);
    const percent = parsePercent(percentText).value;
    if (pair === null || percent === null || Number.isNaN(percent) || !isRounded(percent))
      return refuse(`Couldn’t read “${entryText}”. Write a pair and its payout, like EURUSD 92.`);
    if (percent < minPercent || percent > maxPercent)
      return refuse(`Enter a payout from ${minPercent} to ${maxPercent}% for ${formatPair(pair)}.`);
    if (payouts.has(pair) && payouts.get(pair) !== percent)
      return refuse(`${formatPair(pair)} has two payouts. Keep one.`);
    payouts.set(pair, percent);
  }
  if (payouts.size > MAX_PAIR_PAYOUTS) return refuse(`List at most ${MAX_PAIR_PAYOUTS} pairs.`);
  return { value: [...payouts].map(([pair, percent]) => `${pair} ${percent}`).join(', ') };
}
