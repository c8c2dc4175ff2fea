import { formatCount } from '@quantalgo/contracts/core/format';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { slotId } from '@quantalgo/contracts/core/slots';
import { toIso } from '@quantalgo/contracts/core/time';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import type { RateRow } from '@quantalgo/contracts/signals/figures';
import type { ForecastBin } from '@quantalgo/contracts/signals/forecasts';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { computeWilsonInterval } from '@quantalgo/contracts/signals/signal';
import { LEVEL_COUNT } from '@quantalgo/contracts/signals/words';
import { CommandError } from '../suite/command';
import type { PairFile } from './market';
import { toRow } from './rows';
import {
  groupByHalves,
  type Day,
  formatRateRange,
  formatSpread,
  describeRuin,
  PERIOD_ROWS,
  type Summary,
  describeConclusions,
} from './summary';
import type { PlayedSignal } from './walk';

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

const CHART_LAYOUT = { width: 720, height: 280, left: 56, right: 12, top: 12, bottom: 28 } as const;

const MAX_COUNTS = { points: 700, dates: 6 };

type Point = readonly [x: number, y: number];

/** `at` lists the labelled values. */
interface Axis {
  readonly from: number;
  readonly to: number;
  readonly label: (value: number) => string;
  readonly at: readonly number[];
}

interface Chart {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  /** `name` is the line's CSS class. */
  readonly lines: readonly (readonly [name: string, points: readonly Point[]])[];
  readonly dots?: readonly {
    readonly at: Point;
    readonly range: { readonly low: number; readonly high: number } | null;
    readonly title: string;
  }[];
}

