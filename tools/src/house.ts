import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync, type Program, type StringLiteral, Visitor } from 'oxc-parser';
import { importsAgainstArrows } from './checks/arrows';
import { newerApisIn } from './checks/baseline';
import { looseTextIn } from './checks/looseText';
import { numbersReadIn } from './checks/numbers';
import { runCommand } from './suite/command';
import { inRoot } from './system/root';

/** The rules of the house, measured from the sources' imports and exports; the constants below are limits. */

const MAX_LINES = 400;
/** Maximum share of files that export one thing to one file in their own folder. */
const MAX_FRAGMENTS = 0.05;
/** Exempt: a sceptic downloads and reads it as a single file. */
const ONE_FILE: ReadonlySet<string> = new Set(['web/public/verify-ledger.mjs']);
/** Folders whose rooms must not depend on each other in a circle. */
const ROOMY = ['functions/src/platform', 'web/src/data'];

interface Source {
  readonly path: string;
  readonly lines: number;
  readonly exports: number;
  /** Paths of the sources that are loaded with it. */
  readonly needs: ReadonlySet<string>;
  /** All paths that it imports: those of `needs`, and those imported as types or on demand. */
  readonly imports: ReadonlySet<string>;
}

const isTest = (path: string): boolean => /(^|\/)(test|e2e|rules)\//.test(path);

/** Sources and tests of the repository, uncommitted ones included. */
function codePaths(): string[] {
  const names = ['*.ts', '*.tsx', '*.mjs', '*.js', '*.java'];
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...names], {
    cwd: inRoot(),
    encoding: 'utf8',
  });
  return listed.split('\n').filter((path) => path !== '' && existsSync(inRoot(path)));
}

const ENDINGS = ['', '.ts', '.tsx', '.mjs', '/index.ts'];

