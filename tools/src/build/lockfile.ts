import * as z from 'zod/mini';
import { Refusal } from '../suite/command';

const names = z.optional(z.record(z.string(), z.string()));
const packageSchema = z.looseObject({
  version: z.optional(z.string()),
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: z.optional(
    z.record(z.string(), z.object({ optional: z.optional(z.boolean()) })),
  ),
});
type Package = z.infer<typeof packageSchema>;
const lockSchema = z.object({ packages: z.record(z.string(), packageSchema) });
type Packages = Readonly<Record<string, Package>>;

const FOLDER = 'node_modules/';

/** The folders in which node looks for what a package at `from` needs, the nearest first; '' is the uppermost. */
function foldersFrom(from: string): string[] {
  const folders = [from];
  for (let path = from; path !== '';) {
    const at = path.lastIndexOf(FOLDER);
    path = at <= 0 ? '' : path.slice(0, at - 1);
    folders.push(path);
  }
  return folders;
}

const within = (folder: string, name: string): string =>
  folder === '' ? `${FOLDER}${name}` : `${folder}/${FOLDER}${name}`;

/** Where a package stands that another needs; null where it does not. */
const found = (packages: Packages, from: string, name: string): string | null =>
  foldersFrom(from)
    .map((folder) => within(folder, name))
    .find((path) => packages[path] !== undefined) ?? null;

/** What a package needs beside it, and whether it can do without. */
function needsOf({ dependencies, optionalDependencies, peerDependencies, ...rest }: Package) {
  const meta = rest.peerDependenciesMeta ?? {};
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => meta[name]?.optional !== true);
  const all = [
    ...Object.keys(dependencies ?? {}).map((name) => ({ name, isOptional: false })),
    ...peers.map((name) => ({ name, isOptional: true })),
    ...Object.keys(optionalDependencies ?? {}).map((name) => ({ name, isOptional: true })),
  ];
  return [...new Map(all.map((need) => [need.name, need])).values()];
}

/** Marks of the whole repository that say nothing of a part of it. */
function kept({ dev: _dev, devOptional: _devOptional, peer: _peer, ...entry }: Package): Package {
  return entry;
}

interface Placed {
  readonly from: string;
  readonly to: string;
}

/** Places each package that the functions need, as high as it can stand; those of other versions beside who needs them. */
function placed(all: Packages, workspace: string, direct: readonly string[]) {
  const sources = new Map<string, string>();
  const packages: Record<string, Package> = {};
  const waiting: Placed[] = [];
  const place = (parent: Placed, name: string, isOptional: boolean) => {
    const from = found(all, parent.from, name);
    if (from === null) {
      if (isOptional) return;
      throw new Refusal(`package-lock.json does not hold ${name}, which ${parent.from} needs.`);
    }
    const known = found(packages, parent.to, name);
    if (known !== null && sources.get(known) === from) return;
    const top = within('', name);
    const to = packages[top] ? within(parent.to, name) : top;
    const entry = all[from];
    if (!entry) throw new Refusal(`package-lock.json does not hold ${from}.`);
    packages[to] = kept(entry);
    sources.set(to, from);
    waiting.push({ from, to });
  };
  for (const name of direct) place({ from: workspace, to: '' }, name, false);
  for (let next = waiting.shift(); next; next = waiting.shift())
    for (const { name, isOptional } of needsOf(all[next.from] ?? {})) place(next, name, isOptional);
  return packages;
}

/**
 * The lockfile of what a workspace is deployed with: the very versions that the repository's own lockfile holds and its
 * tests ran with.
 * @param repository package-lock.json of the repository, parsed
 * @throws Refusal where that does not hold what the manifest names
 */
export function lockfileFor(
  repository: unknown,
  workspace: string,
  manifest: { readonly name: string; readonly dependencies: Readonly<Record<string, string>> },
) {
  const { packages } = lockSchema.parse(repository);
  const placedOnes = placed(packages, workspace, Object.keys(manifest.dependencies));
  const sorted = Object.entries(placedOnes).sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    name: manifest.name,
    lockfileVersion: 3,
    requires: true,
    packages: { '': manifest, ...Object.fromEntries(sorted) },
  };
}
