import { join } from 'node:path';
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { gzipSize } from './budget';
import { listFrameModules, type Loaders, findLoaders } from './loaders';

/** The bundler's default chunk: modules that the same entries need. */
interface Part {
  readonly code: string;
  readonly modules: readonly string[];
  /** The module that this chunk is loaded for; null if other chunks import it statically. */
  readonly entry: string | null;
  readonly isDocument: boolean;
  readonly imports: Part[];
  readonly lazy: Part[];
}

interface Visit {
  readonly parts: ReadonlySet<Part>;
  readonly isArrival: boolean;
}

function collectReachable<T>(roots: Iterable<T>, next: (item: T) => Iterable<T>): Set<T> {
  const reachable = new Set(roots);
  // Iterating a growing set reaches the added items.
  for (const item of reachable) for (const neighbour of next(item)) reachable.add(neighbour);
  return reachable;
}

const intersect = <T>(a: ReadonlySet<T>, b: ReadonlySet<T>): Set<T> =>
  new Set([...a].filter((item) => b.has(item)));

function linkParts(files: readonly Rolldown.OutputChunk[]): Part[] {
  const parts = new Map<string, Part>();
  const lazyFileNames = new Set(files.flatMap(({ dynamicImports }) => dynamicImports));
  for (const { fileName, code, moduleIds, facadeModuleId, isEntry, isDynamicEntry } of files) {
    // The bundler may merge lazily loaded code into a file that others import. It doesn't flag such
    // a file as an entry.
    const isEntryPoint = isEntry || isDynamicEntry || lazyFileNames.has(fileName);
    const entry = isEntryPoint ? (facadeModuleId ?? moduleIds[0] ?? fileName) : null;
    const part = { code, modules: moduleIds, entry, isDocument: isEntry, imports: [], lazy: [] };
    parts.set(fileName, part);
  }
  const resolveParts = (names: readonly string[]) =>
    names.map((name) => parts.get(name)).filter((part) => part !== undefined);
  for (const { fileName, imports, dynamicImports } of files) {
    parts.get(fileName)?.imports.push(...resolveParts(imports));
    parts.get(fileName)?.lazy.push(...resolveParts(dynamicImports));
  }
  return [...parts.values()];
}

async function buildParts(
  scripts: readonly string[],
  { root = process.cwd(), resolve = {}, define, build: buildOptions }: UserConfig,
): Promise<{ parts: Part[]; loaders: Loaders }> {
  let loaders: Loaders = new Map();
  const plugin: Plugin = {
    name: 'quantalgo-parts',
    enforce: 'pre',
    resolveId: (id) => (id.endsWith('.css') ? '\0no-styles' : undefined),
    load: (id) => (id === '\0no-styles' ? '' : undefined),
    async buildEnd(failure) {
      if (!failure) loaders = await findLoaders(this);
    },
  };
  const { treeshake = true, experimental = {} } = buildOptions?.rolldownOptions ?? {};
  const input = scripts.map((script) => join(root, script));
  const result = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    define: { ...define, 'process.env.NODE_ENV': JSON.stringify('production') },
    resolve,
    plugins: [plugin],
    build: {
      target: buildOptions?.target ?? 'es2022',
      modulePreload: { polyfill: false },
      write: false,
      rolldownOptions: { input, treeshake, experimental },
    },
  });
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : [];
  const files = outputs.flatMap(({ output }: Rolldown.RolldownOutput) => output);
  return { parts: linkParts(files.filter((file) => file.type === 'chunk')), loaders };
}

/** A page of the app loads together with the frames around it. */
function collectImports(entries: readonly Part[], loaders: Loaders): Map<Part, Set<Part>> {
  const framesAt = new Map<string | null, string[]>();
  for (const [path, module] of loaders) framesAt.set(module, listFrameModules(loaders, path));
  return new Map(
    entries.map((entry) => {
      const frames = framesAt.get(entry.entry) ?? [];
      const frameParts = entries.filter((other) => frames.includes(other.entry ?? ''));
      return [entry, collectReachable([entry, ...frameParts], ({ imports }) => imports)];
    }),
  );
}

