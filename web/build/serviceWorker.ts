import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import type { BuiltSite } from '../src/worker/cache';

/** Files of the public folder that the shell and members' notifications use. */
const PUBLIC_FILES = {
  shell: ['icons/icon.svg', 'manifest.webmanifest'],
  kit: ['icons/icon-192.png', 'icons/monochrome-512.png'],
};

/** Staff are expected to be online, so their screens aren't cached. */
const EXCLUDED_MODULES = ['/src/screens/console/'];

function toBuiltFile(file: Rolldown.OutputChunk | Rolldown.OutputAsset): BuiltFile {
  const { fileName } = file;
  if (file.type === 'chunk') return { ...file, fileName, text: file.code };
  return { fileName, text: typeof file.source === 'string' ? file.source : '' };
}

function describeSite(folder: string, bundle: Rolldown.OutputBundle, name: string): BuiltSite {
  const parts = splitSite(Object.values(bundle).map(toBuiltFile), EXCLUDED_MODULES);
  const listDigests = (files: readonly string[]) =>
    Object.fromEntries(
      files.map((file) => [
        `/${file}`,
        createHash('sha256')
          .update(readFileSync(join(folder, file)))
          .digest('base64'),
      ]),
    );
  const shell = listDigests([...parts.shell, ...PUBLIC_FILES.shell]);
  const kit = listDigests([...parts.kit, ...PUBLIC_FILES.kit]);
  const version = createHash('sha256')
    .update(JSON.stringify([shell, kit]))
    .digest('hex');
  return { version: version.slice(0, 12), name, shell, kit };
}

async function buildKillSwitch(root: string, folder: string): Promise<void> {
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

interface Treeshaking {
  readonly propertyReadSideEffects: false;
}

/**
 * Builds `sw.js` after the site, with the digests of all files that it caches. Deploying
 * `sw-off.js` in its place switches the worker off.
 * @param name the build's display name
 * @param define constants to inline in addition to the site's file list
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
    writeBundle(_, writtenBundle) {
      bundle = writtenBundle;
    },
  };
  const worker = VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/worker',
    filename: 'sw.ts',
    injectRegister: false,
    manifest: false,
    // `define` inlines the file list below, with digests and in two parts.
    injectManifest: {
      ...{ injectionPoint: '', rollupFormat: 'iife', target: 'es2022' },
      rollupOptions: { treeshake },
    },
    integration: {
      closeBundleOrder: 'post',
      beforeBuildServiceWorker: () => buildKillSwitch(root, folder),
      configureCustomSWViteBuild: (config) => {
        // Without a bundle the build has failed, and reports its own error.
        const site = bundle && describeSite(folder, bundle, name);
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

export interface BuiltFile {
  readonly fileName: string;
  /** Searched for the names of other files. Empty for binary files. */
  readonly text: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly moduleIds?: readonly string[];
}

export interface SiteParts {
  readonly shell: readonly string[];
  readonly kit: readonly string[];
}

function collectReachable(
  roots: readonly BuiltFile[],
  listNext: (file: BuiltFile) => BuiltFile[],
): Set<BuiltFile> {
  const reachable = new Set(roots);
  // Iterating a growing set reaches the added files.
  for (const file of reachable) for (const neighbour of listNext(file)) reachable.add(neighbour);
  return reachable;
}

const SCREENS_FOLDER = 'screens/';

/**
 * Splits the built files into the visitors' shell and the members' kit. Documents need the files
 * that they mention. Chunks need their imports, and the styles, fonts and workers that they
 * mention.
 * @param excluded parts of module paths. Omits their chunks, and chunks that only those import
 */
export function splitSite(files: readonly BuiltFile[], excluded: readonly string[]): SiteParts {
  const findByName = (names: readonly string[]) =>
    files.filter((file) => names.includes(file.fileName));
  const isDocument = ({ fileName }: BuiltFile) => fileName.endsWith('.html');
  const isExcluded = ({ moduleIds = [] }: BuiltFile) =>
    moduleIds.some((id) => excluded.some((part) => id.includes(part)));
  const findMentioned = ({ text, imports }: BuiltFile) =>
    files.filter(
      (other) =>
        !isDocument(other) &&
        (imports === undefined || other.imports === undefined) &&
        text.includes(other.fileName.slice(other.fileName.lastIndexOf('/') + 1)),
    );
  const listDependencies = (file: BuiltFile) => [
    ...findMentioned(file),
    ...findByName(file.imports ?? []),
  ];
  // A chunk may contain parts of several screens, so whatever a cached chunk imports is cached,
  // too.
  const listAllDependencies = (file: BuiltFile) => [
    ...[...findMentioned(file), ...findByName(file.dynamicImports ?? [])].filter(
      (other) => !isExcluded(other),
    ),
    ...findByName(file.imports ?? []),
  ];

  const isScreen = ({ fileName }: BuiltFile) => fileName.startsWith(SCREENS_FOLDER);
  const documents = files.filter(isDocument);
  const shell = collectReachable(
    documents.filter((file) => !isScreen(file)),
    listDependencies,
  );
  const kit = [
    ...collectReachable([...shell, ...documents.filter(isScreen)], listAllDependencies),
  ].filter((file) => !shell.has(file));
  const toNames = (group: Iterable<BuiltFile>) => [...group].map(({ fileName }) => fileName).sort();
  return { shell: toNames(shell), kit: toNames(kit) };
}
