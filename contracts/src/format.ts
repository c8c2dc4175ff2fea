import type { Settlement, Source } from './signals/signal';
import { COIN, LADDER_LOSS, LEVELS } from './signals/ladder';
import { LADDER_RULES } from './signals/rules';
import { DAY_MS, HOUR_MS, MINUTE_MS, UTC, WEEKDAYS, type Zone } from './time';

const MONTHS = /* @__PURE__ */ 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

const two = (n: number) => String(n).padStart(2, '0');

/** A date whose UTC fields are the zone's clock and calendar. */
const dateIn = (at: number, { aheadMs }: Zone): Date => new Date(at + aheadMs(at));

/** Time of day, `14:05`, without the zone's label. `at` in epoch ms. */
export const timeText = (at: number, zone: Zone): string =>
  dateIn(at, zone).toISOString().slice(11, 16);

/** Time of day with seconds, `14:05:09`, without the zone's label. `at` in epoch ms. */
export const clockText = (at: number, zone: Zone): string =>
  dateIn(at, zone).toISOString().slice(11, 19);

/** Time of day with its zone, `14:05 WAT`. `at` in epoch ms. */
export const zonedTime = (at: number, zone: Zone): string =>
  `${timeText(at, zone)} ${zone.label(at)}`;

/** Time of day with seconds and its zone, `14:05:09 WAT`. `at` in epoch ms. */
export const zonedClock = (at: number, zone: Zone): string =>
  `${clockText(at, zone)} ${zone.label(at)}`;

/** Time within the next week, with its zone, `Sunday 23:00 WAT`. `at` in epoch ms. */
export const weekdayTime = (at: number, zone: Zone): string =>
  `${WEEKDAYS[dateIn(at, zone).getUTCDay()]} ${zonedTime(at, zone)}`;