/**
 * One visit per document and per lazy load, with the parts that all of its requesters have loaded
 * by then.
 * @param arrivals app paths where visitors may arrive with an empty cache
 */
function listVisits(
  parts: readonly Part[],
  loaders: Loaders,
  arrivals: readonly string[],
): Visit[] {
  const entries = parts.filter(({ entry }) => entry !== null);
  const importsByEntry = collectImports(entries, loaders);
  const getOwnParts = (entry: Part) => importsByEntry.get(entry) ?? new Set<Part>();
  const allParts: ReadonlySet<Part> = new Set(parts);
  const loadedParts = new Map(
    entries.map((entry) => [entry, entry.isDocument ? getOwnParts(entry) : allParts]),
  );
  const lazyEntries = entries
    .filter(({ isDocument }) => !isDocument)
    .map((entry) => ({
      entry,
      requesters: entries.filter((requester) =>
        [...getOwnParts(requester)].some(({ lazy }) => lazy.includes(entry)),
      ),
    }));
  // Requesters may be lazy themselves, so repeat until nothing changes.
  for (let previousCount = -1, count = 0; previousCount !== count;) {
    previousCount = count;
    count = 0;
    for (const { entry, requesters } of lazyEntries) {
      const context = requesters
        .map((requester) => loadedParts.get(requester) ?? allParts)
        .reduce(intersect, allParts);
      const parts = new Set([...context, ...getOwnParts(entry)]);
      loadedParts.set(entry, parts);
      count += parts.size;
    }
  }
  const documentImports = new Set(
    entries
      .filter(({ isDocument }) => isDocument)
      .flatMap((entry) => [...getOwnParts(entry)].flatMap(({ lazy }) => lazy)),
  );
  const modules = arrivals.map((path) => loaders.get(path));
  return entries.map((entry) => ({
    parts: loadedParts.get(entry) ?? allParts,
    isArrival:
      entry.isDocument || documentImports.has(entry) || modules.includes(entry.entry ?? ''),
  }));
}

/**
 * Cost of one more file (gzipped bytes): headers, a request, worse compression, and its line in the
 * service worker's file list.
 */
const FILE_COST_BYTES = 1750;

/** Gzipped bytes that a file saves when it is merged into another one. */
const GZIP_OVERHEAD_BYTES = 200;

const MIN_GROUP_BYTES = 50;

/** Weight of a byte that a visitor with an empty cache loads in vain; 1 on later visits. */
const ARRIVAL_WEIGHT = 60;

interface Group {
  readonly parts: readonly Part[];
  readonly size: number;
  visits: ReadonlySet<Visit>;
}

const getWeight = ({ isArrival }: Visit) => (isArrival ? ARRIVAL_WEIGHT : 1);

/**
 * Merges groups of parts as long as the saved files outweigh the bytes that visits load in vain.
 */
class Grouping {
  private groups: Group[];
  private readonly groupByPart = new Map<Part, Group>();
  private reachable = new Map<Group, ReadonlySet<Group>>();

  constructor(parts: readonly Part[], visits: readonly Visit[]) {
    this.groups = parts.map((part) => ({
      parts: [part],
      size: Math.max(gzipSize(part.code) - GZIP_OVERHEAD_BYTES, MIN_GROUP_BYTES),
      visits: new Set(visits.filter((visit) => visit.parts.has(part))),
    }));
    for (const group of this.groups) this.register(group);
  }

  /** Entries stay separate files because they are loaded by name. */
  mergeAll(): Group[] {
    for (;;) {
      this.reachable = new Map(
        this.groups.map((group) => [
          group,
          collectReachable([group], (group) => this.getImports(group)),
        ]),
      );
      const shared = this.groups.filter(({ parts }) => parts.every(({ entry }) => entry === null));
      const bestPair = this.findBest(shared);
      if (bestPair === null) return shared;
      this.merge(...bestPair);
    }
  }

