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

/** Of bundles as small as these, even a short log has enough for four helpers. */
const WIDTH = 10;

/** How the helpers of a test behave; `answers` is how many bundles each inspects before it fails. */
interface Behaviour {
  readonly answers: number;
  readonly cores: number;
  readonly starts: boolean;
}

const SOUND: Behaviour = { answers: Infinity, cores: 4, starts: true };

/** The most bundles that all helpers together had at once, and how many helpers run. */
const watched = { most: 0, running: 0 };

/** Lets the browser have helpers: each answers in its order, after a while, with a copy as from another thread. */
function withHelpers({ answers, cores, starts }: Behaviour): void {
  let underWay = 0;
  class FakeWorker extends EventTarget {
    #left = answers;
    #before: Promise<void> = Promise.resolve();

    constructor() {
      super();
      if (!starts) throw new DOMException('No workers here', 'SecurityError');
      watched.running += 1;
    }

    postMessage(message: unknown): void {
      const { bundle, count } = inspectionSchema.parse(structuredClone(message));
      watched.most = Math.max(watched.most, (underWay += 1));
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
      watched.running -= 1;
    }
  }
  Object.assign(watched, { most: 0, running: 0 });
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('navigator', { hardwareConcurrency: cores });
}

afterEach(() => vi.unstubAllGlobals());

/**
 * What a log with these leaves is found to be: the entry that doesn't hold, or its root and figures.
 * @param reachable how many of its bundles can be downloaded; the others are waited for
 */
async function foundIn(leaves: readonly Uint8Array[], reachable = Infinity) {
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
      const found = log.take(bundle);
      if (found) return found;
    }
    return { root: log.rootAt(leaves.length), summary: log.chain.summary() };
  } finally {
    inspectors.close();
  }
}

/** The same, entry by entry on one thread. */
function foundAlone(leaves: readonly Uint8Array[]) {
  const chain = new ChainVerifier(NOW);
  for (const leaf of leaves) {
    const found = chain.take(valueOf(leaf));
    if (found) return found;
  }
  return { summary: chain.summary() };
}

function valueOf(leaf: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(leaf));
  } catch {
    return undefined;
  }
}

/** The entries from one on with hashes that fit again, as who holds all keys can write them. */
function relinked(entries: readonly LedgerEntry[], from: number): LedgerEntry[] {
  const linked = entries.slice(0, from);
  for (const { hash, ...entry } of entries.slice(from)) {
    const unhashed = { ...entry, prev: linked.at(-1)?.hash ?? hash };
    const text = buildEntryText(unhashed);
    linked.push({ ...unhashed, hash: createHash('sha256').update(text).digest('hex') });
  }
  return linked;
}

/** What may be done to a log at a place in it. */
const DAMAGES: Readonly<Record<string, (at: number) => readonly Uint8Array[]>> = {
  nothing: () => LEAVES,
  'a changed byte': (at) =>
    LEAVES.map((leaf, index) =>
      index === at
        ? leaf.map((byte, place) => (place === (at * 7) % leaf.length ? byte ^ 64 : byte))
        : leaf,
    ),
  'an entry that is no text': (at) =>
    LEAVES.map((leaf, index) => (index === at ? Uint8Array.of(255, 255) : leaf)),
  'an entry that is gone': (at) => LEAVES.toSpliced(at, 1),
  'an entry that is there twice': (at) => LEAVES.toSpliced(at, 0, LEAVES[at] ?? new Uint8Array()),
  'entries in another order': (at) => [...LEAVES.slice(0, at), ...LEAVES.slice(at).reverse()],
  'an entry of another time': (at) =>
    ENTRIES.map((entry, seq) =>
      seq === at ? { ...entry, at: '2026-02-02T12:00:00.001Z' } : entry,
    ).map(toLeaf),
  'outcomes turned to wins': (at) =>
    relinked(
      ENTRIES.map((entry, seq) =>
        seq >= at && entry.type === 'settlement' && entry.outcome === 'loss'
          ? { ...entry, outcome: 'profit', level: 0 }
          : entry,
      ),
      at,
    ).map(toLeaf),
  'a slot that is left out': (at) =>
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

describe('entries that helpers inspect', () => {
  it('are found what they are found without, whatever was done to them', async () => {
    await fc.assert(
      fc.asyncProperty(damaged, async ({ damage, at }) => {
        const leaves = DAMAGES[damage]?.(at) ?? [];
        vi.unstubAllGlobals();
        const single = await foundIn(leaves);
        withHelpers(SOUND);
        expect(await foundIn(leaves)).toEqual(single);
        expect(single).toMatchObject(foundAlone(leaves));
        expect(watched.running).toBe(0);
      }),
      { numRuns: 20 },
    );
  });

  it.each(Object.keys(DAMAGES).filter((damage) => damage !== 'nothing'))(
    'don’t hold after %s',
    async (damage) => {
      withHelpers(SOUND);
      expect(await foundIn(DAMAGES[damage]?.(150) ?? [])).toHaveProperty('reason');
    },
  );

  it('are under way only as many as the helpers have to do', async () => {
    withHelpers(SOUND);
    expect(await foundIn(LEAVES)).toHaveProperty('summary.entries', ENTRIES.length);
    expect(watched.most).toBeGreaterThan(1);
    expect(watched.most).toBeLessThanOrEqual(16);
  });

  it.each([
    ['a browser that starts no workers', { ...SOUND, starts: false }],
    ['helpers that fail at once', { ...SOUND, answers: 0 }],
    ['helpers that fail half-way', { ...SOUND, answers: 3 }],
    ['one core alone', { ...SOUND, cores: 1 }],
  ])('are inspected with %s, too', async (_what, behaviour) => {
    const sound = await foundIn(LEAVES);
    withHelpers(behaviour);
    expect(await foundIn(LEAVES)).toEqual(sound);
    const [broken, found] = [DAMAGES['an entry of another time']?.(200) ?? [], { seq: 200 }];
    expect(await foundIn(broken)).toMatchObject(found);
  });

  it('are found broken while those after them can’t be downloaded', async () => {
    withHelpers(SOUND);
    const broken = DAMAGES['an entry of another time']?.(34) ?? [];
    expect(await foundIn(broken, 4)).toMatchObject({ seq: 34 });
  });

  it('start no helpers where there are few', async () => {
    withHelpers(SOUND);
    await foundIn(LEAVES.slice(0, 40));
    expect(watched.most).toBe(0);
  });
});
