import { slotStart } from '@quantalgo/contracts';
import { isExactDecimal, type Candle } from '../../domain/candles';

const TIME = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}$/;
const NUMBER = /^\d+(\.\d+)?$/;

/** When a candle that is written as `2026-05-13 06:10:00` (UTC) opened, epoch ms; NaN where the text is no such time. */
export function openTimeOf(text: string): number {
  return TIME.test(text) ? Date.parse(`${text.replace(' ', 'T')}Z`) : NaN;
}

/** What is wrong with a price or volume as it is written; null when nothing is. */
export function flawOfNumber(text: string): string | null {
  if (!NUMBER.test(text)) return `has no number: ${text}`;
  return isExactDecimal(text) ? null : `has more digits than are exact: ${text}`;
}

/** The candle that a row of a candle file describes, or what is wrong with the row. */
export function candleOfRow(line: string): Candle | string {
  const [time = '', ...rest] = line.split(',');
  if (rest.length !== 5) return `has ${rest.length + 1} columns instead of 6`;
  const opensAt = openTimeOf(time);
  if (Number.isNaN(opensAt)) return `has no time like 2026-05-13 06:10:00: ${time}`;
  if (opensAt !== slotStart(opensAt)) return `does not open with a five-minute slot: ${time}`;
  for (const text of rest) {
    const flaw = flawOfNumber(text);
    if (flaw !== null) return flaw;
  }
  const [open = 0, high = 0, low = 0, close = 0, volume = 0] = rest.map(Number);
  if (low <= 0) return 'has a price that is not above zero';
  if (high < Math.max(open, close) || low > Math.min(open, close))
    return 'has a high and low that do not hold open and close';
  return { time: opensAt, open, high, low, close, volume };
}