  private findBest(groups: readonly Group[]): [Group, Group] | null {
    let bestPair: [Group, Group] | null = null;
    let bestGain = 0;
    for (const [index, a] of groups.entries())
      for (const b of groups.slice(index + 1)) {
        const gain = this.computeGain(a, b, bestGain);
        if (gain <= bestGain || this.createsCycle(a, b) || this.createsCycle(b, a)) continue;
        bestGain = gain;
        bestPair = [a, b];
      }
    return bestPair;
  }

  /** Weighted bytes saved by merging both into one file; inexact if at most `minGain`. */
  private computeGain(a: Group, b: Group, minGain: number): number {
    const savedBytes = intersect(a.visits, b.visits).size * FILE_COST_BYTES;
    const gain = savedBytes - this.countWasted(a, b, savedBytes - minGain);
    return gain <= minGain ? gain : gain - this.countWasted(b, a, gain - minGain);
  }

  /**
   * Weighted bytes of `b` and its imports that visits of `a` would load in vain. Stops counting at
   * `limit`.
   */
  private countWasted(a: Group, b: Group, limit: number): number {
    const visits = [...a.visits].filter((visit) => !b.visits.has(visit));
    if (visits.length === 0) return 0;
    let bytes = 0;
    for (const group of this.getReachable(b))
      for (const visit of visits) {
        if (!group.visits.has(visit)) bytes += getWeight(visit) * group.size;
        if (bytes >= limit) return bytes;
      }
    return bytes;
  }

  /**
   * True if `a` imports `b` through a third file: a merged file would run before its own
   * dependency.
   */
  private createsCycle(a: Group, b: Group): boolean {
    return this.getImports(a).some(
      (dependency) => dependency !== a && dependency !== b && this.getReachable(dependency).has(b),
    );
  }

  private merge(a: Group, b: Group): void {
    const visits = new Set([...a.visits, ...b.visits]);
    const group = { parts: [...a.parts, ...b.parts], size: a.size + b.size, visits };
    for (const reachable of [...this.getReachable(a), ...this.getReachable(b)])
      reachable.visits = new Set([...reachable.visits, ...visits]);
    this.groups = [...this.groups.filter((other) => other !== a && other !== b), group];
    this.register(group);
  }

  private register(group: Group): void {
    for (const part of group.parts) this.groupByPart.set(part, group);
  }

  private getImports({ parts }: Group): Group[] {
    return parts
      .flatMap(({ imports }) => imports)
      .map((part) => this.groupByPart.get(part))
      .filter((group) => group !== undefined);
  }

  private getReachable = (group: Group): ReadonlySet<Group> =>
    this.reachable.get(group) ?? new Set();
}

/**
 * Merges chunks that are loaded together. By default the bundler makes hundreds of shared chunks,
 * and their overhead costs a first visit more than their content.
 * @param scripts of the documents
 * @param arrivals app paths where visitors may arrive with an empty cache
 */
export const chunks = (scripts: readonly string[], arrivals: readonly string[]): Plugin => ({
  name: 'quantalgo-chunks',
  apply: 'build',
  async config(config) {
    const { parts, loaders } = await buildParts(scripts, config);
    const groups = new Grouping(parts, listVisits(parts, loaders, arrivals)).mergeAll();
    const names = new Map<string, string>();
    for (const [index, group] of groups.entries())
      for (const module of group.parts.flatMap(({ modules }) => modules))
        names.set(module, `shared${index}`);
    const group = {
      name: (id: string) => names.get(id) ?? null,
      debugName: 'shared',
      includeDependenciesRecursively: false,
    };
    // Names that are only hashes keep the service worker's file list short.
    const output = { chunkFileNames: 'assets/[hash].js', codeSplitting: { groups: [group] } };
    return { build: { rolldownOptions: { output } } };
  },
});
