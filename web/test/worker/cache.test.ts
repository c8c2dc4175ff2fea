// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { activateVersion, cacheMissing, cacheVersion, type Site } from '../../src/worker/cache';

/** In-memory `CacheStorage` with room for `room()` files. */
class SomeCaches {
  readonly held = new Map<string, Map<string, Response>>();

  constructor(readonly room: () => number) {}

  /** Total number of files, including the index. */
  readonly used = () => [...this.held.values()].reduce((sum, { size }) => sum + size, 0);

  readonly keys = () => Promise.resolve([...this.held.keys()]);
  readonly has = (name: string) => Promise.resolve(this.held.has(name));
  readonly delete = (name: string) => Promise.resolve(this.held.delete(name));

  readonly match = (key: string, { cacheName }: { cacheName?: string } = {}) =>
    Promise.resolve(
      [...this.held]
        .filter(([name]) => cacheName === undefined || name === cacheName)
        .map(([, files]) => files.get(key))
        .find((file) => file !== undefined)
        ?.clone(),
    );

  readonly open = (name: string) => {
    const files = this.held.get(name) ?? new Map<string, Response>();
    this.held.set(name, files);
    return Promise.resolve({
      match: (key: string) => Promise.resolve(files.get(key)?.clone()),
      put: (key: string, file: Response) => {
        // Browsers free the space of overwritten files only afterwards.
        if (this.used() >= this.room())
          return Promise.reject(new DOMException('No room left', 'QuotaExceededError'));
        files.set(key, file);
        return Promise.resolve();
      },
    });
  };
}

/** A version with two shell files and three kit files. */
const createSite = (version: string): Site => {
  const createFiles = (part: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      url: `/assets/${part}-${version}-${index}.js`,
      integrity: 'sha256-x',
    }));
  return { version, name: version, shell: createFiles('shell', 2), kit: createFiles('kit', 3) };
};

let caches: SomeCaches;
let room: number;
let reachable: (url: string) => boolean;

/** Number of files per cache. */
const counts = () =>
  Object.fromEntries(
    [...caches.held]
      .filter(([name]) => name !== 'site-versions')
      .map(([name, { size }]) => [name, size] as const),
  );

const RUNS = { runs: true, waits: false };

/** Installs and activates a version. */
async function run(version: string): Promise<void> {
  await cacheVersion(createSite(version), RUNS);
  await activateVersion(version);
}

/** A page's request for the missing files of its version. */
const fetchMissing = (version: string) => cacheMissing(createSite(version), () => undefined);

beforeEach(() => {
  room = Infinity;
  reachable = () => true;
  caches = new SomeCaches(() => room);
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', (url: string) =>
    reachable(url)
      ? Promise.resolve(new Response(url))
      : Promise.reject(new TypeError('Failed to fetch')),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** The running version, with its kit. */
beforeEach(async () => {
  await run('one');
  await caches.open('site-kit-one');
});

describe('installing a new version', () => {
  it('caches the kit if the running version has one', async () => {
    await cacheVersion(createSite('two'), RUNS);
    expect(counts()).toMatchObject({ 'site-shell-two': 2, 'site-kit-two': 3 });
  });

  it('installs only the shell if the kit doesn’t fit, and removes the partial kit', async () => {
    room = caches.used() + 4;
    await cacheVersion(createSite('two'), RUNS);
    expect(counts()).toEqual({ 'site-shell-one': 2, 'site-kit-one': 0, 'site-shell-two': 2 });
  });

  it('fails if a file can’t be fetched, and resumes with the cached files', async () => {
    reachable = (url) => !url.includes('kit-two-2');
    await expect(cacheVersion(createSite('two'), RUNS)).rejects.toThrow('Failed to fetch');
    expect(counts()).toMatchObject({ 'site-kit-two': 2 });
    reachable = (url) => url.includes('kit-two-2');
    await cacheVersion(createSite('two'), RUNS);
    expect(counts()).toMatchObject({ 'site-kit-two': 3 });
  });

  it('deletes leftovers of failed installs, but not the running and previous version', async () => {
    await run('two');
    reachable = (url) => url.includes('shell');
    await expect(cacheVersion(createSite('three'), RUNS)).rejects.toThrow('Failed to fetch');
    reachable = () => true;
    await cacheVersion(createSite('four'), RUNS);
    expect(Object.keys(counts()).sort()).toEqual([
      'site-kit-four',
      'site-kit-one',
      'site-kit-two',
      'site-shell-four',
      'site-shell-one',
      'site-shell-two',
    ]);
  });

  it('keeps updating a full device whose pages request the kit in between', async () => {
    await fetchMissing('one');
    room = caches.used() + 3;
    for (const version of ['two', 'three', 'four', 'five']) {
      await run(version);
      await fetchMissing(version).catch(() => undefined);
      expect(counts()).toMatchObject({ [`site-shell-${version}`]: 2 });
    }
  });

  it('deletes only as many kits as its shell needs', async () => {
    await fetchMissing('one');
    await run('two');
    room = caches.used() + 1;
    await cacheVersion(createSite('three'), RUNS);
    expect(counts()).toEqual({
      'site-shell-one': 2,
      'site-shell-two': 2,
      'site-kit-two': 3,
      'site-shell-three': 2,
    });
  });

  it('fails only after pending fetches have finished, and starts no new ones', async () => {
    const begun: string[] = [];
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    vi.stubGlobal('fetch', async (url: string) => {
      begun.push(url);
      if (url.endsWith('-0.js')) throw new TypeError('Failed to fetch');
      await arrived;
      return new Response(url);
    });
    const kit = Array.from({ length: 9 }, (_, file) => ({
      url: `/assets/kit-two-${file}.js`,
      integrity: 'sha256-x',
    }));
    let hasSettled = false;
    const installing = cacheVersion({ ...createSite('two'), shell: [], kit }, RUNS).finally(() => {
      hasSettled = true;
    });
    const refused = expect(installing).rejects.toThrow('Failed to fetch');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(hasSettled).toBe(false);
    arrive();
    await refused;
    expect(begun).toHaveLength(4);
    expect(counts()).toMatchObject({ 'site-kit-two': 3 });
  });

  it('keeps the running version’s files if recording its activation failed', async () => {
    await cacheVersion(createSite('two'), RUNS);
    room = 0;
    await expect(activateVersion('two')).rejects.toThrow('No room left');
    room = Infinity;
    await cacheVersion(createSite('three'), RUNS);
    expect(counts()).toMatchObject({ 'site-shell-two': 2, 'site-shell-three': 2 });
  });

  it('keeps the running version’s files if the index is lost', async () => {
    await caches.delete('site-versions');
    await cacheVersion(createSite('two'), RUNS);
    expect(counts()).toMatchObject({ 'site-shell-one': 2, 'site-shell-two': 2 });
  });

  it('records the running version on a full device after deleting the oldest version', async () => {
    await run('two');
    await cacheVersion(createSite('three'), RUNS);
    room = caches.used();
    await activateVersion('three');
    room = Infinity;
    await cacheVersion(createSite('four'), RUNS);
    expect(counts()).toMatchObject({ 'site-shell-two': 2, 'site-shell-three': 2 });
    expect(counts()).not.toHaveProperty('site-shell-one');
  });

  it('keeps the files of a waiting version', async () => {
    await cacheVersion(createSite('two'), RUNS);
    await cacheVersion(createSite('three'), { runs: true, waits: true });
    expect(counts()).toMatchObject({ 'site-shell-two': 2, 'site-kit-two': 3, 'site-kit-three': 3 });
  });
});
