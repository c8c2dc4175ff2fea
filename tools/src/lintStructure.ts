import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync, type Program, type StringLiteral, Visitor } from 'oxc-parser';
import { findForbiddenImports } from './checks/arrows';
import { findNewerApis } from './checks/baseline';
import { findDatabaseAccess } from './checks/databaseAccess';
import { findLooseText } from './checks/looseText';
import { findNumberParsing } from './checks/numbers';
import { findOddWording } from './checks/wording';
import { runCommand } from './suite/command';
import { inRoot } from './system/root';

const MAX_LINES = 400;
/** Exempt from the line limit, because sceptics download and read it as a single file. */
const LINE_LIMIT_EXEMPTIONS: ReadonlySet<string> = new Set(['web/public/verify-ledger.mjs']);
/** Layers whose subfolders must not have circular imports. */
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
  readonly text: string;
  readonly lines: number;
  /** Paths of eagerly imported sources. */
  readonly eagerImports: ReadonlySet<string>;
  /** Also includes type imports and dynamic imports. */
  readonly imports: ReadonlySet<string>;
}

const isTest = (path: string): boolean => /(^|\/)(test|e2e|rules)\//.test(path);

function listCodePaths(): string[] {
  // Released files stay as they are.
  const names = ['*.ts', '*.tsx', '*.mjs', '*.js', '*.java', ':!compatibility'];
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...names], {
    cwd: inRoot(),
    encoding: 'utf8',
  });
  return listed.split('\n').filter((path) => path !== '' && existsSync(inRoot(path)));
}

const MODULE_SUFFIXES = ['', '.ts', '.tsx', '.mjs', '/index.ts'];

function resolveImport(from: string, name: string, all: ReadonlySet<string>): string | undefined {
  const inside = /^@quantalgo\/(\w+)(?:\/(.*))?$/.exec(name);
  const base = inside
    ? `${inside[1]}/src/${inside[2] ?? 'index'}`
    : name.startsWith('.')
      ? normalize(join(dirname(from), name.replace(/\?.*$/, '')))
      : name.replace(/^\//, 'web/');
  return MODULE_SUFFIXES.map((ending) => base + ending).find((path) => all.has(path));
}

function findImports(program: Program): { eager: string[]; lazy: string[] } {
  const eager: string[] = [];
  const lazy: string[] = [];
  const add = (kind: 'type' | 'value' | undefined, source: StringLiteral | null) => {
    if (source) (kind === 'type' ? lazy : eager).push(source.value);
  };
  new Visitor({
    ImportDeclaration: ({ importKind, source }) => add(importKind, source),
    ExportNamedDeclaration: ({ exportKind, source }) => add(exportKind, source),
    ExportAllDeclaration: ({ exportKind, source }) => add(exportKind, source),
    ImportExpression: ({ source }) => {
      if (source.type === 'Literal' && typeof source.value === 'string') lazy.push(source.value);
    },
  }).visit(program);
  return { eager, lazy };
}

function readSource(path: string, all: ReadonlySet<string>): Source {
  const text = readFileSync(inRoot(path), 'utf8');
  const { program } = parseSync(path, text);
  const { eager, lazy } = findImports(program);
  const resolveAll = (names: readonly string[]) =>
    new Set(names.flatMap((name) => resolveImport(path, name, all) ?? []));
  return {
    path,
    text,
    lines: text.split('\n').length - 1,
    eagerImports: resolveAll(eager),
    imports: resolveAll([...eager, ...lazy]),
  };
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

function findCycle(graph: Graph): string[] | undefined {
  const visited = new Set<string>();
  const path: string[] = [];
  const visit = (node: string): string[] | undefined => {
    if (path.includes(node)) return path.slice(path.indexOf(node));
    if (visited.has(node)) return undefined;
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next);
      if (cycle) return cycle;
    }
    path.pop();
    visited.add(node);
    return undefined;
  };
  for (const start of graph.keys()) {
    const cycle = visit(start);
    if (cycle) return cycle;
  }
  return undefined;
}

function buildFolderGraph(folder: string, sources: readonly Source[]): Graph {
  const getSubfolder = (path: string): string | undefined =>
    path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/')[0] : undefined;
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of sources) {
    const from = getSubfolder(path);
    if (from === undefined) continue;
    const to = graph.get(from) ?? new Set();
    for (const importedPath of imports) {
      const subfolder = getSubfolder(importedPath);
      if (subfolder !== undefined && subfolder !== from) to.add(subfolder);
    }
    graph.set(from, to);
  }
  return graph;
}

function findViolations(sources: readonly Source[]): string[] {
  const cycle = findCycle(new Map(sources.map(({ path, eagerImports }) => [path, eagerImports])));
  const long = sources.filter(
    ({ path, lines }) => lines > MAX_LINES && !LINE_LIMIT_EXEMPTIONS.has(path),
  );
  return [
    ...(cycle ? [`Circular imports: ${cycle.join(' → ')}`] : []),
    ...LAYERS.flatMap((layer) => {
      const cycle = findCycle(buildFolderGraph(layer, sources));
      return cycle ? [`Circular folder imports in ${layer}: ${cycle.join(' → ')}`] : [];
    }),
    ...long.map(({ path, lines }) => `${path} has ${lines} lines (maximum: ${MAX_LINES})`),
  ];
}

const listNewerApis = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => /^(web|contracts)\/src\//.test(path))
    .flatMap(({ path, text }) => findNewerApis(path, text));

const listDatabaseAccess = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => path.startsWith('web/src/'))
    .flatMap(({ path, text }) => findDatabaseAccess(path, text));

const listNumberParsing = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path, text }) => findNumberParsing(path, text));

const listLooseText = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => /^web\/src\/.*\.tsx$/.test(path))
    .flatMap(({ path, text }) => findLooseText(path, text));

const listOddWording = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => /\.tsx?$/.test(path))
    .flatMap(({ path, text }) => findOddWording(path, text));

runCommand(() => {
  const paths = new Set(listCodePaths());
  const code = [...paths].map((path) => readSource(path, paths));
  const sources = code.filter(({ path }) => !isTest(path));
  const violations = [
    ...findViolations(sources),
    ...findForbiddenImports(new Map(code.map(({ path, imports }) => [path, imports]))),
    ...listNewerApis(sources),
    ...listDatabaseAccess(sources),
    ...listNumberParsing(sources),
    ...listLooseText(sources),
    ...listOddWording(sources),
  ];
  for (const violation of violations) console.error(violation);
  const lines = sources.reduce((sum, source) => sum + source.lines, 0);
  console.log(`${sources.length} source files, ${lines} lines`);
  return Promise.resolve(violations.length === 0 ? 0 : 1);
});
