import { UNLIMITED_PER_DAY, type PushPreferences } from '@quantalgo/contracts';

/** What is offered of a preference with more values than are worth a choice. */
export interface Presets<V, T extends string> {
  readonly options: readonly T[];
  readonly words: Readonly<Record<T, string>>;
  /** The one that stands for a value. */
  readonly of: (value: V) => T;
  readonly at: (option: T) => V;
}

/** A number: the greatest one offered that does not exceed it stands for it. */
function numbers<T extends string>(
  options: readonly [T, ...T[]],
  words: Readonly<Record<T, string>>,
): Presets<number, T> {
  const of = (value: number) =>
    options.filter((option) => Number(option) <= value).at(-1) ?? options[0];
  return { options, words, of, at: Number };
}

export const CONFIDENCES = numbers(['0', '94', '95', '96'], {
  '0': 'Any',
  '94': '94 % and more',
  '95': '95 % and more',
  '96': '96 % and more',
});

const NO_LIMIT = String(UNLIMITED_PER_DAY);

export const PER_DAY = numbers(['3', '6', '12', '30', NO_LIMIT], {
  '3': '3',
  '6': '6',
  '12': '12',
  '30': '30',
  [NO_LIMIT]: 'No limit',
});

const QUIET = ['none', 'night', 'long'] as const;
type Quiet = (typeof QUIET)[number];

const HOURS: Readonly<Record<Quiet, PushPreferences['quiet']>> = {
  none: null,
  night: { from: 22 * 60, to: 7 * 60 },
  long: { from: 18 * 60, to: 9 * 60 },
};

export const QUIET_HOURS: Presets<PushPreferences['quiet'], Quiet> = {
  options: QUIET,
  words: { none: 'None', night: '22:00 to 07:00', long: '18:00 to 09:00' },
  of: (quiet) =>
    QUIET.find((name) => HOURS[name]?.from === quiet?.from && HOURS[name]?.to === quiet?.to) ??
    'night',
  at: (option) => HOURS[option],
};
