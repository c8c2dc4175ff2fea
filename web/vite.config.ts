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
import { DEMONSTRATION, defined, namedFiles, settingsOfBuild } from './build/settings';
import { parseFirebase } from './src/data/core/environment';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Where somebody may arrive with nothing of the app yet. */
const ARRIVALS = ['/login', '/signup', '/link-trader-id', '/dashboard', '/dashboard/signals'];

/** The scripts of all documents. */
const SCRIPTS = ['/src/app/main.tsx', ...DOCUMENT_SCRIPTS];

/** Calls that only make what they return: it is left out where nobody uses it. */
const PURE = [
  'endpoint',
  'sentTime',
  ...[
    ...['object', 'strictObject', 'looseObject', 'extend', 'pick', 'omit', 'partial', 'required'],
    ...['string', 'number', 'int', 'boolean', 'null', 'unknown', 'literal', 'enum', 'custom'],
    ...['array', 'tuple', 'record', 'union', 'discriminatedUnion', 'intersection', 'lazy'],
    ...['optional', 'nullable', 'nullish', '_default', 'prefault', 'catch', 'pipe', 'transform'],
    ...['email', 'url', 'uuid', 'base64', 'iso.datetime', 'iso.date', 'json', 'templateLiteral'],
  ].map((name) => `z.${name}`),
];

/** What is left out where nobody uses it. */
const TREESHAKE = { manualPureFunctions: PURE, propertyReadSideEffects: false } as const;

/** What Firestore needs for its pipelines alone is left out; Dexie is taken as modules, for browsers of our baseline. */
const ALIASES = [
  { find: 're2js', replacement: here('build/noRegex.ts') },
  { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
];

/** The app's shell, and the visitor's documents, which are prerendered. */
const DOCUMENTS = ['app', 'index', 'verify', 'terms', 'privacy', 'risk', 'contacts'];

/** The commit that is checked out, in short; null where the sources came without their history. */
function commit(): string | null {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}

/** What names a build of the package that this file describes: `0.1.0 (1a2b3c4)`. */
function buildName(manifestFile: string): string {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(manifestFile, 'utf8')));
  const made = commit();
  return made === null ? version : `${version} (${made})`;
}

/** Where the settings of each project lie: those of its functions, unless it is told of others. */
const SETTINGS = process.env['SETTINGS_FOLDER'] ?? here('../functions/env');

/** Names this build to people. */
const NAME = buildName(here('package.json'));

export default defineConfig(({ mode }) => {
  const firebase = loadEnv(mode, here('.'))['VITE_FIREBASE'];
  const settings = firebase === undefined ? DEMONSTRATION : settingsOfBuild(firebase, SETTINGS);
  const named = defined(settings);
  return {
    root: here('.'),
    define: { ...named, 'import.meta.env.VITE_BUILD': JSON.stringify(NAME) },
    resolve: { alias: ALIASES },
    plugins: [
      chunks(SCRIPTS, ARRIVALS),
      react(),
      lucide(),
      tailwindcss(),
      prerender(settings),
      namedFiles(settings.brand),
      serviceWorker(NAME, named, TREESHAKE),
      budget(here('budget.json')),
      {
        name: 'firebase-project',
        apply: 'build',
        // The app reads it at its start: what would stop it there stops its build.
        configResolved: () => void parseFirebase(firebase),
      },
    ],
    // As modules: in one file, whatever is imported later makes each module a function, and its constants variables.
    worker: {
      format: 'es',
      rolldownOptions: { treeshake: TREESHAKE, experimental: { lazyBarrel: true } },
    },
    build: {
      outDir: 'dist',
      target: 'es2022',
      modulePreload: { polyfill: false },
      // For `npm run frames` alone: no script names its map, and Hosting leaves them out.
      sourcemap: settings === DEMONSTRATION ? false : 'hidden',
      rolldownOptions: {
        treeshake: TREESHAKE,
        experimental: { lazyBarrel: true },
        input: DOCUMENTS.map((name) => here(`${name}.html`)),
        output: {
          // The worker of pdf.js comes as .mjs, which not every server calls a script.
          assetFileNames: ({ names: [name = ''] }) =>
            `assets/[name]-[hash]${name.endsWith('.mjs') ? '.js' : '[extname]'}`,
        },
      },
    },
  };
});