function listTicks(from: number, to: number): number[] {
  const rough = (to - from || 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const steps = [1, 2, 5, 10].map((factor) => factor * power);
  const step = steps.find((candidate) => candidate >= rough) ?? rough;
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

const toAxis = (from: number, to: number, label: Axis['label']): Axis => ({
  from,
  to,
  label,
  at: listTicks(from, to),
});

function drawChart({ title, x, y, lines, dots = [] }: Chart): string {
  const { width, height, left, right, top, bottom } = CHART_LAYOUT;
  const toShare = ({ from, to }: Axis, value: number) => (value - from) / (to - from || 1);
  const px = (value: number) => (left + toShare(x, value) * (width - left - right)).toFixed(1);
  const py = (value: number) =>
    (height - bottom - toShare(y, value) * (height - top - bottom)).toFixed(1);
  const parts = [
    ...y.at.map(
      (value) =>
        `<line class="grid" x1="${left}" x2="${width - right}" y1="${py(value)}" y2="${py(value)}"/><text x="${left - 6}" y="${py(value)}" dy="4" text-anchor="end">${escapeHtml(y.label(value))}</text>`,
    ),
    ...x.at.map(
      (value) =>
        `<text x="${px(value)}" y="${height - 8}" text-anchor="middle">${escapeHtml(x.label(value))}</text>`,
    ),
    ...lines.map(
      ([name, points]) =>
        `<polyline class="${name}" points="${points.map((at) => `${px(at[0])},${py(at[1])}`).join(' ')}"/>`,
    ),
    ...dots.map(({ at, range, title: tooltip }) => {
      const whisker = range
        ? `<line class="whisker" x1="${px(at[0])}" x2="${px(at[0])}" y1="${py(range.low)}" y2="${py(range.high)}"/>`
        : '';
      return `<g><title>${escapeHtml(tooltip)}</title>${whisker}<circle class="dot" cx="${px(at[0])}" cy="${py(at[1])}" r="4"/></g>`;
    }),
  ];
  return `<svg role="img" aria-label="${escapeHtml(title)}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`;
}

const formatPercent = (value: number): string => `${Number(value.toFixed(1))}%`;

function sampleEvenly<T>(items: readonly T[], maxCount: number): T[] {
  const step = Math.max(1, Math.ceil(items.length / maxCount));
  return items.filter((_, index) => index % step === 0);
}

function drawResultChart(days: readonly Day[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return '';
  const sample = [...sampleEvenly(days.slice(0, -1), MAX_COUNTS.points - 1), last];
  const values = sample.flatMap(({ ladder, firstEntry }) => [ladder, firstEntry]);
  const label = (at: number) => new Date(at).toISOString().slice(0, 10);
  const at = sampleEvenly(days, MAX_COUNTS.dates).map(({ day }) => day);
  return drawChart({
    title: 'Summed results by day',
    x: { from: first.day, to: last.day, label, at },
    y: toAxis(Math.min(0, ...values), Math.max(1, ...values), String),
    lines: [
      ['ladder', sample.map(({ day, ladder }) => [day, ladder])],
      ['single', sample.map(({ day, firstEntry }) => [day, firstEntry])],
    ],
  });
}

function drawReliabilityChart(points: readonly ForecastBin[]): string {
  if (points.length === 0) return '';
  const dots = points.map(({ said, seen, trials }) => ({
    at: [said, seen] as const,
    range: computeWilsonInterval((seen * trials) / 100, trials),
    title: `Forecast ${formatPercent(said)}, actual ${formatPercent(seen)}, ${trials} signals`,
  }));
  const values = dots.flatMap(({ at, range }) => [
    ...at,
    ...(range ? [range.low, range.high] : []),
  ]);
  const from = Math.floor(Math.min(...values)) - 1;
  const to = Math.min(100, Math.ceil(Math.max(...values)) + 1);
  const axis = toAxis(from, to, formatPercent);
  const ideal = ['ideal', [from, to].map((value) => [value, value] as const)] as const;
  return drawChart({ title: 'Forecast vs. actual', x: axis, y: axis, lines: [ideal], dots });
}

const STYLESHEET = `
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
.single { stroke: var(--two); } .ideal { stroke: var(--soft); stroke-dasharray: 4 4; }
.dot { fill: var(--one); } .whisker { stroke: var(--one); stroke-width: 2; opacity: .5; }
b.ladder { color: var(--one); } b.single { color: var(--two); }
`;

const renderCells = (tag: 'td' | 'th', texts: readonly string[]): string =>
  `<tr>${texts.map((text) => `<${tag}>${escapeHtml(text)}</${tag}>`).join('')}</tr>`;

const renderTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<div class="wide"><table><thead>${renderCells('th', head)}</thead><tbody>${rows.map((row) => renderCells('td', row)).join('')}</tbody></table></div>`;

function renderPeriods({ whole, firstHalf, secondHalf }: Summary): string {
  const periods = [whole, firstHalf, secondHalf];
  const rows = PERIOD_ROWS.map(([title, format]) => [
    title,
    ...periods.map((period) => format(period, period.performance.details)),
  ]);
  return renderTable(['', 'All', 'First half', 'Second half'], rows);
}

const renderRateTable = (heading: string, rows: readonly RateRow[]): string =>
  renderTable(
    [heading, 'Settled', 'First entry wins', `Wins within ${LEVEL_COUNT} levels`],
    rows.map(({ name, settled, firstEntryRate, winRate }) => [
      name,
      formatCount(settled),
      formatRateRange(firstEntryRate),
      formatRateRange(winRate),
    ]),
  );

const renderOdds = ({ odds }: Summary['whole']): string =>
  renderTable(
    ['', 'Moved', 'Stated', 'Won', 'Stated − won'],
    odds.groups.map(({ name, moved, said, won, gap }) => [
      name,
      formatCount(moved),
      formatPercent(said),
      formatSpread(won),
      formatSpread(gap),
    ]),
  );

const renderHalves = (summary: Summary): string =>
  renderTable(
    ['Strategy', 'First half', 'First entry wins', 'Second half', 'First entry wins'],
    groupByHalves(summary).map(({ name, first, second }) => [
      name,
      ...[first, second].flatMap((row) => [
        formatCount(row?.settled ?? 0),
        formatRateRange(row?.firstEntryRate ?? null),
      ]),
    ]),
  );

function renderSwitchedOff({ switchedOff: times }: Summary): string {
  if (times.length === 0) return '<p>No strategy was switched off.</p>';
  return renderTable(
    ['Strategy', 'From', 'To', 'Why'],
    times.map(({ strategy, from, to, reason }) => [
      strategy,
      from.slice(0, 10),
      to?.slice(0, 10) ?? 'the end',
      reason,
    ]),
  );
}

const renderParagraphs = (sentences: readonly string[]): string =>
  sentences.map((sentence) => `<p class="verdict">${escapeHtml(sentence)}</p>`).join('');

/** Renders one self-contained page without scripts or external resources. Times are UTC. */
export function renderReport(
  summary: Summary,
  pairs: readonly string[],
  days: readonly Day[],
): string {
  const { whole, secondHalf } = summary;
  const { details } = whole.performance;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Backtest</title><style>${STYLESHEET}</style></head><body>
<h1>Backtest of ${escapeHtml(pairs.join(', '))}</h1>
<p>${formatCount(summary.candles)} candles; ${formatCount(summary.signals)} signals from ${escapeHtml(whole.from ?? 'none')} to ${escapeHtml(whole.to ?? 'none')}, ${formatCount(summary.misses)} slots missed, at most ${summary.mostBasicInADay} basic signals a day. All times are UTC. Each signal was chosen and judged by the publisher’s own code, using only candles that had closed by then.</p>
${renderParagraphs(describeConclusions(summary))}
${summary.notes.map((note) => `<p>${escapeHtml(note)}</p>`).join('')}
<h2>Key figures</h2>
${renderPeriods(summary)}
<p><small>Ranges are 95% intervals. A break-even doesn’t count as a win. The Brier skill is measured against always forecasting the final win rate; its interval groups signals into blocks of four hours. The calibration error is the mean gap, in points, over ten classes of equal count. Of the two figures beside it, a perfect forecast of this size shows the first on average, and at most the second in 95 of 100 cases. The AUC is the chance that a winning signal was rated likelier than a losing one (0.5 for a coin). The resolution is the share of the outcomes’ variance that the classes explain.</small></p>
<h2>What it would have earned</h2>
${drawResultChart(days)}
<p>In first stakes at a payout of ${formatPercent(100 * LADDER_RULES.payout)}: <b class="ladder">all ${LEVEL_COUNT} levels</b>, <b class="single">first entries alone</b>.</p>
<h2>Ruin</h2>
${describeRuin(summary)
  .map((sentence) => `<p>${escapeHtml(sentence)}</p>`)
  .join('')}
<p>An account is broke if it can't place the next stake. A run begins with each signal.</p>
<h2>Forecast vs. actual, second half</h2>
${drawReliabilityChart(secondHalf.confidence?.classes ?? [])}
<p>Ten classes of equal count: stated confidence against the share that won within ${LEVEL_COUNT} levels. On the dashed line, both are equal.</p>
${drawReliabilityChart(secondHalf.firstEntry?.classes ?? [])}
<p>The same for first entries alone.</p>
<h2>By strategy</h2>
${renderRateTable('Strategy', details?.byStrategy ?? [])}
<h2>Odds of first entries, by strategy</h2>
${renderOdds(whole)}
<p>Only first entries that moved, excluding 15:00 to 19:00 New York time. Intervals group signals by day.</p>
<h2>By strategy, in both halves</h2>
${renderHalves(summary)}
<h2>By pair</h2>
${renderRateTable('Pair', details?.byPair ?? [])}
<h2>By hour</h2>
${renderRateTable('Hour (UTC)', details?.byHour ?? [])}
<h2>By weekday</h2>
${renderRateTable('Weekday', details?.byWeekday ?? [])}
<h2>Switched off</h2>
${renderSwitchedOff(summary)}
<p>Past results don’t guarantee future results.</p>
</body></html>
`;
}

/** Truncates the file. @throws CommandError if it can't be opened */
export const openToWrite = (path: string): Promise<FileHandle> =>
  open(path, 'w').catch((cause: unknown) => {
    throw new CommandError(`Couldn't write ${path}.`, { cause });
  });

/** Builds a JSON list in a temporary file instead of in memory. */
class List {
  readonly #path: string;
  readonly #stream;
  readonly #closed: Promise<void>;
  #separator = '[\n';

  constructor(path: string) {
    this.#path = path;
    this.#stream = createWriteStream(path);
    this.#closed = finished(this.#stream).catch((cause: unknown) => {
      throw new CommandError(`Couldn't write ${path}.`, { cause });
    });
    // `drain` and `copyTo` report it.
    this.#closed.catch(() => undefined);
  }

  add(item: object): void {
    this.#stream.write(this.#separator + JSON.stringify(item));
    this.#separator = ',\n';
  }

  /** Resolves once the buffer has room. Null if it already has. */
  drain(): Promise<unknown> | null {
    if (this.#stream.errored) return this.#closed;
    return this.#stream.writableNeedDrain
      ? Promise.race([once(this.#stream, 'drain'), this.#closed])
      : null;
  }

  async copyTo(target: FileHandle): Promise<void> {
    this.#stream.end(this.#separator === ',\n' ? '\n]' : '[]');
    await this.#closed;
    for await (const chunk of createReadStream(this.#path, 'utf8'))
      await target.appendFile(String(chunk));
  }
}

function describeCandles(files: readonly PairFile[]): Record<Pair, object> {
  const entries = files.flatMap(({ pair, rows, first, last }) =>
    first && last ? [[pair, { rows, from: toIso(first.time), to: toIso(last.time) }] as const] : [],
  );
  return Object.fromEntries(entries);
}

/**
 * A backtest's JSON file. It is assembled from temporary files at the end, so that a failed walk
 * leaves no partial file.
 */
export class Output {
  readonly #folder: string;
  readonly #signals: List;
  readonly #misses: List;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#signals = new List(join(folder, 'signals'));
    this.#misses = new List(join(folder, 'misses'));
  }

  static async create(): Promise<Output> {
    return new Output(await mkdtemp(join(tmpdir(), 'backtest-')));
  }

  signal(played: PlayedSignal): void {
    this.#signals.add(toRow(played));
  }

  miss(slot: number, reason: string): void {
    this.#misses.add({ slot: slotId(slot), reason });
  }

  drain(): Promise<unknown> | null {
    return this.#signals.drain() ?? this.#misses.drain();
  }

  async write(path: string, files: readonly PairFile[], summary: Summary): Promise<void> {
    const file = await openToWrite(path);
    try {
      await file.appendFile(`{"candles":${JSON.stringify(describeCandles(files))},\n"signals":`);
      await this.#signals.copyTo(file);
      await file.appendFile(',\n"misses":');
      await this.#misses.copyTo(file);
      await file.appendFile(`,\n"summary":${JSON.stringify(summary)}}\n`);
    } finally {
      await file.close();
    }
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}
