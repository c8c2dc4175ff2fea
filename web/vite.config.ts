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
  '/login': '/src/screens/auth/LoginScreen.tsx',
  '/signup': '/src/screens/auth/SignUpScreen.tsx',
};

/** The screens that the app is opened at, and the module of each: what the service worker answers to whoever has the kit. */
const SCREENS = {
  'screens/dashboard.html': { module: '/src/screens/dashboard/Home.tsx', isKept: false },
  'screens/signals.html': { module: '/src/screens/signals/SignalRoom.tsx', isKept: true },
};

/**
 * What is loaded together is kept in one file: a file for each of these small parts would cost a first visit more in headers
 * and turns than they weigh, and an app that is opened again offline a turn of its worker each.
 */
const together = (name: string, test: RegExp) => ({
  name,
  test,
  includeDependenciesRecursively: false,
});

const GROUPS = [
  together(
    'forms',
    /\/web\/src\/(ui\/(BackToStart|BrandMark|EmailField|EntryFrame|Field|Notice|PageHeading|PasswordField|Pledge|SubmitButton|TextField|TextLink)\.tsx|data\/(api\/(errors|useSending)|clock\/clock)\.ts)$|\/lucide-react\/dist\/esm\/icons\/(arrow-left|check|chevron-down|circle-alert|circle-exclamation-point|eye|eye-off|hourglass|info|shield-check|triangle-alert|triangle-exclamation-point|wifi-off)\./,
  ),
  together(
    'start',
    /\/web\/src\/data\/(observable|storage\/(drafts|keptScreen|local|names)|clock\/offset|session\/(ending|store)|push\/protocol)\.ts$/,
  ),
  together(
    'times',
    /\/contracts\/src\/(time\/(durations|slots|zones)|signals\/(martingale|plan))\.ts$/,
  ),
  together(
    'session',
    /\/web\/src\/data\/(api\/(call|request|send|reply)|session\/(end|pending|session|tokens)|storage\/erase|sync\/contact|push\/leave)\.ts$/,
  ),
  together(
    'device',
    /\/node_modules\/dexie|\/web\/src\/data\/(outbox\/(item|database|protocol|backgroundSync|outbox)|signals\/(cursor|digest|digestTable|fitAudiences|retention|storedSignal|usePerformance|useSignals)|storage\/(database|memberDatabase|opening|persist|trouble|useStored))\.ts$/,
  ),
  together(
    'worker',
    /\/web\/src\/data\/pwa\/(clientBuild|kit|moveOn|protocol|registration|update)\.ts$|\/node_modules\/workbox-window\//,
  ),
  together(
    'member',
    /\/web\/src\/(data\/(pwa\/useApp|sync\/(freshness|machine|syncState|useFreshness|waits))\.ts|ui\/Dialog\.tsx)$|\/contracts\/src\/signals\/heartbeat\.ts$|\/lucide-react\/dist\/esm\/icons\/(send|x)\./,
  ),
  together('instruments', /\/web\/src\/ui\/(instruments\/\w+|Card|Chip|SampleTag)\.tsx?$/),
  together(
    'screens',
    /\/web\/src\/ui\/(CheckList|LockedFeature|LockedScreen|ScreenHead|signalWords)\.tsx?$|\/contracts\/src\/(access\/audiences|signals\/phase)\.ts$|\/lucide-react\/dist\/esm\/icons\/lock-keyhole\./,
  ),
];

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
      output: { codeSplitting: { groups: GROUPS } },
    },
  },
});
