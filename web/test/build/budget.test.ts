import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { budget } from '../../build/budget';

let folder = '';
let output = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budget-'));
  output = '';
  vi.spyOn(console, 'warn').mockImplementation((text: string) => void (output += `${text}\n`));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const NOISE = Array.from({ length: 1000 }, (_, n) => Math.sin(n).toString(36)).join('');

/** An app with a login page of about 8 kB and a shell of about 8 kB; its screens add almost nothing. */
const APP = {
  'app.html': '<script type="module" src="./main.js"></script>',
  'main.js': "const app = import('./app.js'); void app;",
  'app.js': `const { PATHS, LESSON_PATH } = window;
    const shell = () => import('./shell.js');
    window.pages = { [PATHS.login]: () => import('./login.js'), [PATHS.dashboard]: () => import('./screen.js'), shell };
    window.inner = { [LESSON_PATH]: () => import('./lesson.js') };`,
  'login.js': `document.title = '${NOISE}'; setTimeout(() => import('./later.js'));`,
  'later.js': `document.title = '${Array.from(NOISE).reverse().join('')}';`,
  'shell.js': `export const title = '${NOISE}2'; document.title = title;`,
  'lesson.js': 'document.body.title = document.title;',
  'screen.js': "import { title } from './shell.js'; document.body.title = title;",
};

/** Writes a service worker of about 8 kB once the app itself is written. */
const worker: Plugin = {
  name: 'worker',
  enforce: 'post',
  closeBundle: {
    order: 'post',
    sequential: true,
    handler: () => writeFileSync(join(folder, 'dist', 'sw.js'), NOISE),
  },
};

/** Builds the app with this budget; `workerKb` is the worker's limit. */
async function buildWith(login: object, screens: object = { kB: 1 }, workerKb = 20): Promise<void> {
  for (const [name, text] of Object.entries(APP)) writeFileSync(join(folder, name), text);
  const file = join(folder, 'budget.json');
  writeFileSync(file, JSON.stringify({ routes: { '/login': login }, screens, worker: workerKb }));
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [worker, budget(file)],
    build: { rolldownOptions: { input: join(folder, 'app.html') } },
  });
}

describe('first-load budget', { timeout: 30_000 }, () => {
  it('reports the size of each route', async () => {
    await buildWith({ kB: 20 });
    expect(output).toMatch(/\/login +\d+\.\d kB of 20\.0 kB, .* · 0\.\d\d × blank/);
  });

  it('fails the build if a route exceeds its limit', async () => {
    await expect(buildWith({ kB: 1 })).rejects.toThrow(/\/login is over its budget/);
  });

  it('can be measured in blank pages with React and router', async () => {
    await expect(buildWith({ blankPages: 0.01 })).rejects.toThrow(/\/login is over its budget/);
    await buildWith({ blankPages: 1 });
  });

  it('counts only what a screen adds to the shell', async () => {
    await buildWith({ kB: 20 });
    expect(output).toMatch(/own part of \/dashboard +0\.\d kB of 1\.0 kB/);
  });

  it('counts screens with URL parameters too', async () => {
    await buildWith({ kB: 20 });
    expect(output).toMatch(/own part of \/dashboard\/mentorship\/:lesson +0\.\d kB of 1\.0 kB/);
  });

  it('fails the build if the service worker exceeds its limit', async () => {
    await buildWith({ kB: 20 });
    expect(output).toMatch(/Service worker, gzip: \d+\.\d kB of 20\.0 kB/);
    await expect(buildWith({ kB: 20 }, { kB: 1 }, 1)).rejects.toThrow('service worker is over');
  });

  it('fails the build if a route exceeds its limit including deferred code', async () => {
    await expect(buildWith({ kB: 20, withLater: 10 })).rejects.toThrow(/with what comes later/);
  });
});
