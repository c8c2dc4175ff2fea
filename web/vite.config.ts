import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { budget } from './build/budget';
import { buildName } from './build/buildName';
import { prerender } from './build/prerender/prerender';
import { withoutSummaries } from './build/withoutSummaries';
import { serviceWorker } from './build/worker/worker';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The pages of the app that visitors arrive at, and the module of each. */
const ENTRIES = {
  '/login': '/src/features/session/index.ts',
  '/signup': '/src/features/onboarding/signup/index.ts',
};

/** The screens that the app is opened at, and the module of each: what the service worker answers to whoever has the kit. */
const SCREENS = {
  'screens/dashboard.html': { module: '/src/features/dashboard/index.ts', isKept: false },
  'screens/signals.html': { module: '/src/features/signals/index.ts', isKept: true },
};

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

/** Names this build to people. */
const NAME = buildName(here('package.json'));

export default defineConfig({
  root: here('.'),
  define: { 'import.meta.env.VITE_BUILD': JSON.stringify(NAME) },
  plugins: [
    react(),
    withoutSummaries(),
    tailwindcss(),
    prerender(ENTRIES, SCREENS),
    serviceWorker(NAME),
    budget(here('budget.json')),
  ],
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
