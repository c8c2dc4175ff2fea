import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { budget } from './build/budget';
import { buildName } from './build/buildName';
import { prerender } from './build/prerender/prerender';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The pages of the app that visitors arrive at, and the module of each. */
const ENTRIES = {
  '/login': '/src/features/session/index.ts',
  '/signup': '/src/features/onboarding/signup/index.ts',
};

/** The service worker: its precache holds the whole built site, so that every screen opens offline. */
const serviceWorker = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src/worker',
  filename: 'sw.ts',
  injectRegister: false,
  manifest: false,
  injectManifest: {
    globPatterns: ['*.html', 'assets/**/*.{js,css,woff2}', 'icons/*.{png,svg}', '*.webmanifest'],
    dontCacheBustURLsMatching: /^assets\//,
    maximumFileSizeToCacheInBytes: 1024 * 1024,
  },
});

/**
 * What the forms before the dashboard are made of, in one file: a file for each of these small parts would cost a first
 * visit more in headers and turns than they weigh.
 */
const FORM_PARTS = {
  name: 'forms',
  test: /\/web\/src\/(ui\/(BackToStart|BrandMark|EmailField|EntryFrame|Field|Notice|PageHeading|PasswordField|Pledge|SubmitButton|TextField|TextLink)\.tsx|data\/(api\/(errors|useSending)|clock\/clock)\.ts)$|\/lucide-react\/dist\/esm\/icons\/(arrow-left|circle-alert|circle-exclamation-point|eye|eye-off|hourglass|info|shield-check|triangle-alert|wifi-off)\./,
  includeDependenciesRecursively: false,
};

/** The app's shell, and the visitor's documents, which are prerendered. */
const DOCUMENTS = ['app', 'index', 'verify', 'terms', 'privacy', 'risk', 'contacts'];

export default defineConfig({
  root: here('.'),
  define: { 'import.meta.env.VITE_BUILD': JSON.stringify(buildName(here('package.json'))) },
  plugins: [react(), tailwindcss(), prerender(ENTRIES), serviceWorker, budget(here('budget.json'))],
  build: {
    outDir: 'dist',
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: DOCUMENTS.map((name) => here(`${name}.html`)),
      output: { codeSplitting: { groups: [FORM_PARTS] } },
    },
  },
});
