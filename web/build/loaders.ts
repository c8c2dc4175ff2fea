import { parseSync, Visitor, type ESTree, type Rolldown } from 'vite';
import * as paths from '../../contracts/src/core/paths';

/** Modules that the app fetches when they are asked for: pages and screens by their paths, others by the constant's name. */
export type Loaders = ReadonlyMap<string, string>;

const { PATHS } = paths;

function textIn(table: object, key: string): string | undefined {
  const [, value] = Object.entries(table).find(([name]) => name === key) ?? [];
  return typeof value === 'string' ? value : undefined;
}

/** The path that a key of a table stands for, as `[PATHS.signals]` and `[SIGNAL_PATH]` do. */
function pathOf(key: ESTree.Node): string | undefined {
  if (key.type === 'Identifier') return textIn(paths, key.name);
  if (key.type !== 'MemberExpression' || key.property.type !== 'Identifier') return undefined;
  return textIn(PATHS, key.property.name);
}

/** The dynamic imports in `code`, with the path or the constant that holds each. */
function importsIn(code: string): { name: string; wanted: string }[] {
  const found: { name: string; wanted: string }[] = [];
  const holders: (string | undefined)[] = [];
  new Visitor({
    VariableDeclarator: ({ id }) =>
      void holders.push(id.type === 'Identifier' ? id.name : undefined),
    'VariableDeclarator:exit': () => void holders.pop(),
    Property: ({ key }) => void holders.push(pathOf(key) ?? holders.at(-1)),
    'Property:exit': () => void holders.pop(),
    ImportExpression: ({ source }) => {
      const name = holders.at(-1);
      if (name !== undefined && source.type === 'Literal' && typeof source.value === 'string')
        found.push({ name, wanted: source.value });
    },
  }).visit(parseSync('module.js', code).program);
  return found;
}

/** Finds the app's loaders among the modules of a build, wherever the tables that hold them stand. */
export async function loadersOf(build: Rolldown.PluginContext): Promise<Loaders> {
  const loaders = new Map<string, string>();
  for (const id of build.getModuleIds()) {
    const code = build.getModuleInfo(id)?.code ?? '';
    if (id.includes('/node_modules/') || !code.includes('import(')) continue;
    for (const { name, wanted } of importsIn(code)) {
      const resolved = await build.resolve(wanted, id);
      if (resolved) loaders.set(name, resolved.id);
    }
  }
  return loaders;
}

/** The document that holds the app. */
const APP = '/app.html';

/** The modules that the app itself consists of before it shows a page: its document, and what that asks for next. */
export const startModules = (loaders: Loaders): string[] => [APP, ...named(loaders, ['app'])];

/** The modules around the page at `path`: for a screen of the dashboard the shell, for one of staff the console too. */
export function framesOf(loaders: Loaders, path: string): string[] {
  if (!path.startsWith(PATHS.dashboard)) return [];
  return named(
    loaders,
    path.startsWith('/dashboard/admin/') ? ['shell', 'StaffConsole'] : ['shell'],
  );
}

/** The modules that have to be there to show the page at `path`. @throws Error when the app holds none for it */
export const modulesAt = (loaders: Loaders, path: string): string[] =>
  path === PATHS.landing
    ? ['/index.html']
    : [...startModules(loaders), ...framesOf(loaders, path), ...named(loaders, [path])];

function named(loaders: Loaders, names: readonly string[]): string[] {
  return names.map((name) => {
    const module = loaders.get(name);
    if (module === undefined) throw new Error(`The app fetches no ${name}`);
    return module;
  });
}
