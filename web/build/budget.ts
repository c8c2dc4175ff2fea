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

interface Row {
  readonly name: string;
  readonly limit: Limit;
  readonly modules: readonly string[];
  readonly beyond: readonly string[];
}

const formatKB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

const sumSizes = (chunks: readonly Rolldown.OutputChunk[]) =>
  chunks.reduce((sum, { code }) => sum + gzipSize(code), 0);

/** Modules that these files are loaded for, without the app's pages: those load on navigation. */
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

function toRows({ routes, screens }: z.infer<typeof budgetSchema>, loaders: Loaders): Row[] {
  const first = Object.entries(routes).map(([path, limit]) => ({
    ...{ name: path, limit, beyond: [] },
    modules: listPageModules(loaders, path),
  }));
  const paths = [...loaders.keys()].filter((name) => name.startsWith(PATHS.dashboard));
  const ownParts = paths.map((path) => ({
    ...{ name: `own part of ${path}`, limit: screens, modules: listPageModules(loaders, path) },
    beyond: [...listStartModules(loaders), ...listFrameModules(loaders, PATHS.dashboard)],
  }));
  return [...first, ...ownParts];
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
      for (const { name, limit, modules, beyond } of toRows(parsed, loaders)) {
        const loaded = findFirstLoadChunks(chunks, beyond);
        const isNew = (one: Rolldown.OutputChunk) => !loaded.includes(one);
        const size = sumSizes(findFirstLoadChunks(chunks, modules).filter(isNew));
        const needed = findFirstLoadChunks(chunks, modules);
        const next = needed.flatMap(({ dynamicImports }) => dynamicImports);
        const later = sumSizes(
          findFirstLoadChunks(chunks, [...modules, ...listFacades(chunks, next, pages)]).filter(
            isNew,
          ),
        );
        const maxSize = 'kB' in limit ? limit.kB * 1000 : limit.blankPages * blank;
        const maxLaterSize =
          'withLater' in limit && limit.withLater ? limit.withLater * 1000 : Infinity;
        console.warn(
          `  ${name.padEnd(40)} ${formatKB(size).padStart(9)} of ${formatKB(maxSize)}, ${formatKB(later)} with what comes later · ${(size / blank).toFixed(2)} × blank`,
        );
        if (size > maxSize)
          this.error(`${name} is over its budget: ${formatKB(size)} of ${formatKB(maxSize)}.`);
        if (later > maxLaterSize)
          this.error(
            `${name} is over its budget with what comes later: ${formatKB(later)} of ${formatKB(maxLaterSize)}.`,
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
    const holder = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
    if (!holder) throw new Error(`The budget names ${module}, which no chunk holds.`);
    visit(holder);
  }
  return [...reachable];
}

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const CACHE = resolvePath('../../.cache/blank-page.json');

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
  const built = await build({
    root: resolvePath('blank'),
    configFile: false,
    logLevel: 'silent',
    // Otherwise this would measure React's development build.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: { write: false, modulePreload: { polyfill: false } },
  });
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  const chunks = outputs
    .flatMap(({ output }: Rolldown.RolldownOutput) => output)
    .filter((file) => file.type === 'chunk');
  return chunks.reduce((sum, { code }) => sum + gzipSize(code), 0);
}

/** Bytes (gzip) of a blank page with React and its router; measured once per set of versions. */
async function getBlankPageSize(): Promise<number> {
  const key = hashInputs();
  const stored: unknown = existsSync(CACHE) ? JSON.parse(readFileSync(CACHE, 'utf8')) : undefined;
  const parsed = cacheSchema.safeParse(stored);
  if (parsed.success && parsed.data.key === key) return parsed.data.gzip;
  const gzip = await measureBlankPage();
  mkdirSync(dirname(CACHE), { recursive: true });
  writeFileSync(CACHE, JSON.stringify({ key, gzip }));
  return gzip;
}
