import { buildEntryText, type LedgerEntry } from '@quantalgo/contracts/record/ledger/entry';
import { ChainVerifier } from '@quantalgo/contracts/record/ledger/verifier';
import { encodeBundle, toLeaf } from '@quantalgo/contracts/record/log/entryBundle';
import { createFakeLedger } from '@quantalgo/tools/fixtures/ledger';
import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { inspectBundle } from '../../../src/data/record/inspectBundle';
import { Inspectors } from '../../../src/data/record/inspectors';
import { inspectionSchema } from '../../../src/data/record/messages';
import { LogVerifier } from '../../../src/data/record/verify';

const FROM = Date.parse('2026-02-02T12:00:00Z');
const NOW = FROM + 30 * 24 * 60 * 60_000;
const ENTRIES = createFakeLedger(330, 7, FROM);
const LEAVES = ENTRIES.map(toLeaf);
/** Each log is hashed three times. */
vi.setConfig({ testTimeout: 30_000 });

/** Entries per bundle: small, so that even a short log occupies four workers. */
const WIDTH = 10;

/** `answers`: the number of bundles that each worker inspects before it fails. */
interface Behaviour {
  readonly answers: number;
  readonly cores: number;
  readonly starts: boolean;
}

const SOUND: Behaviour = { answers: Infinity, cores: 4, starts: true };

/** `most`: peak number of bundles in flight. `running`: live workers. */
const load = { most: 0, running: 0 };

/** Stubs Worker: each responds in order after a random delay, with structured clones. */
function stubWorkers({ answers, cores, starts }: Behaviour): void {
  let underWay = 0;
  class FakeWorker extends EventTarget {
    #left = answers;
    #before: Promise<void> = Promise.resolve();

    constructor() {
      super();
      if (!starts) throw new DOMException('No workers here', 'SecurityError');
      load.running += 1;
    }

    postMessage(message: unknown): void {
      const { bundle, count } = inspectionSchema.parse(structuredClone(message));
      load.most = Math.max(load.most, (underWay += 1));
      this.#before = this.#before.then(async () => {
        await wait(Math.random() * 2);
        underWay -= 1;
        this.#left -= 1;
        if (this.#left < 0) this.dispatchEvent(new Event('error'));
        else {
          const data = structuredClone(inspectBundle(bundle, count));
          this.dispatchEvent(new MessageEvent('message', { data }));
        }
      });
    }

    terminate(): void {
      load.running -= 1;
    }
  }
  Object.assign(load, { most: 0, running: 0 });
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('navigator', { hardwareConcurrency: cores });
}

afterEach(() => vi.unstubAllGlobals());

/**
 * The first bad entry of a log with these leaves, or its root and figures.
 * `reachable`: how many bundles can be downloaded; the others stay pending.
 */
async function inspectLog(leaves: readonly Uint8Array[], reachable = Infinity) {
  const count = Math.ceil(leaves.length / WIDTH);
  const bundleAt = (index: number) => leaves.slice(index * WIDTH, (index + 1) * WIDTH);
  const source = {
    count,
    entriesIn: (index: number) => bundleAt(index).length,
    bytes: (index: number) =>
      index < reachable
        ? Promise.resolve(encodeBundle(bundleAt(index)))
        : new Promise<Uint8Array>(() => undefined),
  };
  const log = new LogVerifier(NOW);
  const inspectors = new Inspectors(count);
  try {
    for await (const bundle of inspectors.inspected(source)) {
      const badEntry = log.take(bundle);
      if (badEntry) return badEntry;
    }
    return { root: log.rootAt(leaves.length), summary: log.chain.summary() };
  } finally {
    inspectors.close();
  }
}

/** The same, entry by entry without workers. */
function inspectAlone(leaves: readonly Uint8Array[]) {
  const chain = new ChainVerifier(NOW);
  for (const leaf of leaves) {
    const badEntry = chain.take(parseLeaf(leaf));
    if (badEntry) return badEntry;
  }
  return { summary: chain.summary() };
}

function parseLeaf(leaf: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(leaf));
  } catch {
    return undefined;
  }
}

/** Rehashes the entries from `from` on, as someone who holds all keys could. */
function relinked(entries: readonly LedgerEntry[], from: number): LedgerEntry[] {
  const linked = entries.slice(0, from);
  for (const { hash, ...entry } of entries.slice(from)) {
    const unhashed = { ...entry, prev: linked.at(-1)?.hash ?? hash };
    const text = buildEntryText(unhashed);
    linked.push({ ...unhashed, hash: createHash('sha256').update(text).digest('hex') });
  }
  return linked;
}

