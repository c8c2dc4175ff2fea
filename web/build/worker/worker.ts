import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import type { Site, SiteFile } from '../../src/worker/site';
import { siteParts, type BuiltFile } from './siteParts';

/** Files of the public folder that the shell shows, and that notifications of the kit's owners do. */
const PUBLIC = {
  shell: ['icons/icon.svg', 'manifest.webmanifest'],
  kit: ['icons/icon-192.png', 'icons/monochrome-512.png'],
};
/** Screens for people at a desk with a network. */
const LEFT_OUT = ['/src/features/staff/'];

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

/** Builds one script that stands alone. */
async function buildScript(
  root: string,
  folder: string,
  source: string,
  file: string,
  site?: Site,
): Promise<void> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { 'import.meta.env.SITE': JSON.stringify(site ?? null) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(root, 'src', 'worker', source),
        output: { format: 'iife', entryFileNames: file },
      },
    },
  });
}

/**
 * Builds the service worker of the site once the site itself is written: `sw.js`, which knows every file that it keeps by
 * its digest. `sw-off.js` beside it is the one to put in its place to switch it off everywhere; with `off` it is there.
 * @param name names the build to people
 */
export function serviceWorker(name: string, off: boolean): Plugin {
  let root = '';
  let folder = '';
  let bundle: Rolldown.OutputBundle = {};
  return {
    name: 'quantalgo-service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      folder = join(root, config.build.outDir);
    },
    writeBundle(options, written) {
      folder = options.dir ?? folder;
      bundle = written;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler(error) {
        if (error) return;
        const site = describe(folder, bundle, name);
        await buildScript(root, folder, off ? 'off.ts' : 'sw.ts', 'sw.js', site);
        await buildScript(root, folder, 'off.ts', 'sw-off.js');
      },
    },
  };
}
