import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { Plugin } from 'vite';
import { type Brand, parseBrand, DEMONSTRATION_BRAND } from '../../contracts/src/core/brand';
import {
  type Controller,
  DEMONSTRATION_CONTROLLER,
  parseController,
} from '../../contracts/src/legal/controller';
import { parseFirebase } from '../src/data/core/environment';

/** What a build is told of its project. */
export interface Settings {
  /** Where the site will be served, without a slash at its end. */
  readonly origin: string;
  readonly brand: Brand;
  readonly controller: Controller;
}

/** Of builds on emulators, which nobody else is shown. */
export const DEMONSTRATION: Settings = {
  origin: 'https://quantalgo.example',
  brand: DEMONSTRATION_BRAND,
  controller: DEMONSTRATION_CONTROLLER,
};

/** @throws Error where the site is not served by https */
function originIn(address: string | undefined): string {
  if (address?.startsWith('https://') && URL.canParse(address)) return new URL(address).origin;
  throw new Error('SITE_URL is missing, or no https address.');
}

/**
 * The settings that a build takes: on emulators the demonstration's, else those of its project.
 * @param firebase the text of VITE_FIREBASE
 * @param folder holds the settings that the functions of each project are deployed with, `<project>.env`
 * @throws Error that names the variable, file or setting which is missing, wrong or the demonstration's
 */
export function settingsOfBuild(firebase: string | undefined, folder: string): Settings {
  const { projectId, emulators } = parseFirebase(firebase);
  if (emulators !== null) return DEMONSTRATION;
  const path = join(folder, `${projectId}.env`);
  if (!existsSync(path)) throw new Error(`There are no settings of ${projectId}: write ${path}.`);
  const given = parseEnv(readFileSync(path, 'utf8'));
  return {
    origin: originIn(given['SITE_URL']),
    brand: parseBrand(given),
    controller: parseController(given),
  };
}

/** What a build inlines for `web/src/core/brand.ts` and the privacy page. */
export const defined = ({ brand, controller }: Omit<Settings, 'origin'>) => ({
  'import.meta.env.BRAND': JSON.stringify(brand),
  'import.meta.env.CONTROLLER': JSON.stringify(controller),
});

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
