import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import type { Plugin } from 'vite';
import { type Brand, brandOf, DEMONSTRATION_BRAND } from '../../contracts/src/brand';
import { parseFirebase } from '../src/data/core/environment';

/** Where the settings of each project lie, `<project>.env`: those that its functions are deployed with. */
const SETTINGS = fileURLToPath(new URL('../../functions/env/', import.meta.url));

/**
 * Whom a build speaks for: on emulators the demonstration, else whom the settings of its project name.
 * @param firebase the text of VITE_FIREBASE
 * @param folder of the settings
 * @throws Error that names the variable, file or setting which is missing, wrong or the demonstration's
 */
export function brandOfBuild(firebase: string | undefined, folder = SETTINGS): Brand {
  const { projectId, emulators } = parseFirebase(firebase);
  if (emulators !== null) return DEMONSTRATION_BRAND;
  const path = join(folder, `${projectId}.env`);
  if (!existsSync(path)) throw new Error(`There are no settings of ${projectId}: write ${path}.`);
  return brandOf(parseEnv(readFileSync(path, 'utf8')));
}

/** What a build inlines for `web/src/brand.ts`. */
export const defineBrand = (brand: Brand) => ({ 'import.meta.env.BRAND': JSON.stringify(brand) });

const SHELL = 'app.html';

const MANIFEST = 'manifest.webmanifest';

/** Gives the app's shell and its manifest, which are files, the name of the brand. */
export function namedFiles({ name }: Brand): Plugin {
  const renamed = (text: string, to: string) => text.replaceAll(DEMONSTRATION_BRAND.name, () => to);
  let folder = '';
  return {
    name: 'quantalgo-named-files',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    transformIndexHtml: {
      order: 'pre',
      // A brand's name holds nothing that markup would take for its own but the ampersand.
      handler: (html, { path }) =>
        basename(path) === SHELL ? renamed(html, name.replaceAll('&', '&amp;')) : html,
    },
    writeBundle() {
      const path = join(folder, MANIFEST);
      writeFileSync(path, renamed(readFileSync(path, 'utf8'), name));
    },
  };
}
