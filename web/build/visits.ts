import { join } from 'node:path';
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { framesOf, loadersOf, type Loaders } from './loaders';

/** A file as the bundler makes it by itself: modules that the same entries need. */
export interface Part {
  readonly code: string;
  readonly modules: readonly string[];
  /** The module that it is fetched for; null where others import it. */
  readonly entry: string | null;
  readonly isDocument: boolean;
  readonly imports: Part[];
  readonly later: Part[];
}

/** All that is there once somebody has arrived, or something was fetched. */
export interface Visit {
  readonly parts: ReadonlySet<Part>;
  /** Whether somebody arrives who may have nothing yet. */
  readonly isArrival: boolean;
}

/** Everything reached from `roots` by `next`, the roots included. */
export function reached<T>(roots: Iterable<T>, next: (one: T) => Iterable<T>): Set<T> {
  const found = new Set(roots);
  // A set that grows while it is walked is walked to its new end.
  for (const one of found) for (const other of next(one)) found.add(other);
  return found;
}

export const inBoth = <T>(a: ReadonlySet<T>, b: ReadonlySet<T>): Set<T> =>
  new Set([...a].filter((one) => b.has(one)));

function linked(files: readonly Rolldown.OutputChunk[]): Part[] {
  const parts = new Map<string, Part>();
  const fetched = new Set(files.flatMap(({ dynamicImports }) => dynamicImports));
  for (const { fileName, code, moduleIds, facadeModuleId, isEntry, isDynamicEntry } of files) {
    // The bundler may put what is fetched later into a file that others import: no entry by its own account.
    const isFetched = isEntry || isDynamicEntry || fetched.has(fileName);
    const entry = isFetched ? (facadeModuleId ?? moduleIds[0] ?? fileName) : null;
    const part = { code, modules: moduleIds, entry, isDocument: isEntry, imports: [], later: [] };
    parts.set(fileName, part);
  }
  const named = (names: readonly string[]) =>
    names.map((name) => parts.get(name)).filter((part) => part !== undefined);
  for (const { fileName, imports, dynamicImports } of files) {
    parts.get(fileName)?.imports.push(...named(imports));
    parts.get(fileName)?.later.push(...named(dynamicImports));
  }
  return [...parts.values()];
}

/** Builds the scripts in memory, without styles and plugins: the parts, and the app's loaders. */
export async function partsOf(
  scripts: readonly string[],
  { root = process.cwd(), resolve = {}, define, build: asked }: UserConfig,
): Promise<{ parts: Part[]; loaders: Loaders }> {
  let loaders: Loaders = new Map();
  const look: Plugin = {
    name: 'quantalgo-parts',
    enforce: 'pre',
    resolveId: (id) => (id.endsWith('.css') ? '\0no-styles' : undefined),
    load: (id) => (id === '\0no-styles' ? '' : undefined),
    async buildEnd(failure) {
      if (!failure) loaders = await loadersOf(this);
    },
  };
  const { treeshake = true, experimental = {} } = asked?.rolldownOptions ?? {};
  const input = scripts.map((script) => join(root, script));
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    define: { ...define, 'process.env.NODE_ENV': JSON.stringify('production') },
    resolve,
    plugins: [look],
    build: {
      target: asked?.target ?? 'es2022',
      modulePreload: { polyfill: false },
      write: false,
      rolldownOptions: { input, treeshake, experimental },
    },
  });
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  const files = outputs.flatMap(({ output }: Rolldown.RolldownOutput) => output);
  return { parts: linked(files.filter((file) => file.type === 'chunk')), loaders };
}

/** What each entry brings by itself; a page of the app comes with the frames around it. */
function broughtBy(entries: readonly Part[], loaders: Loaders): Map<Part, Set<Part>> {
  const framesAt = new Map<string | null, string[]>();
  for (const [path, module] of loaders) framesAt.set(module, framesOf(loaders, path));
  return new Map(
    entries.map((entry) => {
      const frames = framesAt.get(entry.entry) ?? [];
      const shown = entries.filter((other) => frames.includes(other.entry ?? ''));
      return [entry, reached([entry, ...shown], ({ imports }) => imports)];
    }),
  );
}

/**
 * Every visit of the site: each document, and each thing that is fetched later, with what is there by then whoever asked.
 * @param arrivals paths of the app where somebody may arrive with nothing
 */
export function visitsOf(
  parts: readonly Part[],
  loaders: Loaders,
  arrivals: readonly string[],
): Visit[] {
  const entries = parts.filter(({ entry }) => entry !== null);
  const brought = broughtBy(entries, loaders);
  const own = (entry: Part) => brought.get(entry) ?? new Set<Part>();
  const all: ReadonlySet<Part> = new Set(parts);
  const there = new Map(entries.map((entry) => [entry, entry.isDocument ? own(entry) : all]));
  const rest = entries
    .filter(({ isDocument }) => !isDocument)
    .map((entry) => ({
      entry,
      askers: entries.filter((one) => [...own(one)].some(({ later }) => later.includes(entry))),
    }));
  // Whoever asks may itself have been asked for: repeated until nothing changes.
  for (let before = -1, now = 0; before !== now;) {
    before = now;
    now = 0;
    for (const { entry, askers } of rest) {
      const context = askers.map((asker) => there.get(asker) ?? all).reduce(inBoth, all);
      const parts = new Set([...context, ...own(entry)]);
      there.set(entry, parts);
      now += parts.size;
    }
  }
  const ofDocuments = new Set(
    entries
      .filter(({ isDocument }) => isDocument)
      .flatMap((one) => [...own(one)].flatMap(({ later }) => later)),
  );
  const modules = arrivals.map((path) => loaders.get(path));
  return entries.map((entry) => ({
    parts: there.get(entry) ?? all,
    isArrival: entry.isDocument || ofDocuments.has(entry) || modules.includes(entry.entry ?? ''),
  }));
}
