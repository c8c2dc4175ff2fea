import type { ImportContext, ZoneFit } from './choices';
import { hasCandidate, matchRows, type SignalsByEntryTime, type TimedRow } from './match';
import type { ImportRow } from './readRows';
import { findZone, OTHER_ZONES, findReadingTimes, USUAL_ZONES } from './zones';

export const getRowTimes = ({ time }: ImportRow, zone: string): number[] => {
  if (time?.kind === 'moment') return [time.at];
  const resolved = time?.kind === 'reading' ? findZone(zone) : null;
  return time?.kind === 'reading' && resolved ? findReadingTimes(resolved, time.reading) : [];
};

export function toTimed(row: ImportRow, zone: string): TimedRow | null {
  const { line, pair, direction, weight } = row;
  if (pair === null || direction === null) return null;
  return { line, pair, direction, weight, times: getRowTimes(row, zone) };
}

export const findRowsWithoutSignal = (rows: readonly ImportRow[]): ImportRow[] =>
  rows.filter(({ signal }) => signal === null);

function countFits(rows: readonly ImportRow[], received: SignalsByEntryTime, zone: string): number {
  return rows.filter((row) => {
    const timed = toTimed(row, zone);
    return timed !== null && hasCandidate(timed, received);
  }).length;
}

const toKnownZones = (zones: readonly string[]): string[] => [
  ...new Set(zones.filter((zone) => findZone(zone) !== null)),
];

/**
 * An unusual zone must fit this many more rows, and this share of all rows, so that none wins by
 * chance.
 */
const CLEAR_LEAD = { more: 2, share: 0.6 } as const;

function findBestZone(
  fits: readonly ZoneFit[],
  rows: readonly ImportRow[],
  received: SignalsByEntryTime,
): ZoneFit | null {
  const maxFits = Math.max(...fits.map((fit) => fit.fits));
  const tied = fits.filter((fit) => fit.fits === maxFits);
  if (tied.length <= 1) return tied[0] ?? null;
  const costs = tied.map(({ zone }) => {
    const timed = rows.flatMap((row) => toTimed(row, zone) ?? []);
    return matchRows(timed, received).cost;
  });
  return tied[costs.indexOf(Math.min(...costs))] ?? null;
}

/**
 * Suggests the zone in which most rows fit received signals. Ties go to the zone that needs the
 * fewest entries, then to the member's own.
 * @param memberZones the member's zones, likeliest first
 */
export function suggestZone(
  rows: readonly ImportRow[],
  received: SignalsByEntryTime,
  memberZones: readonly string[],
): string {
  const [fallback = 'UTC'] = memberZones;
  const timed = findRowsWithoutSignal(rows);
  const usualZones = toKnownZones([...memberZones, ...USUAL_ZONES]);
  const measureFits = (zones: readonly string[]) =>
    zones.map((zone) => ({ zone, fits: countFits(timed, received, zone) }));
  const best = findBestZone(measureFits(usualZones), timed, received);
  const otherZones = OTHER_ZONES.filter((zone) => !usualZones.includes(zone));
  const bestOther = findBestZone(measureFits(toKnownZones(otherZones)), timed, received);
  const minFits = Math.max((best?.fits ?? 0) + CLEAR_LEAD.more, CLEAR_LEAD.share * timed.length);
  if (bestOther && bestOther.fits >= minFits) return bestOther.zone;
  return best && best.fits > 0 ? best.zone : fallback;
}

export function measureZoneFits(
  rows: readonly ImportRow[],
  zone: string,
  { received, memberZones }: Pick<ImportContext, 'received' | 'memberZones'>,
): ZoneFit[] {
  const timed = findRowsWithoutSignal(rows);
  if (!timed.some(({ time }) => time?.kind === 'reading')) return [];
  return toKnownZones([zone, ...memberZones, ...USUAL_ZONES, ...OTHER_ZONES]).map((candidate) => ({
    zone: candidate,
    fits: countFits(timed, received, candidate),
  }));
}
