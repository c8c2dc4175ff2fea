import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import type { Site, SiteFile } from '../src/worker/cache';

/** Files of the public folder that the shell shows, and that notifications of the kit's owners do. */
const PUBLIC = {
  shell: ['icons/icon.svg', 'manifest.webmanifest'],
  kit: ['icons/icon-192.png', 'icons/monochrome-512.png'],
};

/** Screens for people at a desk with a network. */
const LEFT_OUT = ['/src/screens/console/'];

function builtFile(file: Rolldown.OutputChunk | Rolldown.OutputAsset): BuiltFile {
  const { fileName } = file;
  if (file.type === 'chunk') return { ...file, fileName, text: file.code };
  return { fileName, text: typeof file.source === 'string' ? file.source : '' };
}

/** What the worker is told of the site in `folder`. */
function describe(folder: string, bundle: Rolldown.OutputBundle, name: string): Site {
  const parts = siteParts(Object.values(bundle).map(builtFile), LEFT_OUT);
  const described = (file: string): SiteFile => {
    const digest = createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('base64');
    return { url: `/${file}`, integrity: `sha256-${digest}` };
  };
  const shell = [...parts.shell, ...PUBLIC.shell].map(described);
  const kit = [...parts.kit, ...PUBLIC.kit].map(described);
  const version = createHash('sha256')
    .update(JSON.stringify([shell, kit]))
    .digest('hex');
  return { version: version.slice(0, 12), name, shell, kit };
}

/** Builds the worker that switches the service worker off, to be put in its place. */
async function buildSwitchOff(root: string, folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(root, 'src', 'worker', 'off.ts'),
        output: { format: 'iife', entryFileNames: 'sw-off.js' },
      },
    },
  });
}

/** What tells the bundler which of the sources it may leave out. */
interface Treeshaking {
  readonly manualPureFunctions: string[];
  readonly propertyReadSideEffects: false;
}

/**
 * Builds the service worker of the site once the site itself is written: `sw.js`, which knows every file that it keeps by
 * its digest. `sw-off.js` beside it is the one to put in its place to switch it off everywhere.
 * @param name names the build to people
 * @param define is inlined beside what the worker is told of the site
 * @param treeshake tells what of the sources is left out
 */
export function serviceWorker(
  name: string,
  define: Readonly<Record<string, string>>,
  treeshake: Treeshaking,
): Plugin[] {
  let root = '';
  let folder = '';
  let bundle: Rolldown.OutputBundle | null = null;
  const siteFiles: Plugin = {
    name: 'quantalgo-site-files',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      folder = resolve(root, config.build.outDir);
    },
    writeBundle(_, written) {
      bundle = written;
    },
  };
  const worker = VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/worker',
    filename: 'sw.ts',
    injectRegister: false,
    manifest: false,
    // The worker is told of the files below: by digest, and in two parts.
    injectManifest: {
      ...{ injectionPoint: '', rollupFormat: 'iife', target: 'es2022' },
      rollupOptions: { treeshake },
    },
    integration: {
      closeBundleOrder: 'post',
      beforeBuildServiceWorker: () => buildSwitchOff(root, folder),
      configureCustomSWViteBuild: (config) => {
        // A build that failed has written nothing, and says why by itself.
        const site = bundle && describe(folder, bundle, name);
        config.define = {
          ...config.define,
          ...define,
          'import.meta.env.SITE': JSON.stringify(site),
        };
      },
    },
  });
  return [siteFiles, ...worker];
}

/** What is asked of a file of the bundle; a chunk also says what it imports, by file names. */
export interface BuiltFile {
  readonly fileName: string;
  /** What a text file holds: it names the other files that it needs. */
  readonly text: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly moduleIds?: readonly string[];
}

/** File names of the two parts of the site that are kept for offline. */
export interface SiteParts {
  /** What every visitor gets: the documents, and what these need to show themselves. */
  readonly shell: readonly string[];
  /** What members get beyond that: all that the app may ask for later. */
  readonly kit: readonly string[];
}

/** All files reached from `roots` by `next`, the roots included. */
function reached(
  roots: readonly BuiltFile[],
  next: (file: BuiltFile) => BuiltFile[],
): Set<BuiltFile> {
  const found = new Set(roots);
  // A set that grows while it is walked is walked to its new end.
  for (const file of found) for (const other of next(file)) found.add(other);
  return found;
}

/** Documents of members' screens: a visitor needs nothing that these name. */
const SCREENS = 'screens/';

/**
 * Parts the built files: a document needs what it names, a chunk what it imports and the styles, fonts and workers that it
 * names. Chunks of `leftOut` (parts of module paths) are in neither, nor is what they alone import, unless a kept chunk
 * imports them.
 */
export function siteParts(files: readonly BuiltFile[], leftOut: readonly string[]): SiteParts {
  const named = (names: readonly string[]) => files.filter((file) => names.includes(file.fileName));
  const isDocument = ({ fileName }: BuiltFile) => fileName.endsWith('.html');
  const isOut = ({ moduleIds = [] }: BuiltFile) =>
    moduleIds.some((id) => leftOut.some((part) => id.includes(part)));
  const mentioned = ({ text, imports }: BuiltFile) =>
    files.filter(
      (other) =>
        !isDocument(other) &&
        (imports === undefined || other.imports === undefined) &&
        text.includes(other.fileName.slice(other.fileName.lastIndexOf('/') + 1)),
    );
  const needs = (file: BuiltFile) => [...mentioned(file), ...named(file.imports ?? [])];
  // A chunk may hold parts of several screens: what a kept one imports is kept, whatever else it holds.
  const mayNeed = (file: BuiltFile) => [
    ...[...mentioned(file), ...named(file.dynamicImports ?? [])].filter((other) => !isOut(other)),
    ...named(file.imports ?? []),
  ];

  const isScreen = ({ fileName }: BuiltFile) => fileName.startsWith(SCREENS);
  const documents = files.filter(isDocument);
  const shell = reached(
    documents.filter((file) => !isScreen(file)),
    needs,
  );
  const kit = [...reached([...shell, ...documents.filter(isScreen)], mayNeed)].filter(
    (file) => !shell.has(file),
  );
  const names = (found: Iterable<BuiltFile>) => [...found].map(({ fileName }) => fileName).sort();
  return { shell: names(shell), kit: names(kit) };
}
