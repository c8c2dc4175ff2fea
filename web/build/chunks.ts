import { join } from 'node:path';
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { gzipSize } from './budget';
import { framesOf, type Loaders, loadersOf } from './loaders';

/** A file as the bundler makes it by itself: modules that the same entries need. */
interface Part {
  readonly code: string;
  readonly modules: readonly string[];
  /** The module that it is fetched for; null where others import it. */
  readonly entry: string | null;
  readonly isDocument: boolean;
  readonly imports: Part[];
  readonly later: Part[];
}

/** All that is there once somebody has arrived, or something was fetched. */
interface Visit {
  readonly parts: ReadonlySet<Part>;
  /** Whether somebody arrives who may have nothing yet. */
  readonly isArrival: boolean;
}

/** Everything reached from `roots` by `next`, the roots included. */
function reached<T>(roots: Iterable<T>, next: (one: T) => Iterable<T>): Set<T> {
  const found = new Set(roots);
  // A set that grows while it is walked is walked to its new end.
  for (const one of found) for (const other of next(one)) found.add(other);
  return found;
}

const inBoth = <T>(a: ReadonlySet<T>, b: ReadonlySet<T>): Set<T> =>
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
async function partsOf(
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
function visitsOf(parts: readonly Part[], loaders: Loaders, arrivals: readonly string[]): Visit[] {
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

/** What a file costs beyond what it holds (bytes, gzip): its headers and turn, and that it compresses worse by itself. */
const FILE_COST = 1000;

/** What is left of a small file's size when it becomes part of another one (bytes, gzip). */
const FRAME_SIZE = 200;

const MIN_SIZE = 50;

/** How much more a byte counts that somebody loads in vain who arrives with nothing. */
const ARRIVAL_WEIGHT = 22;

/** Parts that become one file. */
interface Group {
  readonly parts: readonly Part[];
  /** Bytes, gzip. */
  readonly size: number;
  /** Who loads it. */
  visits: ReadonlySet<Visit>;
}

const weightOf = ({ isArrival }: Visit) => (isArrival ? ARRIVAL_WEIGHT : 1);

/** Groups of parts, which grow while that saves more in files than it makes visits load in vain. */
class Grouping {
  private groups: Group[];
  private readonly groupOf = new Map<Part, Group>();
  /** Per group, all that it brings along, itself included. */
  private brought = new Map<Group, ReadonlySet<Group>>();

  constructor(parts: readonly Part[], visits: readonly Visit[]) {
    this.groups = parts.map((part) => ({
      parts: [part],
      size: Math.max(gzipSize(part.code) - FRAME_SIZE, MIN_SIZE),
      visits: new Set(visits.filter((visit) => visit.parts.has(part))),
    }));
    for (const group of this.groups) this.enter(group);
  }

  /** Merges until nothing is gained by it; what is fetched by name stays by itself. */
  merged(): Group[] {
    for (;;) {
      this.brought = new Map(
        this.groups.map((group) => [group, reached([group], (one) => this.importsOf(one))]),
      );
      const shared = this.groups.filter(({ parts }) => parts.every(({ entry }) => entry === null));
      const best = this.best(shared);
      if (best === null) return shared;
      this.merge(...best);
    }
  }

  private best(groups: readonly Group[]): [Group, Group] | null {
    let best: [Group, Group] | null = null;
    let most = 0;
    for (const [index, a] of groups.entries())
      for (const b of groups.slice(index + 1)) {
        const gain = this.gain(a, b, most);
        if (gain <= most || this.circles(a, b) || this.circles(b, a)) continue;
        most = gain;
        best = [a, b];
      }
    return best;
  }

  /** What one file of both saves (bytes, weighed); it is not told exactly when it is at most `least`. */
  private gain(a: Group, b: Group, least: number): number {
    const saved = inBoth(a.visits, b.visits).size * FILE_COST;
    const left = saved - this.inVain(a, b, saved - least);
    return left <= least ? left : left - this.inVain(b, a, left - least);
  }

  /** What the visits of `a` would load of `b` and all that it brings, without need; counted no further than `limit`. */
  private inVain(a: Group, b: Group, limit: number): number {
    const visits = [...a.visits].filter((visit) => !b.visits.has(visit));
    if (visits.length === 0) return 0;
    let bytes = 0;
    for (const group of this.broughtBy(b))
      for (const visit of visits) {
        if (!group.visits.has(visit)) bytes += weightOf(visit) * group.size;
        if (bytes >= limit) return bytes;
      }
    return bytes;
  }

  /** Whether `a` needs `b` by way of another file: as one file they would run before what they need. */
  private circles(a: Group, b: Group): boolean {
    return this.importsOf(a).some((one) => one !== a && one !== b && this.broughtBy(one).has(b));
  }

  private merge(a: Group, b: Group): void {
    const visits = new Set([...a.visits, ...b.visits]);
    const group = { parts: [...a.parts, ...b.parts], size: a.size + b.size, visits };
    for (const one of [...this.broughtBy(a), ...this.broughtBy(b)])
      one.visits = new Set([...one.visits, ...visits]);
    this.groups = [...this.groups.filter((one) => one !== a && one !== b), group];
    this.enter(group);
  }

  private enter(group: Group): void {
    for (const part of group.parts) this.groupOf.set(part, group);
  }

  private importsOf({ parts }: Group): Group[] {
    return parts
      .flatMap(({ imports }) => imports)
      .map((part) => this.groupOf.get(part))
      .filter((group) => group !== undefined);
  }

  private broughtBy = (group: Group): ReadonlySet<Group> => this.brought.get(group) ?? new Set();
}

/**
 * Puts into one file what is loaded together. The bundler by itself makes a file of all modules that the same entries need:
 * hundreds, which cost a first visit more in headers and turns than they weigh. Which of these become one is found by what
 * every visit would save and load in vain, so it follows the sources wherever they move.
 * @param scripts of the documents
 * @param arrivals paths of the app where somebody may arrive with nothing
 */
export const chunks = (scripts: readonly string[], arrivals: readonly string[]): Plugin => ({
  name: 'quantalgo-chunks',
  apply: 'build',
  async config(config) {
    const { parts, loaders } = await partsOf(scripts, config);
    const groups = new Grouping(parts, visitsOf(parts, loaders, arrivals)).merged();
    const names = new Map<string, string>();
    for (const [index, group] of groups.entries())
      for (const module of group.parts.flatMap(({ modules }) => modules))
        names.set(module, `shared${index}`);
    const group = {
      name: (id: string) => names.get(id) ?? null,
      debugName: 'shared',
      includeDependenciesRecursively: false,
    };
    const output = { codeSplitting: { groups: [group] } };
    return { build: { rolldownOptions: { output } } };
  },
});
