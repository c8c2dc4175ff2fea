import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, loadEnv } from 'vite';
import * as z from 'zod/mini';
import { budget } from './build/budget';
import { chunks } from './build/chunks';
import { DOCUMENT_SCRIPTS } from './build/documentFrame';
import { lucide } from './build/lucide';
import { prerender } from './build/prerender';
import { serviceWorker } from './build/serviceWorker';
import {
  DEMONSTRATION_SETTINGS,
  toDefines,
  insertBrandName,
  getBuildSettings,
} from './build/settings';
import { parseFirebase } from './src/data/core/environment';

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Paths where visitors may arrive with an empty cache. */
const ARRIVALS = ['/login', '/signup', '/link-trader-id', '/dashboard', '/dashboard/signals'];

const SCRIPTS = ['/src/app/main.tsx', ...DOCUMENT_SCRIPTS];

/** Saves 0.6 kB of the signals' first load: schemas are read through properties of `z`. */
const TREESHAKE = { propertyReadSideEffects: false } as const;

/**
 * re2js is needed only by Firestore's pipelines. Dexie's module build suits our baseline of
 * browsers.
 */
const ALIASES = [
  { find: 're2js', replacement: resolvePath('build/noRegex.ts') },
  { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
];

/** `app` is the app's shell. The others are prerendered for visitors. */
const DOCUMENTS = ['app', 'index', 'verify', 'terms', 'privacy', 'risk', 'contacts'];

function getCommit(): string | null {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}

/** `0.1.0 (1a2b3c4)` */
function buildName(manifestFile: string): string {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(manifestFile, 'utf8')));
  const revision = getCommit();
  return revision === null ? version : `${version} (${revision})`;
}

/** Defaults to the settings that the functions are deployed with. */
const SETTINGS_FOLDER = process.env['SETTINGS_FOLDER'] ?? resolvePath('../functions/env');

const BUILD_NAME = buildName(resolvePath('package.json'));

export default defineConfig(({ mode }) => {
  const firebase = loadEnv(mode, resolvePath('.'))['VITE_FIREBASE'];
  const settings =
    firebase === undefined
      ? DEMONSTRATION_SETTINGS
      : getBuildSettings(firebase, SETTINGS_FOLDER, process.env['LAST_RECORD']);
  const defines = toDefines(settings);
  return {
    root: resolvePath('.'),
    define: { ...defines, 'import.meta.env.VITE_BUILD': JSON.stringify(BUILD_NAME) },
    resolve: { alias: ALIASES },
    plugins: [
      chunks(SCRIPTS, ARRIVALS),
      react(),
      lucide(),
      tailwindcss(),
      prerender(settings),
      insertBrandName(settings.brand),
      serviceWorker(BUILD_NAME, defines, TREESHAKE),
      budget(resolvePath('budget.json')),
      {
        name: 'firebase-project',
        apply: 'build',
        // The app parses it at startup, so an invalid value should fail the build.
        configResolved: () => void parseFirebase(firebase),
      },
    ],
    // As modules: a single-file worker would wrap lazily imported modules in functions, and turn
    // their constants into variables.
    worker: {
      format: 'es',
      rolldownOptions: { treeshake: TREESHAKE, experimental: { lazyBarrel: true } },
    },
    build: {
      outDir: 'dist',
      target: 'es2022',
      modulePreload: { polyfill: false },
      // For `npm run symbolicate` only: no script references its map, and Hosting excludes it.
      sourcemap: settings === DEMONSTRATION_SETTINGS ? false : 'hidden',
      rolldownOptions: {
        treeshake: TREESHAKE,
        experimental: { lazyBarrel: true },
        input: DOCUMENTS.map((name) => resolvePath(`${name}.html`)),
        output: {
          // pdf.js's worker is an .mjs file, which not every server sends with a script's content
          // type.
          assetFileNames: ({ names: [name = ''] }) =>
            `assets/[name]-[hash]${name.endsWith('.mjs') ? '.js' : '[extname]'}`,
        },
      },
    },
  };
});
