import { cpus, totalmem } from 'node:os';
import { inRoot } from '../system/root';

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Decimal places, 0 by default. */
  readonly digits?: number;
  readonly below?: number;
  readonly atMost?: number;
  readonly atLeast?: number;
  readonly details?: string;
}

export interface Section {
  readonly title: string;
  readonly measure: (signal: AbortSignal) => Promise<readonly Figure[]>;
}

/** Takes durations in ms. The 95th percentile must stay below `below`. */
export const toDurationFigures = (durations: readonly number[], below: number): Figure[] => [
  { name: 'p50', value: percentile(durations, 0.5), unit: 'ms' },
  { name: 'p95', value: percentile(durations, 0.95), unit: 'ms', below },
  { name: 'maximum', value: percentile(durations, 1), unit: 'ms' },
];

export const isWithinLimit = ({ value, below = Infinity, atMost, atLeast }: Figure): boolean =>
  value < below && value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity);

const formatValue = ({ value, digits = 0 }: Figure): string => value.toFixed(digits);

function formatLimit({ below, atMost, atLeast, unit, digits = 0 }: Figure): string {
  const format = (word: string, limit: number | undefined) =>
    limit === undefined ? [] : [`${word} ${Number(limit.toFixed(digits))} ${unit}`.trimEnd()];
  return [
    ...format('below', below),
    ...format('at most', atMost),
    ...format('at least', atLeast),
  ].join(', ');
}

export const DOCUMENT = inRoot('docs', 'benchmarks.md');

const DOCUMENT_HEADER = `# Benchmarks

\`npm run bench\` writes this page. \`npm run bench -- <part>\` measures one part again.
`;

export function describeMachine(chromium: string): string {
  const cores = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const model = (cores[0]?.model ?? '').trim() || process.arch;
  return `${cores.length} cores (${model}), ${memory} GB, Node ${process.version.slice(1)}, ${chromium}`;
}

const toRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

export function formatPart(
  name: string,
  title: string,
  { at, machine }: { readonly at: Date; readonly machine: string },
  figures: readonly Figure[],
): string {
  const rows = figures.map((figure) => {
    const limit = formatLimit(figure);
    const verdict = limit === '' ? '' : isWithinLimit(figure) ? 'yes' : '**no**';
    const value = `${formatValue(figure)} ${figure.unit}`.trimEnd();
    return toRow([figure.name, value, figure.details ?? '', limit, verdict]);
  });
  const measuredAt = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return [
    `## ${name}`,
    '',
    `${title}.`,
    '',
    `${measuredAt}, \`npm run bench -- ${name}\`, on ${machine}.`,
    '',
    toRow(['figure', 'value', 'details', 'limit', 'met']),
    toRow(['---', '---:', '---:', '---', '---']),
    ...rows,
    '',
  ].join('\n');
}

export function replacePart(document: string, part: string): string {
  const [, ...parts] = document.split(/^(?=## )/m);
  const getName = (text: string) => text.slice(0, text.indexOf('\n'));
  const index = parts.findIndex((existing) => getName(existing) === getName(part));
  const currentParts = parts.map((existing) => `${existing.trimEnd()}\n`);
  const newParts = index < 0 ? [...currentParts, part] : currentParts.with(index, part);
  return [DOCUMENT_HEADER, ...newParts].join('\n');
}

/**
 * The nearest-rank percentile. `share` is from 0 to 1.
 * @throws RangeError if there are no values
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('A percentile needs at least one value');
  return value;
}
