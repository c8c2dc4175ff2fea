import { UNLIMITED_PER_DAY, type PushPreferences } from '@quantalgo/contracts';

/** What is offered of a number: the greatest one that does not exceed the one that is set. */
const numbers = <T extends string>(options: readonly T[], words: Readonly<Record<T, string>>) => ({
  options,
  words,
  of: (value: number): T => {
    const fitting = options.filter((option) => Number(option) <= value);
    const [first] = options;
    if (first === undefined) throw new Error('Nothing is offered');
    return fitting.at(-1) ?? first;
  },
});

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

export const QUIET_HOURS = {
  options: QUIET,
  words: { none: 'None', night: '22:00 to 07:00', long: '18:00 to 09:00' },
  of: (quiet: PushPreferences['quiet']): Quiet =>
    QUIET.find((name) => HOURS[name]?.from === quiet?.from && HOURS[name]?.to === quiet?.to) ??
    'night',
} as const;

/** The quiet hours of a choice. */
export const quietChoice = (choice: Quiet): PushPreferences['quiet'] => HOURS[choice];
