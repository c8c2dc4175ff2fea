import { formatMoment } from '@quantalgo/contracts/core/format';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { type PushPreferences, UNLIMITED_PER_DAY } from '@quantalgo/contracts/push/push';
import { serverNow, useNow } from '../../data/core/clock';
import { Button } from '../../ui/Button';
import { Choice, Choices } from '../../ui/Choices';
import { Notice } from '../../ui/Notice';
import { useZone } from '../../core/zone';

/** For a preference with too many values to offer all. */
interface Presets<V, T extends string> {
  readonly options: readonly T[];
  readonly labels: Readonly<Record<T, string>>;
  /** The preset that is shown for a value. */
  readonly toOption: (value: V) => T;
  readonly toValue: (option: T) => V;
}

/** A number is shown as the greatest preset that doesn't exceed it. */
function createNumberPresets<T extends string>(
  options: readonly [T, ...T[]],
  labels: Readonly<Record<T, string>>,
): Presets<number, T> {
  const toOption = (value: number) =>
    options.filter((option) => Number(option) <= value).at(-1) ?? options[0];
  return { options, labels, toOption, toValue: Number };
}

const NO_LIMIT = String(UNLIMITED_PER_DAY);

export const PER_DAY = createNumberPresets(['3', '6', '12', '30', NO_LIMIT], {
  '3': '3',
  '6': '6',
  '12': '12',
  '30': '30',
  [NO_LIMIT]: 'No limit',
});

const QUIET_OPTIONS = ['none', 'night', 'long'] as const;

type Quiet = (typeof QUIET_OPTIONS)[number];

const QUIET_RANGES: Readonly<Record<Quiet, PushPreferences['quiet']>> = {
  none: null,
  night: { from: 22 * 60, to: 7 * 60 },
  long: { from: 18 * 60, to: 9 * 60 },
};

export const QUIET_HOURS: Presets<PushPreferences['quiet'], Quiet> = {
  options: QUIET_OPTIONS,
  labels: { none: 'None', night: '22:00 to 07:00', long: '18:00 to 09:00' },
  toOption: (quiet) =>
    QUIET_OPTIONS.find(
      (name) => QUIET_RANGES[name]?.from === quiet?.from && QUIET_RANGES[name]?.to === quiet?.to,
    ) ?? 'night',
  toValue: (option) => QUIET_RANGES[option],
};

export const Preset = <V, T extends string>({
  label,
  presets: { options, labels, toOption, toValue },
  value,
  onChange,
}: {
  label: string;
  presets: Presets<V, T>;
  value: V;
  onChange: (value: V) => void;
}) => (
  <Choices
    label={label}
    options={options}
    labels={labels}
    value={toOption(value)}
    onChange={(option) => onChange(toValue(option))}
  />
);

const listOfferedPairs = (
  pairs: readonly Pair[],
  chosen: readonly Pair[] | null,
): readonly Pair[] => [...new Set([...pairs, ...(chosen ?? [])])];

/** "All" is a separate choice that includes pairs added later. */
export function Pairs({
  pairs,
  getLabel,
  chosen,
  onChange,
}: {
  pairs: readonly Pair[];
  getLabel: (pair: Pair) => string;
  /** Null means all. */
  chosen: readonly Pair[] | null;
  onChange: (change: (chosen: readonly Pair[] | null) => Pair[] | null) => void;
}) {
  const toggle = (pair: Pair, on: boolean) =>
    onChange((current) => {
      const offered = listOfferedPairs(pairs, current);
      const otherPairs = (current ?? offered).filter((item) => item !== pair);
      const next = on ? [...otherPairs, pair] : otherPairs;
      return offered.every((item) => next.includes(item)) ? null : next;
    });
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="mb-2 text-sm font-semibold">Pairs</legend>
      {listOfferedPairs(pairs, chosen).map((pair) => (
        <Choice
          key={pair}
          type="checkbox"
          word={getLabel(pair)}
          checked={chosen === null || chosen.includes(pair)}
          onChange={(on) => toggle(pair, on)}
        />
      ))}
    </fieldset>
  );
}

const PAUSE_MS = 7 * 24 * 60 * 60_000;

/** Offered if notifications go unopened. Ends when the member resumes or the time is up. */
export function Pause({
  pausedUntil,
  changing,
  ignored,
  onPause,
}: {
  /** The server's value, so that a second press can't hit the opposite button. */
  pausedUntil: string | null;
  /** A pause, or its end, is being saved. */
  changing: boolean;
  /** Number shown since one was last opened; null if too few to mention. */
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
          <Button
            size="small"
            busyLabel={changing ? 'Resuming…' : undefined}
            onClick={() => onPause(null)}
          >
            Resume
          </Button>
        }
      >
        {`Signals are paused until ${formatMoment(until, now, zone)}.`}
      </Notice>
    );
  if (ignored === null) return null;
  const pause = () => onPause(new Date(serverNow() + PAUSE_MS).toISOString());
  return (
    <Notice
      actions={
        <Button size="small" busyLabel={changing ? 'Pausing…' : undefined} onClick={pause}>
          Pause for a week
        </Button>
      }
    >
      {`You opened none of the last ${ignored} notifications. Want fewer?`}
    </Notice>
  );
}
