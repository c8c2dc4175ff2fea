import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Plugin, type Rolldown } from 'vite';
import * as z from 'zod/mini';
import { PATHS } from '../../contracts/src/core/paths';
import {
  listFrameModules,
  type Loaders,
  findLoaders,
  listPageModules,
  listStartModules,
} from './loaders';

/** Bytes, gzip level 9. */
export const gzipSize = (text: string): number => gzipSync(text, { level: 9 }).length;

/**
 * Gzipped kB, or a multiple of a blank page's size. `withLater` also counts lazily loaded chunks.
 */
const limitSchema = z.union([
  z.object({ kB: z.number(), withLater: z.optional(z.number()) }),
  z.object({ blankPages: z.number() }),
]);

/**
 * Limits for each path's first load, for each screen's own chunks, and for the service worker (kB),
 * which browsers parse on each push.
 */
const budgetSchema = z.object({
  routes: z.record(z.string(), limitSchema),
  screens: limitSchema,
  worker: z.number(),
});

type Limit = z.infer<typeof limitSchema>;

interface BudgetRow {
  readonly name: string;
  readonly limit: Limit;
  readonly modules: readonly string[];
  readonly loadedModules: readonly string[];
}

const formatKB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

const sumSizes = (chunks: readonly Rolldown.OutputChunk[]) =>
  chunks.reduce((sum, { code }) => sum + gzipSize(code), 0);

/** Entry modules of these files, except the app's pages, which load on navigation. */
function listFacades(
  chunks: readonly Rolldown.OutputChunk[],
  names: readonly string[],
  pages: ReadonlySet<string>,
): string[] {
  return chunks
    .filter(({ fileName }) => names.includes(fileName))
    .flatMap(({ facadeModuleId, moduleIds }) => facadeModuleId ?? moduleIds[0] ?? [])
    .filter((id) => !pages.has(id));
}

function toRows({ routes, screens }: z.infer<typeof budgetSchema>, loaders: Loaders): BudgetRow[] {
  const routeRows = Object.entries(routes).map(([path, limit]) => ({
    ...{ name: path, limit, loadedModules: [] },
    modules: listPageModules(loaders, path),
  }));
  const paths = [...loaders.keys()].filter((name) => name.startsWith(PATHS.dashboard));
  const screenRows = paths.map((path) => ({
    ...{ name: `own part of ${path}`, limit: screens, modules: listPageModules(loaders, path) },
    loadedModules: [...listStartModules(loaders), ...listFrameModules(loaders, PATHS.dashboard)],
  }));
  return [...routeRows, ...screenRows];
}

/**
 * Prints the first-load JavaScript of each route and screen, and the service worker's size. Fails
 * the build if one exceeds its limit.
 */
