import { entryOf } from '../../data/signals/useDigests';
import { watDate } from '@quantalgo/contracts';

/** `94.1 %`. */
export const percentText = (percent: number): string => `${percent.toFixed(1)} %`;

/** `+12.4` or `−3.0`: first stakes won or lost. */
export const stakesText = (stakes: number, digits = 1): string => {
  const text = Math.abs(stakes).toFixed(digits);
  if (Number(text) === 0) return text;
  return `${stakes < 0 ? '−' : '+'}${text}`;
};

/** The day on which a signal was entered, in WAT: `20 Nov 2026`. */
export const dayText = (id: string): string => watDate(entryOf({ id }));
