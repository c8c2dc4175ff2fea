import { countText, STRETCH_ROWS, verdict } from './words';
import type { Summary } from './summary';

const TITLE = 24;
const COLUMN = 28;

function table({ whole, firstHalf, secondHalf }: Summary): string[] {
  const stretches = [whole, firstHalf, secondHalf];
  const row = (title: string, cells: readonly string[]) =>
    `${title.padEnd(TITLE)}${cells.map((cell) => cell.padStart(COLUMN)).join('')}`;
  const rows = STRETCH_ROWS.map(([title, of]) =>
    row(
      title,
      stretches.map((stretch) => of(stretch, stretch.performance.details)),
    ),
  );
  return [row('', ['all', 'first half', 'second half']), ...rows];
}

/** So many lines of strategies that were switched off; a report tells all. */
const MOST_LINES = 10;

function switchedOffLines({ switchedOff }: Summary): string[] {
  const lines = switchedOff.map(
    ({ strategy, reason, from, to }) =>
      `${strategy} was switched off from ${from.slice(0, 10)} to ${to?.slice(0, 10) ?? 'the end'}: ${reason}.`,
  );
  const earlier = lines.length - MOST_LINES;
  if (earlier <= 0) return lines;
  return [
    `Strategies were switched off ${countText(earlier)} times before these:`,
    ...lines.slice(-MOST_LINES),
  ];
}

/** The summary as text, in a width of 108. `seconds` is what the walk took. */
export function summaryText(summary: Summary, pairs: readonly string[], seconds: number): string {
  const perSecond = countText(Math.round(summary.candles / seconds));
  return [
    `${countText(summary.candles)} candles of ${pairs.join(', ')} in ${seconds.toFixed(2)} s: ${perSecond} candles per second.`,
    `${countText(summary.signals)} signals, ${countText(summary.withoutOutcome)} of them without an outcome; ${countText(summary.misses)} slots missed; at most ${summary.mostBasicInADay} basic signals a day.`,
    '',
    ...table(summary),
    '',
    ...switchedOffLines(summary),
    ...verdict(summary),
  ].join('\n');
}