function resolved(from: string, name: string, all: ReadonlySet<string>): string | undefined {
  const inside = /^@quantalgo\/(\w+)(?:\/(.*))?$/.exec(name);
  const base = inside
    ? `${inside[1]}/src/${inside[2] ?? 'index'}`
    : name.startsWith('.')
      ? normalize(join(dirname(from), name.replace(/\?.*$/, '')))
      : name.replace(/^\//, 'web/');
  return ENDINGS.map((ending) => base + ending).find((path) => all.has(path));
}

function exportsOf({ body }: Program): number {
  let count = 0;
  for (const statement of body) {
    if (statement.type === 'ExportAllDeclaration') count += 2;
    else if (statement.type === 'ExportDefaultDeclaration') count += 1;
    else if (statement.type === 'ExportNamedDeclaration') {
      const { declaration, specifiers } = statement;
      if (declaration?.type === 'VariableDeclaration') count += declaration.declarations.length;
      else count += declaration ? 1 : specifiers.length;
    }
  }
  return count;
}

/** The names that a file imports: those loaded with it, and those imported only as types or on demand. */
function importsOf(program: Program): { atOnce: string[]; otherwise: string[] } {
  const atOnce: string[] = [];
  const otherwise: string[] = [];
  const add = (kind: 'type' | 'value' | undefined, source: StringLiteral | null) => {
    if (source) (kind === 'type' ? otherwise : atOnce).push(source.value);
  };
  new Visitor({
    ImportDeclaration: ({ importKind, source }) => add(importKind, source),
    ExportNamedDeclaration: ({ exportKind, source }) => add(exportKind, source),
    ExportAllDeclaration: ({ exportKind, source }) => add(exportKind, source),
    ImportExpression: ({ source }) => {
      if (source.type === 'Literal' && typeof source.value === 'string')
        otherwise.push(source.value);
    },
  }).visit(program);
  return { atOnce, otherwise };
}

function readSource(path: string, all: ReadonlySet<string>): Source {
  const text = readFileSync(inRoot(path), 'utf8');
  const { program } = parseSync(path, text);
  const { atOnce, otherwise } = importsOf(program);
  const found = (names: readonly string[]) =>
    new Set(names.flatMap((name) => resolved(path, name, all) ?? []));
  return {
    path,
    lines: text.split('\n').length - 1,
    exports: exportsOf(program),
    needs: found(atOnce),
    imports: found([...atOnce, ...otherwise]),
  };
}

type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

/** The first circle among the arrows, as a list whose last leads back to its first; undefined if there is none. */
function circleIn(arrows: Arrows): string[] | undefined {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (at: string): string[] | undefined => {
    if (path.includes(at)) return path.slice(path.indexOf(at));
    if (done.has(at)) return undefined;
    path.push(at);
    for (const next of arrows.get(at) ?? []) {
      const circle = visit(next);
      if (circle) return circle;
    }
    path.pop();
    done.add(at);
    return undefined;
  };
  for (const start of arrows.keys()) {
    const circle = visit(start);
    if (circle) return circle;
  }
  return undefined;
}

/** The rooms of a folder (its subfolders and loose files), and the arrows between them. */
function roomsOf(folder: string, sources: readonly Source[]): Arrows {
  const roomOf = (path: string): string | undefined =>
    path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/')[0] : undefined;
  const arrows = new Map<string, Set<string>>();
  for (const { path, imports } of sources) {
    const from = roomOf(path);
    if (from === undefined) continue;
    const to = arrows.get(from) ?? new Set();
    for (const other of imports) {
      const room = roomOf(other);
      if (room !== undefined && room !== from) to.add(room);
    }
    arrows.set(from, to);
  }
  return arrows;
}

const arrowCount = (arrows: Arrows): number =>
  [...arrows.values()].reduce((sum, { size }) => sum + size, 0);

type ByPath = ReadonlyMap<string, Source>;

/** Files whose only export is imported by one file beside them, and loaded with it: in effect parts of that file. */
function fragments(sources: readonly Source[], byPath: ByPath): string[] {
  const importers = new Map<string, string[]>();
  for (const { path, imports } of sources)
    for (const other of imports) importers.set(other, [...(importers.get(other) ?? []), path]);
  return sources
    .filter(({ path, exports }) => {
      const [only, ...more] = importers.get(path) ?? [];
      if (exports !== 1 || only === undefined || more.length > 0) return false;
      return dirname(only) === dirname(path) && byPath.get(only)?.needs.has(path) === true;
    })
    .map(({ path }) => path);
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Files of `web/src/screens` that a screen's module reaches without leaving that folder. */
function ownFiles(start: string, byPath: ByPath): Set<string> {
  const own = new Set<string>();
  const visit = (path: string): void => {
    if (own.has(path) || !path.startsWith('web/src/screens/')) return;
    own.add(path);
    for (const next of byPath.get(path)?.imports ?? []) visit(next);
  };
  visit(start);
  return own;
}

/** Every screen in the app's tables with the number of its own files, largest first. */
function screenSizes(byPath: ByPath): [path: string, files: number][] {
  const tables = ['web/src/app/screens.ts', 'web/src/app/routes.ts'];
  const starts = tables
    .flatMap((path) => [...(byPath.get(path)?.imports ?? [])])
    .filter((path) => path.startsWith('web/src/screens/'));
  return [...new Set(starts)]
    .map((path): [string, number] => [path, ownFiles(path, byPath).size])
    .sort((a, b) => b[1] - a[1]);
}

const linesOf = (sources: readonly Source[]): number =>
  sources.reduce((sum, { lines }) => sum + lines, 0);

/** Violations of the rules, a sentence each. */
function faultsOf(sources: readonly Source[], byPath: ByPath): string[] {
  const cycle = circleIn(new Map(sources.map(({ path, needs }) => [path, needs])));
  const long = sources.filter(({ path, lines }) => lines > MAX_LINES && !ONE_FILE.has(path));
  const small = fragments(sources, byPath);
  const share = small.length / sources.length;
  return [
    ...(cycle ? [`Imports run in a circle: ${cycle.join(' → ')}`] : []),
    ...ROOMY.flatMap((folder) => {
      const circle = circleIn(roomsOf(folder, sources));
      return circle ? [`Rooms of ${folder} lean on each other: ${circle.join(' → ')}`] : [];
    }),
    ...long.map(({ path, lines }) => `${path} has ${lines} lines (at most ${MAX_LINES})`),
    ...(share > MAX_FRAGMENTS
      ? [
          `${small.length} files are parts of one file beside them (at most 5 %): ${small.join(', ')}`,
        ]
      : []),
  ];
}

/** Measures without a limit, as hints for tidying up. */
function measures(sources: readonly Source[], byPath: ByPath): string[] {
  const screens = screenSizes(byPath);
  const largest = screens.slice(0, 3).map(([path, files]) => `${path} ${files}`);
  const tools = linesOf(sources.filter(({ path }) => path.startsWith('tools/')));
  const product = linesOf(sources) - tools;
  const lines = median(sources.map((source) => source.lines));
  return [
    `${sources.length} source files, ${lines} lines in the median`,
    `${fragments(sources, byPath).length} of one export to one file beside them`,
    `Own files of a screen: ${median(screens.map(([, files]) => files))} in the median; most: ${largest.join(', ')}`,
    ...ROOMY.map((folder) => {
      const rooms = roomsOf(folder, sources);
      return `${folder}: ${rooms.size} rooms, ${arrowCount(rooms)} arrows`;
    }),
    `Tools: ${tools} lines, ${((tools / product) * 100).toFixed(1)} % of the product's ${product}`,
  ];
}

/** Uses of APIs that the oldest browsers lack, in code that browsers run. */
const newerApis = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => /^(web|contracts)\/src\//.test(path))
    .flatMap(({ path }) => newerApisIn(path, readFileSync(inRoot(path), 'utf8')));

const strayNumbers = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path }) => numbersReadIn(path, readFileSync(inRoot(path), 'utf8')));

/** Text in the app's elements that a translator would detach from React. */
const looseText = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => /^web\/src\/.*\.tsx$/.test(path))
    .flatMap(({ path }) => looseTextIn(path, readFileSync(inRoot(path), 'utf8')));

runCommand(() => {
  const all = new Set(codePaths());
  const code = [...all].map((path) => readSource(path, all));
  const sources = code.filter(({ path }) => !isTest(path));
  const byPath = new Map(sources.map((source) => [source.path, source]));
  for (const line of measures(sources, byPath)) console.log(line);
  const astray = importsAgainstArrows(new Map(code.map(({ path, imports }) => [path, imports])));
  const faults = [
    ...faultsOf(sources, byPath),
    ...astray,
    ...newerApis(sources),
    ...strayNumbers(sources),
    ...looseText(sources),
  ];
  for (const fault of faults) console.error(fault);
  return Promise.resolve(faults.length === 0 ? 0 : 1);
});
