import { cpus, totalmem } from 'node:os';
import { inRoot } from '../system/root';

/** A measured figure and its limit, if any. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Decimal places; none if absent. */
  readonly digits?: number;
  /** The limit that it must stay below. */
  readonly below?: number;
  /** The limit that it must not exceed. */
  readonly atMost?: number;
  /** The limit that it must reach. */
  readonly atLeast?: number;
  /** A comparison: "0.71 × the blank page". */
  readonly beside?: string;
}

/** One part of the measurements, on a dedicated suite if it needs one. */
export interface Section {
  /** What is measured, and under which conditions. */
  readonly title: string;
  readonly measure: (stopped: AbortSignal) => Promise<readonly Figure[]>;
}

/** Median, 95th percentile and maximum of durations (ms); the second must stay below `below`. */
export const timesOf = (durations: readonly number[], below: number): Figure[] => [
  { name: 'p50', value: percentile(durations, 0.5), unit: 'ms' },
  { name: 'p95', value: percentile(durations, 0.95), unit: 'ms', below },
  { name: 'most', value: percentile(durations, 1), unit: 'ms' },
];

/** True if a figure is within its limit, or has none. */
export const isKept = ({ value, below = Infinity, atMost, atLeast }: Figure): boolean =>
  value < below && value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity);

const valueOf = ({ value, digits = 0 }: Figure): string => value.toFixed(digits);

/** A figure's limit as text; empty if it has none. */
function limitOf({ below, atMost, atLeast, unit, digits = 0 }: Figure): string {
  const words = (word: string, limit: number | undefined) =>
    limit === undefined ? [] : [`${word} ${Number(limit.toFixed(digits))} ${unit}`.trimEnd()];
  return [
    ...words('below', below),
    ...words('at most', atMost),
    ...words('at least', atLeast),
  ].join(', ');
}

/** Where measurements are written. */
export const DOCUMENT = inRoot('docs', 'benchmarks.md');

const HEAD = `# Benchmarks

Written by \`npm run bench\`, each part by the run that it names. \`npm run bench -- <part>\` measures one part anew.
`;

/** A run's machine as text. */
export function machineText(chromium: string): string {
  const cores = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const model = (cores[0]?.model ?? '').trim() || process.arch;
  return `${cores.length} cores (${model}), ${memory} GB, Node ${process.version.slice(1)}, ${chromium}`;
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** The document's part for a section's figures. */
export function partOf(
  name: string,
  title: string,
  { at, machine }: { readonly at: Date; readonly machine: string },
  figures: readonly Figure[],
): string {
  const rows = figures.map((figure) => {
    const limit = limitOf(figure);
    const kept = limit === '' ? '' : isKept(figure) ? 'yes' : '**no**';
    const value = `${valueOf(figure)} ${figure.unit}`.trimEnd();
    return row([figure.name, value, figure.beside ?? '', limit, kept]);
  });
  const when = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return [
    `## ${name}`,
    '',
    `${title}.`,
    '',
    `${when}, \`npm run bench -- ${name}\`, on ${machine}.`,
    '',
    row(['figure', 'value', 'beside', 'limit', 'kept']),
    row(['---', '---:', '---:', '---', '---']),
    ...rows,
    '',
  ].join('\n');
}

/** The document with this part, which replaces the one of the same name or is appended. */
export function withPart(document: string, part: string): string {
  const [, ...parts] = document.split(/^(?=## )/m);
  const nameOf = (text: string) => text.slice(0, text.indexOf('\n'));
  const at = parts.findIndex((one) => nameOf(one) === nameOf(part));
  const others = parts.map((one) => `${one.trimEnd()}\n`);
  const all = at < 0 ? [...others, part] : others.with(at, part);
  return [HEAD, ...all].join('\n');
}

/**
 * The smallest value that at least `share` (0 to 1) of the values don't exceed: the nearest-rank percentile.
 * @throws RangeError if there are no values
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('A percentile of nothing');
  return value;
}
