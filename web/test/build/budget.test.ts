import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { budget } from '../../build/budget';

let folder = '';
let said = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budget-'));
  said = '';
  vi.spyOn(console, 'warn').mockImplementation((text: string) => void (said += `${text}\n`));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** Builds a site whose one screen weighs about 8 kB, with this budget. */
async function buildWith(limit: object, beyond?: string[]): Promise<void> {
  const file = join(folder, 'budget.json');
  writeFileSync(file, JSON.stringify({ '/login': { modules: ['/screen.js'], beyond, limit } }));
  const noise = Array.from({ length: 1000 }, (_, n) => Math.sin(n).toString(36)).join('');
  writeFileSync(join(folder, 'screen.js'), `document.title = '${noise}';`);
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [budget(file)],
    build: { rolldownOptions: { input: join(folder, 'screen.js') } },
  });
}

describe('the budget of the first load', { timeout: 30_000 }, () => {
  it('says what each route weighs', async () => {
    await buildWith({ kB: 20 });
    expect(said).toMatch(/\/login +\d+\.\d kB of 20\.0 kB · 0\.\d\d × blank/);
  });

  it('fails the build of a route that is over its limit', async () => {
    await expect(buildWith({ kB: 1 })).rejects.toThrow(/\/login is over its budget/);
  });

  it('is counted in blank pages with React and router', async () => {
    await expect(buildWith({ blankPages: 0.01 })).rejects.toThrow(/\/login is over its budget/);
    await buildWith({ blankPages: 1 });
  });

  it('counts for a screen only what is not there already', async () => {
    await buildWith({ kB: 1 }, ['/screen.js']);
    expect(said).toMatch(/\/login +0\.0 kB of 1\.0 kB/);
  });
});
