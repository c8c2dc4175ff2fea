import { COIN, breakEven, wilson, type RateRow, type ReliabilityPoint } from '@quantalgo/contracts';
import type { Day } from '../days';
import { Plot } from './plot';
import { dateOf } from './markup';

const percent = (value: number): string => `${Number(value.toFixed(1))} %`;
/** Dates that fit under a chart. */
const DATES = 6;

function spread<T>(items: readonly T[], most: number): T[] {
  const step = Math.max(1, Math.ceil(items.length / most));
  return items.filter((_, index) => index % step === 0);
}

/** Points that a line of a chart is drawn through at most: more can't be seen. */
const POINTS = 700;

/** How summed results went, of four levels and of first entries alone, in first stakes. */
export function resultChart(days: readonly Day[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return '';
  const shown = spread(days, POINTS);
  const values = shown.flatMap(({ ladder, firstEntry }) => [ladder, firstEntry]);
  const plot = new Plot(
    {
      from: first.day,
      to: last.day,
      label: dateOf,
      at: spread(days, DATES).map(({ day }) => day),
    },
    { from: Math.min(0, ...values), to: Math.max(1, ...values), label: String },
  );
  return plot.svg('Summed results by day', [
    plot.line(
      shown.map(({ day, ladder }) => [day, ladder]),
      'ladder',
    ),
    plot.line(
      shown.map(({ day, firstEntry }) => [day, firstEntry]),
      'single',
    ),
  ]);
}

/** What was said against what was seen; on the line both are the same. */
export function reliabilityChart(points: readonly ReliabilityPoint[]): string {
  if (points.length === 0) return '';
  const dots = points.map(({ said, seen, settled }) => ({
    said,
    seen,
    settled,
    range: wilson((seen * settled) / 100, settled),
  }));
  const values = dots.flatMap(({ said, seen, range }) => [
    said,
    seen,
    range?.low ?? seen,
    range?.high ?? seen,
  ]);
  const from = Math.floor(Math.min(...values)) - 1;
  const to = Math.min(100, Math.ceil(Math.max(...values)) + 1);
  const plot = new Plot({ from, to, label: percent }, { from, to, label: percent });
  return plot.svg('Said and seen', [
    plot.line(
      [
        [from, from],
        [to, to],
      ],
      'ideal',
    ),
    ...dots.map(({ said, seen, settled, range }) =>
      plot.dot(
        said,
        seen,
        range,
        `Said ${percent(said)}, seen ${percent(seen)}, ${settled} signals`,
      ),
    ),
  ]);
}

/** First entries that won by hour of the day, beside a coin and what pays. */
export function hourChart(rows: readonly RateRow[]): string {
  if (rows.length === 0) return '';
  const fair = breakEven().firstEntry;
  const values = rows.flatMap(({ firstEntryRate }) => [firstEntryRate.low, firstEntryRate.high]);
  const from = Math.floor(Math.min(COIN.firstEntry, ...values)) - 1;
  const to = Math.ceil(Math.max(fair, ...values)) + 1;
  const plot = new Plot(
    {
      from: -0.5,
      to: 23.5,
      label: (hour) => String(hour).padStart(2, '0'),
      at: [0, 3, 6, 9, 12, 15, 18, 21],
    },
    { from, to, label: percent },
  );
  return plot.svg('First entries that won, by hour (UTC)', [
    plot.line(
      [
        [-0.5, COIN.firstEntry],
        [23.5, COIN.firstEntry],
      ],
      'ideal',
    ),
    plot.line(
      [
        [-0.5, fair],
        [23.5, fair],
      ],
      'fair',
    ),
    ...rows.map(({ name, settled, firstEntryRate }) =>
      plot.dot(
        Number(name),
        firstEntryRate.value,
        firstEntryRate,
        `${name}:00 UTC, ${percent(firstEntryRate.value)} of ${settled}`,
      ),
    ),
  ]);
}
