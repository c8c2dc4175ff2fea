import { formatCount, formatZonedTime } from '@quantalgo/contracts/core/format';
import type { Zone } from '@quantalgo/contracts/core/time';
import type { LiveFigures } from '@quantalgo/contracts/network/liveFigures';

const LABELS = {
  online: 'Members online',
  signals: 'Signals today',
  devices: 'Devices reached',
  posts: 'Posts today',
} as const satisfies Record<keyof LiveFigures, string>;

type Live = { readonly figures: LiveFigures; readonly countedAt: number } | null | undefined;

/** Lower counts are hidden, because they would only say that there is little to count. */
const MIN_SHOWN: Readonly<Record<keyof LiveFigures, number>> = {
  online: 0,
  signals: 0,
  devices: 10,
  posts: 3,
};

/** Shows a dash before the first count. */
export const toLiveRows = (live: Live, names: readonly (keyof LiveFigures)[]) =>
  names.flatMap((name) => {
    if (live && live.figures[name] < MIN_SHOWN[name]) return [];
    return [{ label: LABELS[name], value: live ? formatCount(live.figures[name]) : '–' }];
  });

export const formatLiveAge = (live: Live, zone: Zone): string =>
  live ? `Counted at ${formatZonedTime(live.countedAt, zone)}` : 'Not counted yet';
