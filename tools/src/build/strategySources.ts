import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import * as z from 'zod/mini';
import { STRATEGIES } from '@quantalgo/functions/domain/signals/strategies/registry';
import { inRoot } from '../system/root';

/** The file that the hashes are written to. */
export const SOURCES_FILE = [
  'functions',
  'src',
  'domain',
  'signals',
  'strategies',
  'sources.ts',
] as const;

const FOLDER = 'functions/src/domain/signals/strategies';

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ version: z.optional(z.string()) })),
});

/** Values that a file imports, not types: `from` what. */
const IMPORT = /^import (?!type )[^;]*? from '([^']+)';/gm;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const textOf = (path: string) =>
  readFileSync(inRoot(...path.split('/')), 'utf8').replaceAll('\r\n', '\n');

/** The contracts' types, times and names of pairs are no part of a strategy. */
const OF_ALL = '@quantalgo/contracts/';

/** A line for each file and package that a source file needs, itself first: `sha256  path` or `version  package`. */
function linesOf(path: string, versions: (name: string) => string): Map<string, string> {
  const lines = new Map<string, string>();
  const read = (file: string) => {
    if (lines.has(file)) return;
    const text = textOf(file);
    lines.set(file, sha256(text));
    for (const [, from = ''] of text.matchAll(IMPORT)) {
      if (from.startsWith('.')) read(`${join(dirname(file), from)}.ts`);
      else if (!from.startsWith(OF_ALL)) lines.set(from, versions(from));
    }
  };
  read(path);
  return lines;
}

function versionIn(lock: z.infer<typeof lockSchema>) {
  return (name: string): string => {
    const version = lock.packages[`node_modules/${name}`]?.version;
    if (version === undefined) throw new Error(`package-lock.json has no ${name}`);
    return version;
  };
}

/** The file of a strategy's source: `mean-reversion` is in `meanReversion.ts`. */
const fileOf = (id: string) =>
  `${FOLDER}/${id.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())}.ts`;

/**
 * The hash of each strategy's source files: SHA-256 of their sorted lines `<sha256>  <path>`, with line ends of Unix,
 * and a line `<version>  <name>` for each package that they use.
 */
export function sourceHashes(): Record<string, string> {
  const versions = versionIn(lockSchema.parse(JSON.parse(textOf('package-lock.json'))));
  return Object.fromEntries(
    STRATEGIES.map(({ id }) => {
      const lines = [...linesOf(fileOf(id), versions)].map(([name, hash]) => `${hash}  ${name}\n`);
      return [id, sha256(lines.toSorted().join(''))];
    }),
  );
}

/** The generated file. */
export function sourcesText(): string {
  const rows = Object.entries(sourceHashes()).map(([id, hash]) => {
    const name = /^\w+$/.test(id) ? id : `'${id}'`;
    return `  ${name}: '${hash}',`;
  });
  return [
    '/** SHA-256 of each strategy’s source files, by its id. Written by `npm run strategy-sources`. */',
    'export const SOURCES: Readonly<Record<string, string>> = {',
    ...rows,
    '};\n',
  ].join('\n');
}