export function budget(file: string): Plugin {
  let loaders: Loaders = new Map();
  let worker = '';
  return {
    name: 'quantalgo-budget',
    apply: 'build',
    enforce: 'post',
    configResolved({ root, build: { outDir } }) {
      worker = resolve(root, outDir, 'sw.js');
    },
    // The worker is written last, and a failed build doesn't write it.
    closeBundle: {
      order: 'post',
      sequential: true,
      handler(failure) {
        if (failure || !existsSync(worker)) return;
        const size = gzipSize(readFileSync(worker, 'utf8'));
        const limit = budgetSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).worker * 1000;
        console.warn(`Service worker, gzip: ${formatKB(size)} of ${formatKB(limit)}`);
        if (size > limit) this.error(`The service worker is over its budget: ${formatKB(size)}.`);
      },
    },
    async buildEnd(failure) {
      if (!failure) loaders = await findLoaders(this);
    },
    async writeBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const pages = new Set(
        [...loaders].filter(([name]) => name.startsWith('/')).map(([, id]) => id),
      );
      const blank = await getBlankPageSize();
      console.warn(
        `First-load JavaScript, gzip (a blank React and router page: ${formatKB(blank)})`,
      );
      const parsed = budgetSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
      for (const { name, limit, modules, loadedModules } of toRows(parsed, loaders)) {
        const loadedChunks = findFirstLoadChunks(chunks, loadedModules);
        const isNew = (chunk: Rolldown.OutputChunk) => !loadedChunks.includes(chunk);
        const size = sumSizes(findFirstLoadChunks(chunks, modules).filter(isNew));
        const needed = findFirstLoadChunks(chunks, modules);
        const lazyNames = needed.flatMap(({ dynamicImports }) => dynamicImports);
        const lazySize = sumSizes(
          findFirstLoadChunks(chunks, [
            ...modules,
            ...listFacades(chunks, lazyNames, pages),
          ]).filter(isNew),
        );
        const maxSize = 'kB' in limit ? limit.kB * 1000 : limit.blankPages * blank;
        const maxLaterSize =
          'withLater' in limit && limit.withLater ? limit.withLater * 1000 : Infinity;
        console.warn(
          `  ${name.padEnd(40)} ${formatKB(size).padStart(9)} of ${formatKB(maxSize)}, ${formatKB(lazySize)} with what comes later · ${(size / blank).toFixed(2)} × blank`,
        );
        if (size > maxSize)
          this.error(`${name} is over its budget: ${formatKB(size)} of ${formatKB(maxSize)}.`);
        if (lazySize > maxLaterSize)
          this.error(
            `${name} is over its budget with what comes later: ${formatKB(lazySize)} of ${formatKB(maxLaterSize)}.`,
          );
      }
    },
  };
}

export interface Chunk {
  readonly fileName: string;
  readonly moduleIds: readonly string[];
  readonly imports: readonly string[];
}

/**
 * Chunks that a document must load before it can show a screen: those with one of `modules`
 * (suffixes of module ids), and their static imports.
 * @throws Error if a module is in no chunk
 */
export function findFirstLoadChunks<C extends Chunk>(
  chunks: readonly C[],
  modules: readonly string[],
): C[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const reachable = new Set<C>();
  const visit = (chunk: C | undefined) => {
    if (!chunk || reachable.has(chunk)) return;
    reachable.add(chunk);
    for (const name of chunk.imports) visit(byName.get(name));
  };
  for (const module of modules) {
    const owner = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
    if (!owner) throw new Error(`The budget names ${module}, which no chunk contains.`);
    visit(owner);
  }
  return [...reachable];
}

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const CACHE_FILE = resolvePath('../../.cache/blank-page.json');

const cacheSchema = z.object({ key: z.string(), gzip: z.number() });

const versionSchema = z.object({ version: z.string() });

function hashInputs(): string {
  const require = createRequire(import.meta.url);
  const packages = ['react', 'react-dom', 'react-router-dom', 'vite'].map(
    (name) => versionSchema.parse(require(`${name}/package.json`)).version,
  );
  const source = readFileSync(resolvePath('blank/main.tsx'), 'utf8');
  return createHash('sha256')
    .update(JSON.stringify([packages, source, 'production']))
    .digest('hex');
}

async function measureBlankPage(): Promise<number> {
  const result = await build({
    root: resolvePath('blank'),
    configFile: false,
    logLevel: 'silent',
    // Otherwise this would measure React's development build.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: { write: false, modulePreload: { polyfill: false } },
  });
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : [];
  const chunks = outputs
    .flatMap(({ output }: Rolldown.RolldownOutput) => output)
    .filter((file) => file.type === 'chunk');
  return chunks.reduce((sum, { code }) => sum + gzipSize(code), 0);
}

/** Bytes (gzip) of a blank page with React and its router; cached until a version changes. */
async function getBlankPageSize(): Promise<number> {
  const key = hashInputs();
  const stored: unknown = existsSync(CACHE_FILE)
    ? JSON.parse(readFileSync(CACHE_FILE, 'utf8'))
    : undefined;
  const parsed = cacheSchema.safeParse(stored);
  if (parsed.success && parsed.data.key === key) return parsed.data.gzip;
  const gzip = await measureBlankPage();
  mkdirSync(dirname(CACHE_FILE), { recursive: true });
  writeFileSync(CACHE_FILE, JSON.stringify({ key, gzip }));
  return gzip;
}
