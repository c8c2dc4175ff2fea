import { cpus, totalmem } from 'node:os';
import { inRoot } from '../system/root';
import { type Figure, isKept, limitOf, valueOf } from './section';

/** Where measurements are kept. */
export const DOCUMENT = inRoot('docs', 'benchmarks.md');

const HEAD = `# Benchmarks

Written by \`npm run bench\`, each part by the run that it names. \`npm run bench -- <part>\` measures one part anew.
`;

/** What a run is measured on, in words. */
export function machineWords(chromium: string): string {
  const cores = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const model = (cores[0]?.model ?? '').trim() || process.arch;
  return `${cores.length} cores (${model}), ${memory} GB, Node ${process.version.slice(1)}, ${chromium}`;
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** The part of the document that shows a section's figures. */
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

/** The document with this part in place of the one of the same name, or behind the others. */
export function withPart(document: string, part: string): string {
  const [, ...parts] = document.split(/^(?=## )/m);
  const nameOf = (text: string) => text.slice(0, text.indexOf('\n'));
  const at = parts.findIndex((one) => nameOf(one) === nameOf(part));
  const others = parts.map((one) => `${one.trimEnd()}\n`);
  const all = at < 0 ? [...others, part] : others.with(at, part);
  return [HEAD, ...all].join('\n');
}

/** A figure of a section as the document has it; null where it has none of that name and unit. */
export function valueIn(
  document: string,
  section: string,
  name: string,
  unit: string,
): number | null {
  const part = document.split(/^(?=## )/m).find((text) => text.startsWith(`## ${section}\n`));
  for (const line of part?.split('\n') ?? []) {
    const [, named, value] = line.split('|').map((cell) => cell.trim());
    if (named === name && value?.endsWith(` ${unit}`)) return Number.parseFloat(value);
  }
  return null;
}
