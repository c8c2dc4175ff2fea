import { BRAND_SETTINGS } from '../../../contracts/test/brandSettings';
import { CONTROLLER_SETTINGS } from '../../../contracts/test/controllerSettings';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DEMONSTRATION_BRAND } from '@quantalgo/contracts/core/brand';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { runnerImport } from 'vite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toDefines, getBuildSettings } from '../../build/settings';
import type * as renderer from '../../src/app/landing/render';

const PROJECT = {
  projectId: 'lumen',
  apiKey: 'key',
  authDomain: 'lumen.example',
  appId: 'app',
  storageBucket: 'bucket',
};

const EMULATORS = {
  auth: 'http://127.0.0.1:9099',
  firestore: { host: '127.0.0.1', port: 8080 },
  storage: { host: '127.0.0.1', port: 9199 },
};

const LUMEN = {
  SITE_URL: 'https://lumen.example/',
  ...CONTROLLER_SETTINGS,
  ...BRAND_SETTINGS,
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quantalgo-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (settings: Readonly<Record<string, string>>) =>
  writeFileSync(
    join(folder, 'lumen.env'),
    Object.entries(settings)
      .map(([name, value]) => `${name}="${value}"\n`)
      .join(''),
  );

const build = (project: object = PROJECT) => getBuildSettings(JSON.stringify(project), folder);

describe('getBuildSettings', () => {
  it('reads the settings that the project’s functions are deployed with', () => {
    write(LUMEN);
    const { origin, brand } = build();
    expect(origin).toBe('https://lumen.example');
    expect(brand.broker.signUp).toBe('https://go.brokerhouse.com/r/A-4711');
  });

  it('uses the demonstration’s brand on emulators', () => {
    write(LUMEN);
    expect(build({ ...PROJECT, emulators: EMULATORS }).brand).toBe(DEMONSTRATION_BRAND);
  });

  it('throws if a real project has no settings', () => {
    expect(() => getBuildSettings(undefined, folder)).toThrow('VITE_FIREBASE is not set');
    expect(() => build()).toThrow(/There are no settings for lumen\. Create .*lumen\.env/);
  });

  it.each([
    ['SITE_URL', '', 'SITE_URL is missing, or not an https address'],
    ['SITE_URL', 'http://lumen.example', 'SITE_URL is missing, or not an https address'],
    ['TELEGRAM_SUPPORT', '', 'TELEGRAM_SUPPORT is missing'],
    ['TELEGRAM_SUPPORT', '@quantalgo_support', 'TELEGRAM_SUPPORT is still the demo value'],
    ['BROKER_LINK', 'https://go.brokerhouse.com/', 'BROKER_LINK lacks {affiliate}'],
  ])('throws and names the setting if %s is "%s"', (name, value, problem) => {
    write({ ...LUMEN, [name]: value });
    expect(() => build()).toThrow(problem);
  });
});

describe('documents built for a real project', () => {
  it(
    'show its contacts and broker, and nothing of the demonstration',
    { timeout: 30_000 },
    async () => {
      write(LUMEN);
      const { origin, ...settings } = build();
      const { module } = await runnerImport<typeof renderer>(
        resolve(import.meta.dirname, '../../src/app/landing/render.tsx'),
        { configFile: false, define: toDefines(settings), logLevel: 'error' },
      );
      const pages = module.renderDocuments(origin);
      const contacts = pages.find(({ path }) => path === PATHS.contacts)?.body ?? '';
      for (const handle of ['@lumen_signals', '@lumen_help']) expect(contacts).toContain(handle);
      expect(contacts).not.toMatch(/bot\b|Demonstration/i);
      const landing = pages.find(({ path }) => path === PATHS.landing)?.body ?? '';
      for (const part of ['LUMEN50', 'Broker House']) expect(landing).toContain(part);
      const all = [...pages, ...module.renderEntries(origin)]
        .map(({ head, body }) => head + body)
        .join('');
      expect(all).not.toMatch(/quantalgo|pocket ?option/i);
    },
  );
});
