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

const MAX_LINES = 400;
/** Exempt: a sceptic downloads and reads it as a single file. */
const ONE_FILE: ReadonlySet<string> = new Set(['web/public/verify-ledger.mjs']);
/** Their subfolders must not import each other in a circle. */
const LAYERS = [
  'contracts/src',
  'functions/src',
  'functions/src/domain',
  'functions/src/http',
  'functions/src/platform',
  'web/src',
  'web/src/data',
  'web/src/screens',
];

interface Source {
  readonly path: string;
  readonly lines: number;
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

/** The subfolders and files of a folder, and the imports between them. */
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

/** Violations of the rules, a sentence each. */
function faultsOf(sources: readonly Source[]): string[] {
  const cycle = circleIn(new Map(sources.map(({ path, needs }) => [path, needs])));
  const long = sources.filter(({ path, lines }) => lines > MAX_LINES && !ONE_FILE.has(path));
  return [
    ...(cycle ? [`Imports run in a circle: ${cycle.join(' → ')}`] : []),
    ...LAYERS.flatMap((layer) => {
      const circle = circleIn(roomsOf(layer, sources));
      return circle ? [`Folders of ${layer} import each other: ${circle.join(' → ')}`] : [];
    }),
    ...long.map(({ path, lines }) => `${path} has ${lines} lines (at most ${MAX_LINES})`),
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
  const faults = [
    ...faultsOf(sources),
    ...importsAgainstArrows(new Map(code.map(({ path, imports }) => [path, imports]))),
    ...newerApis(sources),
    ...strayNumbers(sources),
    ...looseText(sources),
  ];
  for (const fault of faults) console.error(fault);
  const lines = sources.reduce((sum, source) => sum + source.lines, 0);
  console.log(`${sources.length} source files, ${lines} lines`);
  return Promise.resolve(faults.length === 0 ? 0 : 1);
});
