// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { activateVersion, cacheMissing, cacheVersion, type Site } from '../../src/worker/cache';

/** The browser's caches, with room for so many files. */
class SomeCaches {
  readonly held = new Map<string, Map<string, Response>>();

  constructor(readonly room: () => number) {}

  /** How many files there are in all, the index among them. */
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
        // Of what is written over, browsers free the room afterwards.
        if (this.used() >= this.room())
          return Promise.reject(new DOMException('No room left', 'QuotaExceededError'));
        files.set(key, file);
        return Promise.resolve();
      },
    });
  };
}

/** A version with files of its own: two of the shell, three of the kit. */
const siteOf = (version: string): Site => {
  const filesOf = (part: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      url: `/assets/${part}-${version}-${index}.js`,
      integrity: 'sha256-x',
    }));
  return { version, name: version, shell: filesOf('shell', 2), kit: filesOf('kit', 3) };
};

let caches: SomeCaches;
let room: number;
let reachable: (url: string) => boolean;

/** How many files each of the site's caches holds. */
const counts = () =>
  Object.fromEntries(
    [...caches.held]
      .filter(([name]) => name !== 'site-versions')
      .map(([name, { size }]) => [name, size] as const),
  );

const RUNS = { runs: true, waits: false };

/** Installs a version on a device of a member, and runs it. */
async function run(version: string): Promise<void> {
  await cacheVersion(siteOf(version), RUNS);
  await activateVersion(version);
}

/** What a page of a running version asks for. */
const fetchMissing = (version: string) => cacheMissing(siteOf(version), () => undefined);

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

describe('a new version', () => {
  it('comes with its kit where the running one has one', async () => {
    await cacheVersion(siteOf('two'), RUNS);
    expect(counts()).toMatchObject({ 'site-shell-two': 2, 'site-kit-two': 3 });
  });

  it('goes on with its shell where there is no room for the kit, of which nothing stays', async () => {
    room = caches.used() + 4;
    await cacheVersion(siteOf('two'), RUNS);
    expect(counts()).toEqual({ 'site-shell-one': 2, 'site-kit-one': 0, 'site-shell-two': 2 });
  });

  it('is not installed where a file can’t be fetched, and resumes with those that are here', async () => {
    reachable = (url) => !url.includes('kit-two-2');
    await expect(cacheVersion(siteOf('two'), RUNS)).rejects.toThrow('Failed to fetch');
    expect(counts()).toMatchObject({ 'site-kit-two': 2 });
    reachable = (url) => url.includes('kit-two-2');
    await cacheVersion(siteOf('two'), RUNS);
    expect(counts()).toMatchObject({ 'site-kit-two': 3 });
  });

  it('takes the place of what failed installations left, and leaves what runs and ran', async () => {
    await run('two');
    reachable = (url) => url.includes('shell');
    await expect(cacheVersion(siteOf('three'), RUNS)).rejects.toThrow('Failed to fetch');
    reachable = () => true;
    await cacheVersion(siteOf('four'), RUNS);
    expect(Object.keys(counts()).sort()).toEqual([
      'site-kit-four',
      'site-kit-one',
      'site-kit-two',
      'site-shell-four',
      'site-shell-one',
      'site-shell-two',
    ]);
  });

  it('comes to a full device with each update, whose pages ask for the kit in between', async () => {
    await fetchMissing('one');
    room = caches.used() + 3;
    for (const version of ['two', 'three', 'four', 'five']) {
      await run(version);
      await fetchMissing(version).catch(() => undefined);
      expect(counts()).toMatchObject({ [`site-shell-${version}`]: 2 });
    }
  });

  it('gives up no more kits than its shell takes', async () => {
    await fetchMissing('one');
    await run('two');
    room = caches.used() + 1;
    await cacheVersion(siteOf('three'), RUNS);
    expect(counts()).toEqual({
      'site-shell-one': 2,
      'site-shell-two': 2,
      'site-kit-two': 3,
      'site-shell-three': 2,
    });
  });

  it('is given up only once nothing of it is fetched any more, and begins no other file', async () => {
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
    let isOver = false;
    const installing = cacheVersion({ ...siteOf('two'), shell: [], kit }, RUNS).finally(() => {
      isOver = true;
    });
    const refused = expect(installing).rejects.toThrow('Failed to fetch');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isOver).toBe(false);
    arrive();
    await refused;
    expect(begun).toHaveLength(4);
    expect(counts()).toMatchObject({ 'site-kit-two': 3 });
  });

  it('leaves the files of the running one where that could not be noted when it began to run', async () => {
    await cacheVersion(siteOf('two'), RUNS);
    room = 0;
    await expect(activateVersion('two')).rejects.toThrow('No room left');
    room = Infinity;
    await cacheVersion(siteOf('three'), RUNS);
    expect(counts()).toMatchObject({ 'site-shell-two': 2, 'site-shell-three': 2 });
  });

  it('leaves the files of the running one where the index is lost', async () => {
    await caches.delete('site-versions');
    await cacheVersion(siteOf('two'), RUNS);
    expect(counts()).toMatchObject({ 'site-shell-one': 2, 'site-shell-two': 2 });
  });

  it('is noted as the running one on a device that was full until the oldest one’s files went', async () => {
    await run('two');
    await cacheVersion(siteOf('three'), RUNS);
    room = caches.used();
    await activateVersion('three');
    room = Infinity;
    await cacheVersion(siteOf('four'), RUNS);
    expect(counts()).toMatchObject({ 'site-shell-two': 2, 'site-shell-three': 2 });
    expect(counts()).not.toHaveProperty('site-shell-one');
  });

  it('leaves the files of one that waits to run', async () => {
    await cacheVersion(siteOf('two'), RUNS);
    await cacheVersion(siteOf('three'), { runs: true, waits: true });
    expect(counts()).toMatchObject({ 'site-shell-two': 2, 'site-kit-two': 3, 'site-kit-three': 3 });
  });
});
