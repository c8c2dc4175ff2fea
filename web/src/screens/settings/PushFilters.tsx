import {
  momentText,
  type Pair,
  type PushPreferences,
  UNLIMITED_PER_DAY,
} from '@quantalgo/contracts';
import { serverNow, useNow } from '../../data/core/clock';
import { Button } from '../../ui/Button';
import { Choice, Choices } from '../../ui/Choices';
import { Notice } from '../../ui/Notice';
import { useZone } from '../../tell';

/** What is offered of a preference with more values than are worth a choice. */
interface Presets<V, T extends string> {
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

/** A preference that is chosen from a few presets. */
export const Preset = <V, T extends string>({
  label,
  presets: { options, words, of, at },
  value,
  onChange,
}: {
  label: string;
  presets: Presets<V, T>;
  value: V;
  onChange: (value: V) => void;
}) => (
  <Choices
    labelled
    label={label}
    options={options}
    words={words}
    value={of(value)}
    onChange={(option) => onChange(at(option))}
  />
);

/** The pairs whose signals are told. All of them is a choice of its own: it takes in those that come later. */
export function Pairs({
  pairs,
  words,
  chosen,
  onChange,
}: {
  pairs: readonly Pair[];
  words: (pair: Pair) => string;
  /** Null for all. */
  chosen: readonly Pair[] | null;
  onChange: (chosen: Pair[] | null) => void;
}) {
  const offered = [...new Set([...pairs, ...(chosen ?? [])])];
  const toggle = (pair: Pair, on: boolean) => {
    const rest = (chosen ?? offered).filter((one) => one !== pair);
    const next = on ? [...rest, pair] : rest;
    onChange(offered.every((one) => next.includes(one)) ? null : next);
  };
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="mb-2 text-sm font-semibold">Pairs</legend>
      {offered.map((pair) => (
        <Choice
          key={pair}
          type="checkbox"
          word={words(pair)}
          checked={chosen === null || chosen.includes(pair)}
          onChange={(on) => toggle(pair, on)}
        />
      ))}
    </fieldset>
  );
}

const PAUSE_MS = 7 * 24 * 60 * 60_000;

/** A pause of signals: offered where notifications are ignored, ended by hand or by itself. */
export function Pause({
  pausedUntil,
  ignored,
  onPause,
}: {
  pausedUntil: string | null;
  /** How many were shown and none opened; null where that is nothing to speak of. */
  ignored: number | null;
  onPause: (until: string | null) => void;
}) {
  const now = useNow(60_000);
  const zone = useZone();
  const until = pausedUntil === null ? 0 : Date.parse(pausedUntil);
  if (until > now)
    return (
      <Notice
        actions={
          <Button size="small" onClick={() => onPause(null)}>
            Go on
          </Button>
        }
      >
        Signals are paused until {momentText(until, now, zone)}.
      </Notice>
    );
  if (ignored === null) return null;
  const pause = () => onPause(new Date(serverNow() + PAUSE_MS).toISOString());
  return (
    <Notice
      actions={
        <Button size="small" onClick={pause}>
          Pause for a week
        </Button>
      }
    >
      You opened none of the last {ignored} notifications. Fewer of them?
    </Notice>
  );
}
