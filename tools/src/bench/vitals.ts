/** What the browser's performance timeline says of one moment of a load; times in ms after the navigation began. */
export interface TimelineEntry {
  readonly type: string;
  readonly name: string;
  readonly start: number;
  readonly duration: number;
  /** How far a layout shift shifted; 0 of anything else. */
  readonly value: number;
}

/** What a visitor feels of a load. */
export interface Vitals {
  /** First contentful paint, in ms after the navigation began. */
  readonly fcp: number;
  /** Largest contentful paint, likewise. */
  readonly lcp: number;
  /** Sum of all layout shifts. */
  readonly cls: number;
  /** Total blocking time: what long tasks took beyond 50 ms each, from the first contentful paint on, in ms. */
  readonly tbt: number;
}

const FIRST_PAINT = 'first-contentful-paint';
/** A task that runs longer than this (ms) is felt: https://web.dev/articles/tbt */
const LONG_MS = 50;

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/**
 * Reads the vitals from a load's timeline.
 * @throws RangeError when nothing was painted
 */
export function vitalsOf(timeline: readonly TimelineEntry[]): Vitals {
  const of = (type: string) => timeline.filter((entry) => entry.type === type);
  const fcp = of('paint').find(({ name }) => name === FIRST_PAINT)?.start;
  const lcp = of('largest-contentful-paint').at(-1)?.start;
  if (fcp === undefined || lcp === undefined) throw new RangeError('The page painted nothing');
  const blocked = of('longtask').map(
    ({ start, duration }) => start + duration - Math.max(start, fcp) - LONG_MS,
  );
  return {
    fcp,
    lcp,
    cls: sumOf(of('layout-shift').map(({ value }) => value)),
    tbt: sumOf(blocked.map((ms) => Math.max(0, ms))),
  };
}
