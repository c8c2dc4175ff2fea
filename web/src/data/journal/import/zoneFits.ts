import type { Known, ZoneFit } from './choices';
import { hasCandidate, matchRows, type Received, type Timed } from './match';
import type { ImportRow } from './readRows';
import { findZone, OTHER_ZONES, timesOf, USUAL_ZONES } from './zones';

export const timesIn = ({ time }: ImportRow, zone: string): number[] => {
  if (time?.kind === 'moment') return [time.at];
  const found = time?.kind === 'reading' ? findZone(zone) : null;
  return time?.kind === 'reading' && found ? timesOf(found, time.reading) : [];
};

export function toTimed(row: ImportRow, zone: string): Timed | null {
  const { line, pair, direction, weight } = row;
  if (pair === null || direction === null) return null;
  return { line, pair, direction, weight, times: timesIn(row, zone) };
}

/** Rows that have to be matched, as they don't name their signal. */
export const unnamed = (rows: readonly ImportRow[]): ImportRow[] =>
  rows.filter(({ signal }) => signal === null);

function fitIn(rows: readonly ImportRow[], received: Received, zone: string): number {
  return rows.filter((row) => {
    const timed = toTimed(row, zone);
    return timed !== null && hasCandidate(timed, received);
  }).length;
}

const distinct = (zones: readonly string[]): string[] => [
  ...new Set(zones.filter((zone) => findZone(zone) !== null)),
];

/** How many rows more, and which share of all, an unusual zone needs, so that none wins by chance. */
const CLEAR = { more: 2, share: 0.6 } as const;

function bestZone(
  fits: readonly ZoneFit[],
  rows: readonly ImportRow[],
  received: Received,
): ZoneFit | null {
  const most = Math.max(...fits.map((fit) => fit.fits));
  const tied = fits.filter((fit) => fit.fits === most);
  if (tied.length <= 1) return tied[0] ?? null;
  const costs = tied.map(({ zone }) => {
    const timed = rows.flatMap((row) => toTimed(row, zone) ?? []);
    return matchRows(timed, received).cost;
  });
  return tied[costs.indexOf(Math.min(...costs))] ?? null;
}

/**
 * The zone by which most rows fit received signals; of several, the one that needs the fewest entries, then the
 * member's own.
 * @param own zones of the member, the likeliest first
 */
export function suggestZone(
  rows: readonly ImportRow[],
  received: Received,
  own: readonly string[],
): string {
  const [first = 'UTC'] = own;
  const timed = unnamed(rows);
  const usual = distinct([...own, ...USUAL_ZONES]);
  const fitsOf = (zones: readonly string[]) =>
    zones.map((zone) => ({ zone, fits: fitIn(timed, received, zone) }));
  const best = bestZone(fitsOf(usual), timed, received);
  const others = OTHER_ZONES.filter((zone) => !usual.includes(zone));
  const other = bestZone(fitsOf(distinct(others)), timed, received);
  const least = Math.max((best?.fits ?? 0) + CLEAR.more, CLEAR.share * timed.length);
  if (other && other.fits >= least) return other.zone;
  return best && best.fits > 0 ? best.zone : first;
}

/** How many rows fit by each zone; empty where every row names its own. */
export function zoneFits(
  rows: readonly ImportRow[],
  zone: string,
  { received, own }: Pick<Known, 'received' | 'own'>,
): ZoneFit[] {
  const timed = unnamed(rows);
  if (!timed.some(({ time }) => time?.kind === 'reading')) return [];
  return distinct([zone, ...own, ...USUAL_ZONES, ...OTHER_ZONES]).map((one) => ({
    zone: one,
    fits: fitIn(timed, received, one),
  }));
}
