import { parseSync, Visitor, type ESTree, type Rolldown } from 'vite';
import * as paths from '../../contracts/src/core/paths';

/** Ids of lazily loaded modules: by path for pages and screens, by constant name for others. */
export type Loaders = ReadonlyMap<string, string>;

const { PATHS } = paths;

function findText(table: object, key: string): string | undefined {
  const [, value] = Object.entries(table).find(([name]) => name === key) ?? [];
  return typeof value === 'string' ? value : undefined;
}

/** Resolves keys such as `[PATHS.signals]` and `[SIGNAL_PATH]`. */
function resolvePath(key: ESTree.Node): string | undefined {
  if (key.type === 'Identifier') return findText(paths, key.name);
  if (key.type !== 'MemberExpression' || key.property.type !== 'Identifier') return undefined;
  return findText(PATHS, key.property.name);
}

function findImports(code: string): { name: string; specifier: string }[] {
  const imports: { name: string; specifier: string }[] = [];
  const enclosingNames: (string | undefined)[] = [];
  new Visitor({
    VariableDeclarator: ({ id }) =>
      void enclosingNames.push(id.type === 'Identifier' ? id.name : undefined),
    'VariableDeclarator:exit': () => void enclosingNames.pop(),
    Property: ({ key }) => void enclosingNames.push(resolvePath(key) ?? enclosingNames.at(-1)),
    'Property:exit': () => void enclosingNames.pop(),
    ImportExpression: ({ source }) => {
      const name = enclosingNames.at(-1);
      if (name !== undefined && source.type === 'Literal' && typeof source.value === 'string')
        imports.push({ name, specifier: source.value });
    },
  }).visit(parseSync('module.js', code).program);
  return imports;
}

export async function findLoaders(build: Rolldown.PluginContext): Promise<Loaders> {
  const loaders = new Map<string, string>();
  for (const id of build.getModuleIds()) {
    const code = build.getModuleInfo(id)?.code ?? '';
    if (id.includes('/node_modules/') || !code.includes('import(')) continue;
    for (const { name, specifier } of findImports(code)) {
      const resolved = await build.resolve(specifier, id);
      if (resolved) loaders.set(name, resolved.id);
    }
  }
  return loaders;
}

const APP_DOCUMENT = '/app.html';

export const listStartModules = (loaders: Loaders): string[] => [
  APP_DOCUMENT,
  ...getModules(loaders, ['app']),
];

/** Dashboard screens are inside the shell, staff screens also inside the console. */
export function listFrameModules(loaders: Loaders, path: string): string[] {
  if (!path.startsWith(PATHS.dashboard)) return [];
  return getModules(
    loaders,
    path.startsWith('/dashboard/admin/') ? ['shell', 'StaffConsole'] : ['shell'],
  );
}

/** @throws Error if the app has no page at `path` */
export const listPageModules = (loaders: Loaders, path: string): string[] =>
  path === PATHS.landing
    ? ['/index.html']
    : [
        ...listStartModules(loaders),
        ...listFrameModules(loaders, path),
        ...getModules(loaders, [path]),
      ];

function getModules(loaders: Loaders, names: readonly string[]): string[] {
  return names.map((name) => {
    const module = loaders.get(name);
    if (module === undefined) throw new Error(`The app fetches no ${name}`);
    return module;
  });
}
