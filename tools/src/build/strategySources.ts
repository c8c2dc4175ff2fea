import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import * as z from 'zod/mini';
import { parseSync } from 'oxc-parser';
import { STRATEGIES } from '@quantalgo/functions/domain/signals/strategies/registry';
import { inRoot } from '../system/root';

export const SOURCES_FILE = [
  'functions',
  'src',
  'domain',
  'signals',
  'strategies',
  'sources.ts',
] as const;

const STRATEGIES_FOLDER = 'functions/src/domain/signals/strategies';

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ version: z.optional(z.string()) })),
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const readText = (path: string) =>
  readFileSync(inRoot(...path.split('/')), 'utf8').replaceAll('\r\n', '\n');

/** Contracts aren't hashed: their types, times and pair names don't define a strategy. */
const CONTRACTS_PREFIX = '@quantalgo/contracts/';

/** Modules that a file imports or re-exports, types excepted. @throws Error on a dynamic import */
function listModules(file: string, text: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  if (dynamicImports.length > 0) throw new Error(`${file}: strategies can’t use dynamic imports`);
  const isValue = ({ isType }: { readonly isType: boolean }) => !isType;
  return [
    ...staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(isValue))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports
      .flatMap(({ entries }) => entries.filter(isValue))
      .flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
  ];
}

function collectHashes(path: string, versions: (name: string) => string): Map<string, string> {
  const lines = new Map<string, string>();
  const read = (file: string) => {
    if (lines.has(file)) return;
    const text = readText(file);
    lines.set(file, sha256(text));
    for (const from of listModules(file, text)) {
      if (from.startsWith('.')) read(`${join(dirname(file), from)}.ts`);
      else if (!from.startsWith(CONTRACTS_PREFIX)) lines.set(from, versions(from));
    }
  };
  read(path);
  return lines;
}

function createVersionLookup(lock: z.infer<typeof lockSchema>) {
  return (name: string): string => {
    const version = lock.packages[`node_modules/${name}`]?.version;
    if (version === undefined) throw new Error(`package-lock.json does not list ${name}`);
    return version;
  };
}

const toSourcePath = (id: string) =>
  `${STRATEGIES_FOLDER}/${id.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())}.ts`;

/**
 * SHA-256 of the sorted lines `<sha256> <path>` of each strategy's source files, with Unix line
 * endings, and `<version> <name>` of their packages.
 */
export function hashStrategySources(): Record<string, string> {
  const versions = createVersionLookup(lockSchema.parse(JSON.parse(readText('package-lock.json'))));
  return Object.fromEntries(
    STRATEGIES.map(({ id }) => {
      const lines = [...collectHashes(toSourcePath(id), versions)].map(
        ([name, hash]) => `${hash}  ${name}\n`,
      );
      return [id, sha256(lines.toSorted().join(''))];
    }),
  );
}

export function formatStrategySources(): string {
  const rows = Object.entries(hashStrategySources()).map(([id, hash]) => {
    const name = /^\w+$/.test(id) ? id : `'${id}'`;
    return `  ${name}: '${hash}',`;
  });
  return [
    '/** SHA-256 of each strategy’s source files, by its id. Written by `npm run gen:strategy-sources`. */',
    'export const SOURCES: Readonly<Record<string, string>> = {',
    ...rows,
    '};\n',
  ].join('\n');
}
