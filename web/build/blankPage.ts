import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import * as z from 'zod/mini';
import { gzipSize } from './gzipSize';

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
export async function blankPageSize(): Promise<number> {
  const key = inputs();
  const kept: unknown = existsSync(CACHE) ? JSON.parse(readFileSync(CACHE, 'utf8')) : undefined;
  const parsed = cacheSchema.safeParse(kept);
  if (parsed.success && parsed.data.key === key) return parsed.data.gzip;
  const gzip = await measure();
  mkdirSync(dirname(CACHE), { recursive: true });
  writeFileSync(CACHE, JSON.stringify({ key, gzip }));
  return gzip;
}
