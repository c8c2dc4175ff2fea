import type { RateRow } from '@quantalgo/contracts';
import type { Day } from '../days';
import type { Summary } from '../summary';
import { countText, rateText, STRETCH_ROWS, verdict } from '../words';
import { hourChart, reliabilityChart, resultChart } from './charts';
import { escaped } from './markup';

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1c2430, #dfe6ef); --soft: light-dark(#5c6878, #97a3b4);
  --line: light-dark(#dde3ea, #2b3542); --page: light-dark(#fff, #12171e); --one: light-dark(#0b6bcb, #6cb2ff);
  --two: light-dark(#b4540a, #f5a65b); }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
h1 { font-size: 1.5rem; } h2 { margin-top: 2.5rem; font-size: 1.125rem; } p, small { color: var(--soft); }
.verdict { color: var(--ink); font-weight: 600; } .wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
svg { width: 100%; height: auto; } svg text { fill: var(--soft); font-size: 12px; }
.grid { stroke: var(--line); } polyline { fill: none; stroke-width: 2; } .ladder, .dot { stroke: var(--one); }
.single { stroke: var(--two); } .ideal { stroke: var(--soft); stroke-dasharray: 4 4; } .fair { stroke: var(--two); stroke-dasharray: 4 4; }
.dot { fill: var(--one); } .whisker { stroke: var(--one); stroke-width: 2; opacity: .5; }
b.ladder { color: var(--one); } b.single, b.fair { color: var(--two); }
`;

const cells = (tag: 'td' | 'th', texts: readonly string[]): string =>
  `<tr>${texts.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join('')}</tr>`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<div class="wide"><table><thead>${cells('th', head)}</thead><tbody>${rows.map((row) => cells('td', row)).join('')}</tbody></table></div>`;

function stretches({ whole, firstHalf, secondHalf }: Summary): string {
  const all = [whole, firstHalf, secondHalf];
  const rows = STRETCH_ROWS.map(([title, of]) => [
    title,
    ...all.map((stretch) => of(stretch, stretch.performance.details)),
  ]);
  return table(['', 'All', 'First half', 'Second half'], rows);
}

const rateTable = (what: string, rows: readonly RateRow[]): string =>
  table(
    [what, 'Settled', 'First entry wins', 'Wins within four levels'],
    rows.map(({ name, settled, firstEntryRate, winRate }) => [
      name,
      countText(settled),
      rateText(firstEntryRate),
      rateText(winRate),
    ]),
  );

function switchedOff({ switchedOff: times }: Summary): string {
  if (times.length === 0) return '<p>No strategy was switched off.</p>';
  return table(
    ['Strategy', 'From', 'To', 'Why'],
    times.map(({ strategy, from, to, reason }) => [
      strategy,
      from.slice(0, 10),
      to?.slice(0, 10) ?? 'the end',
      reason,
    ]),
  );
}

const paragraphs = (sentences: readonly string[]): string =>
  sentences.map((sentence) => `<p class="verdict">${escaped(sentence)}</p>`).join('');

/** The report as one page that needs nothing else: no script, no font, no picture from elsewhere. Times are UTC. */
export function reportPage(
  summary: Summary,
  pairs: readonly string[],
  days: readonly Day[],
): string {
  const { whole, secondHalf } = summary;
  const { details } = whole.performance;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Backtest</title><style>${STYLE}</style></head><body>
<h1>Backtest of ${escaped(pairs.join(', '))}</h1>
<p>${countText(summary.candles)} candles; ${countText(summary.signals)} signals from ${escaped(whole.from ?? 'nowhere')} to ${escaped(whole.to ?? 'nowhere')}, ${countText(summary.misses)} slots missed, at most ${summary.mostBasicInADay} basic signals a day. All times are UTC. Each signal was chosen and judged by the code that publishes, on candles that were closed by then.</p>
${paragraphs(verdict(summary))}
<h2>In figures</h2>
${stretches(summary)}
<p><small>Ranges are 95 % intervals. A break-even counts as not won. The Brier skill compares with always saying the rate that came out in the end; its interval groups signals by hour.</small></p>
<h2>What it would have earned</h2>
${resultChart(days)}
<p>In first stakes at a payout of 80 %: <b class="ladder">all four levels</b>, <b class="single">first entries alone</b>.</p>
<h2>Said and seen, second half</h2>
${reliabilityChart(secondHalf.performance.details?.reliability ?? [])}
<p>Confidence of signals against how many won within four levels. On the broken line both are the same.</p>
${reliabilityChart(secondHalf.performance.details?.firstEntryReliability ?? [])}
<p>The same of first entries alone.</p>
<h2>First entries by hour</h2>
${hourChart(details?.byHour ?? [])}
<p>Broken lines: a coin, and <b class="fair">what pays at a payout of 80 %</b>.</p>
<h2>By strategy</h2>
${rateTable('Strategy', details?.byStrategy ?? [])}
<h2>By pair</h2>
${rateTable('Pair', details?.byPair ?? [])}
<h2>By weekday</h2>
${rateTable('Weekday', details?.byWeekday ?? [])}
<h2>Switched off</h2>
${switchedOff(summary)}
<p>Past results promise nothing about the next signal.</p>
</body></html>
`;
}
