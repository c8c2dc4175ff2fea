import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Plugin, type Rolldown } from 'vite';
import * as z from 'zod/mini';
import { PATHS } from '../../contracts/src/core/paths';
import { framesOf, type Loaders, loadersOf, modulesAt, startModules } from './loaders';

/** Bytes that a text takes on the wire, gzip level 9. */
export const gzipSize = (text: string): number => gzipSync(text, { level: 9 }).length;

/** In kB (gzip), or as a multiple of a blank page's; `withLater` (kB) holds with all that is fetched by and by. */
const limitSchema = z.union([
  z.object({ kB: z.number(), withLater: z.optional(z.number()) }),
  z.object({ blankPages: z.number() }),
]);

/**
 * What the first load at a path may weigh, what each screen of the dashboard may beyond what stands around it, and the
 * service worker, which is read at each push (kB, gzip).
 */
const budgetSchema = z.object({
  routes: z.record(z.string(), limitSchema),
  screens: limitSchema,
  worker: z.number(),
});

type Limit = z.infer<typeof limitSchema>;

/** What the budget says of one route. */
interface Row {
  readonly name: string;
  readonly limit: Limit;
  readonly modules: readonly string[];
  /** What is there already is not counted. */
  readonly beyond: readonly string[];
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

const weightOf = (chunks: readonly Rolldown.OutputChunk[]) =>
  chunks.reduce((sum, { code }) => sum + gzipSize(code), 0);

/** The modules that these files (names) are fetched for, pages of the app apart: those are fetched when somebody goes there. */
function facades(
  chunks: readonly Rolldown.OutputChunk[],
  names: readonly string[],
  pages: ReadonlySet<string>,
): string[] {
  return chunks
    .filter(({ fileName }) => names.includes(fileName))
    .flatMap(({ facadeModuleId, moduleIds }) => facadeModuleId ?? moduleIds[0] ?? [])
    .filter((id) => !pages.has(id));
}

function rowsOf({ routes, screens }: z.infer<typeof budgetSchema>, loaders: Loaders): Row[] {
  const first = Object.entries(routes).map(([path, limit]) => ({
    ...{ name: path, limit, beyond: [] },
    modules: modulesAt(loaders, path),
  }));
  const paths = [...loaders.keys()].filter((name) => name.startsWith(PATHS.dashboard));
  const own = paths.map((path) => ({
    ...{ name: `own part of ${path}`, limit: screens, modules: modulesAt(loaders, path) },
    beyond: [...startModules(loaders), ...framesOf(loaders, PATHS.dashboard)],
  }));
  return [...first, ...own];
}

/**
 * Prints the first-load JavaScript of each route and of every screen's own part, and the size of the service worker; fails
 * the build where one is over its limit.
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
    // The worker is written last of all, and not at all by a build that failed.
    closeBundle: {
      order: 'post',
      sequential: true,
      handler(failure) {
        if (failure || !existsSync(worker)) return;
        const size = gzipSize(readFileSync(worker, 'utf8'));
        const limit = budgetSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).worker * 1000;
        console.warn(`Service worker, gzip: ${kB(size)} of ${kB(limit)}`);
        if (size > limit) this.error(`The service worker is over its budget: ${kB(size)}.`);
      },
    },
    async buildEnd(failure) {
      if (!failure) loaders = await loadersOf(this);
    },
    async writeBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const pages = new Set(
        [...loaders].filter(([name]) => name.startsWith('/')).map(([, id]) => id),
      );
      const blank = await blankPageSize();
      console.warn(`First-load JavaScript, gzip (a blank React and router page: ${kB(blank)})`);
      const parsed = budgetSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
      for (const { name, limit, modules, beyond } of rowsOf(parsed, loaders)) {
        const there = firstLoadChunks(chunks, beyond);
        const fresh = (one: Rolldown.OutputChunk) => !there.includes(one);
        const size = weightOf(firstLoadChunks(chunks, modules).filter(fresh));
        const asked = firstLoadChunks(chunks, modules);
        const next = asked.flatMap(({ dynamicImports }) => dynamicImports);
        const later = weightOf(
          firstLoadChunks(chunks, [...modules, ...facades(chunks, next, pages)]).filter(fresh),
        );
        const most = 'kB' in limit ? limit.kB * 1000 : limit.blankPages * blank;
        const mostLater =
          'withLater' in limit && limit.withLater ? limit.withLater * 1000 : Infinity;
        console.warn(
          `  ${name.padEnd(40)} ${kB(size).padStart(9)} of ${kB(most)}, ${kB(later)} with what comes later · ${(size / blank).toFixed(2)} × blank`,
        );
        if (size > most) this.error(`${name} is over its budget: ${kB(size)} of ${kB(most)}.`);
        if (later > mostLater)
          this.error(
            `${name} is over its budget with what comes later: ${kB(later)} of ${kB(mostLater)}.`,
          );
      }
    },
  };
}

/** What the budget needs to know of a built chunk. */
export interface Chunk {
  readonly fileName: string;
  readonly moduleIds: readonly string[];
  /** File names of the chunks that it imports statically. */
  readonly imports: readonly string[];
}

/**
 * The chunks that a document has to load before it can show a screen: those that hold one of `modules` (ends of module
 * paths), and all that these import statically.
 * @throws Error when a module is in no chunk.
 */
export function firstLoadChunks<C extends Chunk>(
  chunks: readonly C[],
  modules: readonly string[],
): C[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set<C>();
  const visit = (chunk: C | undefined) => {
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) visit(byName.get(name));
  };
  for (const module of modules) {
    const holder = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
    if (!holder) throw new Error(`The budget names ${module}, which no chunk holds.`);
    visit(holder);
  }
  return [...found];
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const CACHE = here('../../.cache/blank-page.json');

const cacheSchema = z.object({ key: z.string(), gzip: z.number() });

const versionSchema = z.object({ version: z.string() });

/** What the measured page depends on: its own source, and the versions of what it is made of. */
function inputs(): string {
  const require = createRequire(import.meta.url);
  const packages = ['react', 'react-dom', 'react-router-dom', 'vite'].map(
    (name) => versionSchema.parse(require(`${name}/package.json`)).version,
  );
  const source = readFileSync(here('blank/main.tsx'), 'utf8');
  return createHash('sha256')
    .update(JSON.stringify([packages, source, 'production']))
    .digest('hex');
}

async function measure(): Promise<number> {
  const built = await build({
    root: here('blank'),
    configFile: false,
    logLevel: 'silent',
    // Else React is the development build wherever a test measures.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: { write: false, modulePreload: { polyfill: false } },
  });
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  const chunks = outputs
    .flatMap(({ output }: Rolldown.RolldownOutput) => output)
    .filter((file) => file.type === 'chunk');
  return chunks.reduce((sum, { code }) => sum + gzipSize(code), 0);
}

/** First-load JavaScript (bytes, gzip) of a blank page with React and its router: measured once for these versions. */
async function blankPageSize(): Promise<number> {
  const key = inputs();
  const kept: unknown = existsSync(CACHE) ? JSON.parse(readFileSync(CACHE, 'utf8')) : undefined;
  const parsed = cacheSchema.safeParse(kept);
  if (parsed.success && parsed.data.key === key) return parsed.data.gzip;
  const gzip = await measure();
  mkdirSync(dirname(CACHE), { recursive: true });
  writeFileSync(CACHE, JSON.stringify({ key, gzip }));
  return gzip;
}