/** Offset from UTC as text: `UTC`, `UTC+1`, `UTC+5:30`, `UTC−3`. `minutes` is positive east of it. */
export function offsetText(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const hours = Math.floor(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  const time = rest === 0 ? String(hours) : `${hours}:${two(rest)}`;
  return `UTC${minutes > 0 ? '+' : '−'}${time}`;
}

/** Day and month, `20 Nov`. `at` in epoch ms. */
function monthDay(at: number, zone: Zone): string {
  const day = dateIn(at, zone);
  return `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]}`;
}

/** Calendar day, `20 Nov 2026`. `at` in epoch ms. */
export const dateText = (at: number, zone: Zone): string =>
  `${monthDay(at, zone)} ${dateIn(at, zone).getUTCFullYear()}`;

/**
 * A recent time with its zone, `14:05 WAT`; with its date if that isn't the date of `now`, `19 Nov, 14:05 WAT`. Both in
 * epoch ms.
 */
export function momentText(at: number, now: number, zone: Zone): string {
  const time = zonedTime(at, zone);
  return dateText(at, zone) === dateText(now, zone) ? time : `${monthDay(at, zone)}, ${time}`;
}

/** A time precise enough to be checked elsewhere: `20 Nov 2026, 14:05:09 WAT (13:05 UTC)`. `at` in epoch ms. */
export const exactText = (at: number, zone: Zone): string =>
  `${dateText(at, zone)}, ${zonedClock(at, zone)}${zone.aheadMs(at) === 0 ? '' : ` (${zonedTime(at, UTC)})`}`;

/** A remaining time (ms) as hours, minutes and seconds, two digits each; zero once past. */
export function hoursMinutesSeconds(ms: number): {
  hours: string;
  minutes: string;
  seconds: string;
} {
  const total = Math.max(0, Math.ceil(ms / 1000));
  return {
    hours: two(Math.floor(total / 3600)),
    minutes: two(Math.floor(total / 60) % 60),
    seconds: two(total % 60),
  };
}

/** A remaining time (ms) as text, `33:12:04`. */
export function hoursText(ms: number): string {
  const { hours, minutes, seconds } = hoursMinutesSeconds(ms);
  return `${hours}:${minutes}:${seconds}`;
}

/** A remaining time (ms) as minutes and seconds, `2:28`; `0:00` once past. */
export function minutesSeconds(ms: number): string {
  const total = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(total / 60)}:${two(total % 60)}`;
}

/** A duration (ms) in its largest sensible unit, rounded: `12 s`, `7 min`, `3 h`, `2 days`. */
export function roughDuration(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}

const UNITS = [
  { length: DAY_MS, word: 'days' },
  { length: HOUR_MS, word: 'hours' },
] as const;

/** A whole duration (ms) of more than a minute in words: `15 minutes`, `60 minutes`, `24 hours`, `7 days`. */
export function durationText(ms: number): string {
  const unit = UNITS.find(({ length }) => ms > length && ms % length === 0);
  return unit ? `${ms / unit.length} ${unit.word}` : `${ms / MINUTE_MS} minutes`;
}

/** With a fixed number of decimals, `94.0`. */
export const decimalText = (value: number, decimals = 1): string => value.toFixed(decimals);

/** With at most this many decimals: `93.8`, and `50` for 50.0. */
export const shortDecimal = (value: number, decimals = 1): string =>
  String(Number(value.toFixed(decimals)));

/** `94.1 %`; a dash for null. */
export const percentText = (percent: number | null): string =>
  percent === null ? '–' : `${decimalText(percent)} %`;

/** A duration (ms) in seconds, `0.2 s`. */
export const secondsText = (ms: number): string => `${decimalText(ms / 1000)} s`;

/** An interval of percentages, `50.9 – 53.9`. */
export const rangeText = ({ low, high }: { readonly low: number; readonly high: number }): string =>
  `${decimalText(low)} – ${decimalText(high)}`;

/**
 * A whole number, `48,213`. Doesn't use `toLocaleString`, whose first call loads the language's data: a noticeable part
 * of the landing page's work on a slow phone.
 */
export const countText = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** Dollars with cents only if there are any, `$1,250` or `$12.50`. */
export function moneyText(dollars: number): string {
  const whole = Math.trunc(dollars);
  return `$${countText(whole)}${whole === dollars ? '' : dollars.toFixed(2).slice(-3)}`;
}

/** Texts for the sources of prices. */
export const SOURCE_TEXT: Record<Source, string> = {
  twelvedata: 'live market prices',
  replay: 'replayed prices',
  simulated: 'simulated prices',
};

const NUMBERS = /* @__PURE__ */ 'zero one two three four five six seven eight'.split(' ');

/** The number of levels as a word, within a sentence: `four`. */
export const LEVEL_COUNT = NUMBERS[LEVELS.length] ?? String(LEVELS.length);

/** The number of levels as a word, at the beginning of a sentence: `Four`. */
export const LEVEL_COUNT_FIRST = LEVEL_COUNT.charAt(0).toUpperCase() + LEVEL_COUNT.slice(1);

/** How a signal ended, in words: `Won at level 1`, `Lost all four levels`, `Break-even`. */
export function outcomeText({ outcome, level }: Pick<Settlement, 'outcome' | 'level'>): string {
  if (outcome === 'loss') return `Lost all ${LEVEL_COUNT} levels`;
  return outcome === 'profit' ? `Won at level ${level}` : 'Break-even';
}

/** The cost of losing all levels, in first stakes, `18.7`. */
export const LOSS_TEXT = /* @__PURE__ */ decimalText(LADDER_LOSS);

/** The last level's stake in first stakes, `10.6`. */
export const LAST_STAKE_TEXT = /* @__PURE__ */ decimalText(LADDER_RULES.stakes.at(-1) ?? 1);

/** Percent of signals that a coin wins within all levels, `93.8`. */
export const COIN_WINS_TEXT = /* @__PURE__ */ shortDecimal(COIN.withinLadder);

/** Number of signals in which a coin loses all levels once, on average: `16`. */
export const COIN_LOSES_ONCE_IN = /* @__PURE__ */ countText(
  Math.round(100 / (100 - COIN.withinLadder)),
);

/** `mean-reversion` as `Mean reversion`. */
export function strategyName(strategy: string): string {
  const words = strategy.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