/** Ways to tamper with a log at a position. */
const DAMAGES: Readonly<Record<string, (at: number) => readonly Uint8Array[]>> = {
  nothing: () => LEAVES,
  'a changed byte': (at) =>
    LEAVES.map((leaf, index) =>
      index === at
        ? leaf.map((byte, place) => (place === (at * 7) % leaf.length ? byte ^ 64 : byte))
        : leaf,
    ),
  'an entry that is not text': (at) =>
    LEAVES.map((leaf, index) => (index === at ? Uint8Array.of(255, 255) : leaf)),
  'a missing entry': (at) => LEAVES.toSpliced(at, 1),
  'a duplicate entry': (at) => LEAVES.toSpliced(at, 0, LEAVES[at] ?? new Uint8Array()),
  'reordered entries': (at) => [...LEAVES.slice(0, at), ...LEAVES.slice(at).reverse()],
  'an entry with a changed time': (at) =>
    ENTRIES.map((entry, seq) =>
      seq === at ? { ...entry, at: '2026-02-02T12:00:00.001Z' } : entry,
    ).map(toLeaf),
  'losses turned into wins': (at) =>
    relinked(
      ENTRIES.map((entry, seq) =>
        seq >= at && entry.type === 'settlement' && entry.outcome === 'loss'
          ? { ...entry, outcome: 'profit', level: 0 }
          : entry,
      ),
      at,
    ).map(toLeaf),
  'an omitted slot': (at) =>
    relinked(
      ENTRIES.filter(({ seq, type }) => seq < at || type !== 'miss').map((entry, seq) => ({
        ...entry,
        seq,
      })),
      at,
    ).map(toLeaf),
};

const damaged = fc.record({
  damage: fc.constantFrom(...Object.keys(DAMAGES)),
  at: fc.integer({ min: 1, max: ENTRIES.length - 1 }),
});

describe('inspecting entries in workers', () => {
  it('gives the same result as without workers for any tampering', async () => {
    await fc.assert(
      fc.asyncProperty(damaged, async ({ damage, at }) => {
        const leaves = DAMAGES[damage]?.(at) ?? [];
        vi.unstubAllGlobals();
        const single = await inspectLog(leaves);
        stubWorkers(SOUND);
        expect(await inspectLog(leaves)).toEqual(single);
        expect(single).toMatchObject(inspectAlone(leaves));
        expect(load.running).toBe(0);
      }),
      { numRuns: 20 },
    );
  });

  it.each(Object.keys(DAMAGES).filter((damage) => damage !== 'nothing'))(
    'detects %s',
    async (damage) => {
      stubWorkers(SOUND);
      expect(await inspectLog(DAMAGES[damage]?.(150) ?? [])).toHaveProperty('reason');
    },
  );

  it('limits the number of bundles in flight', async () => {
    stubWorkers(SOUND);
    expect(await inspectLog(LEAVES)).toHaveProperty('summary.entries', ENTRIES.length);
    expect(load.most).toBeGreaterThan(1);
    expect(load.most).toBeLessThanOrEqual(16);
  });

  it.each([
    ['a browser that starts no workers', { ...SOUND, starts: false }],
    ['workers that fail at once', { ...SOUND, answers: 0 }],
    ['workers that fail half-way', { ...SOUND, answers: 3 }],
    ['a single core', { ...SOUND, cores: 1 }],
  ])('gives the same result with %s', async (_what, behaviour) => {
    const sound = await inspectLog(LEAVES);
    stubWorkers(behaviour);
    expect(await inspectLog(LEAVES)).toEqual(sound);
    const [broken, badEntry] = [DAMAGES['an entry with a changed time']?.(200) ?? [], { seq: 200 }];
    expect(await inspectLog(broken)).toMatchObject(badEntry);
  });

  it('reports a bad entry while later bundles are still downloading', async () => {
    stubWorkers(SOUND);
    const broken = DAMAGES['an entry with a changed time']?.(34) ?? [];
    expect(await inspectLog(broken, 4)).toMatchObject({ seq: 34 });
  });

  it('starts no workers for a short log', async () => {
    stubWorkers(SOUND);
    await inspectLog(LEAVES.slice(0, 40));
    expect(load.most).toBe(0);
  });
});
