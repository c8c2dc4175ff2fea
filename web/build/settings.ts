import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { Plugin } from 'vite';
import * as z from 'zod/mini';
import { type Brand, parseBrand, DEMONSTRATION_BRAND } from '../../contracts/src/core/brand';
import {
  type Controller,
  DEMONSTRATION_CONTROLLER,
  parseController,
} from '../../contracts/src/legal/controller';
import { recordSchema } from '../../contracts/src/record/endpoints';
import { parseFirebase } from '../src/data/core/environment';
import type { LastRecord } from '../src/screens/landing/live/recordText';

export interface Settings {
  readonly origin: string;
  readonly brand: Brand;
  readonly controller: Controller;
  /** The public record at build time. Visitors see it until the live one has loaded. */
  readonly lastRecord: LastRecord | null;
}

const responseSchema = z.object({ timestamp: z.iso.datetime(), data: recordSchema });

/** @param file a response of `/api/record`. @throws Error if it isn't a record */
function readLastRecord(file: string): LastRecord {
  const { timestamp, data } = responseSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return { record: data, at: Date.parse(timestamp) };
}

/** For builds against emulators, which are never deployed. */
export const DEMONSTRATION_SETTINGS: Settings = {
  origin: 'https://quantalgo.example',
  brand: DEMONSTRATION_BRAND,
  controller: DEMONSTRATION_CONTROLLER,
  lastRecord: readLastRecord(join(import.meta.dirname, 'demonstrationRecord.json')),
};

/** @throws Error if the site isn't served over https */
function parseOrigin(address: string | undefined): string {
  if (address?.startsWith('https://') && URL.canParse(address)) return new URL(address).origin;
  throw new Error('SITE_URL is missing, or not an https address.');
}

/**
 * The demonstration's settings on emulators, otherwise the project's.
 * @param firebase content of VITE_FIREBASE
 * @param folder has `<project>.env`, the settings that the project's functions are deployed with
 * @param recordFile a response of the site's `/api/record`, saved before this build
 * @throws Error that names the missing or invalid variable, file or setting
 */
export function getBuildSettings(
  firebase: string | undefined,
  folder: string,
  recordFile?: string,
): Settings {
  const { projectId, emulators } = parseFirebase(firebase);
  if (emulators !== null) return DEMONSTRATION_SETTINGS;
  const path = join(folder, `${projectId}.env`);
  if (!existsSync(path)) throw new Error(`There are no settings for ${projectId}. Create ${path}.`);
  const env = parseEnv(readFileSync(path, 'utf8'));
  return {
    origin: parseOrigin(env['SITE_URL']),
    brand: parseBrand(env),
    controller: parseController(env),
    lastRecord: recordFile === undefined ? null : readLastRecord(recordFile),
  };
}

/** Inlined for `web/src/core/brand.ts` and the privacy page. */
export const toDefines = ({ brand, controller }: Pick<Settings, 'brand' | 'controller'>) => ({
  'import.meta.env.BRAND': JSON.stringify(brand),
  'import.meta.env.CONTROLLER': JSON.stringify(controller),
});

const SHELL_FILE = 'app.html';

const MANIFEST_FILE = 'manifest.webmanifest';

/**
 * The app's shell and manifest are static files, so the build writes the brand's name into them.
 */
export function insertBrandName({ name }: Brand): Plugin {
  const replaceName = (text: string, newName: string) =>
    text.replaceAll(DEMONSTRATION_BRAND.name, () => newName);
  let folder = '';
  return {
    name: 'quantalgo-named-files',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    transformIndexHtml: {
      order: 'pre',
      // An ampersand is the only character in a brand's name that needs escaping.
      handler: (html, { path }) =>
        basename(path) === SHELL_FILE ? replaceName(html, name.replaceAll('&', '&amp;')) : html,
    },
    writeBundle() {
      const path = join(folder, MANIFEST_FILE);
      writeFileSync(path, replaceName(readFileSync(path, 'utf8'), name));
    },
  };
}
