import type { Plugin } from 'vite';
import { gzipSize } from './gzipSize';
import { inBoth, partsOf, reached, visitsOf, type Part, type Visit } from './visits';

/** What a file costs beyond what it holds (bytes, gzip): its headers and turn, and that it compresses worse by itself. */
const FILE_COST = 1000;
/** What is left of a small file's size when it becomes part of another one (bytes, gzip). */
const FRAME_SIZE = 200;
const LEAST_SIZE = 50;
/** How much more a byte counts that somebody loads in vain who arrives with nothing. */
const ARRIVAL_WEIGHT = 20;

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
      size: Math.max(gzipSize(part.code) - FRAME_SIZE, LEAST_SIZE),
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
