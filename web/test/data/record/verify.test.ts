import { encodeUtf8 } from '@quantalgo/contracts/core/sha256';
import { SLOT_MS, slotId, parseSlotId } from '@quantalgo/contracts/core/slots';
import type { LedgerEntry } from '@quantalgo/contracts/record/ledger/entry';
import { ChainVerifier } from '@quantalgo/contracts/record/ledger/verifier';
import { encodeBase64 } from '@quantalgo/contracts/record/log/base64';
import { toLogOrigin } from '@quantalgo/contracts/record/log/checkpoint';
import { TILE_WIDTH } from '@quantalgo/contracts/record/log/tiles';
import { hashLeaf, combineHashes } from '@quantalgo/contracts/record/log/tree';
import { chainEntry, createFakeLedger } from '@quantalgo/tools/fixtures/ledger';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Progress, VerificationOutcome } from '../../../src/data/record/messages';
import { checkLog } from '../../../src/data/record/checkpoints';
import { awaitRequest, changeRows, deleteDatabase } from '../../../src/data/database/plain';
import { readSeenHeads, storeHead } from '../../../src/data/record/heads';
import { verifyLedger } from '../../../src/data/record/verify';
import { HEADS_NAME, LEDGER_NAME } from '../../../src/data/database/databases';
import { aLogSite, aSigner, bundlesAsked, toFigures, toLeaves } from './aLogSite';

const FROM = Date.parse('2026-02-02T12:00:00Z');
const ID = 'made-up-3';
const LONG = createFakeLedger(TILE_WIDTH + 100, 3, FROM);
const LONGER = createFakeLedger(TILE_WIDTH + 200, 3, FROM);
const THREE = createFakeLedger(2 * TILE_WIDTH + 50, 3, FROM);
/** A different chain with the same ledger id. */
const OTHER = createFakeLedger(TILE_WIDTH + 200, 4, FROM, { ledgerId: ID });

/** A ledger's head as a device stores it. */
const toHead = (entries: readonly LedgerEntry[]) => {
  const hashes = toLeaves(entries).map((leaf) => hashLeaf(encodeUtf8(leaf)));
  return { ledgerId: ID, size: entries.length, root: encodeBase64(combineHashes(hashes)) };
};

/** Each verification hashes hundreds of entries, up to three times. */
vi.setConfig({ testTimeout: 20_000 });

let site: Awaited<ReturnType<typeof aLogSite>>;

/** Replaces the entries of the site's log. */
function serve(entries: readonly LedgerEntry[]): void {
  site.log.leaves = toLeaves(entries);
}

/** Counts stored bundles (array keys), in a write transaction so that it runs after others. */
async function countStored(): Promise<number> {
  const keys = await changeRows(LEDGER_NAME, (rows) => awaitRequest(rows.getAllKeys()));
  return keys.filter((key) => Array.isArray(key)).length;
}

beforeEach(async () => {
  await Promise.all([LEDGER_NAME, HEADS_NAME].map(deleteDatabase));
  site = await aLogSite();
  site.log.origin = toLogOrigin(ID);
  serve(LONG);
});
afterEach(() => site.close());

const quiet = { report: () => undefined, again: () => Promise.reject(new Error('It waits')) };
const verify = (fresh = false): Promise<VerificationOutcome> => verifyLedger(quiet, fresh);

function expectChecked(outcome: VerificationOutcome) {
  if (outcome.kind !== 'checked') throw new Error(`It is ${outcome.kind}`);
  return outcome;
}

/** Verifies with one retry, before which the caches drop an older checkpoint. */
async function verifyTwice() {
  const { setTimeout: later } = globalThis;
  let waits = 0;
  vi.stubGlobal('setTimeout', (work: () => void, ms: number) => {
    if (ms !== 5000) return later(work, ms);
    waits += 1;
    site.log.cached = null;
    return later(work);
  });
  try {
    const outcome = expectChecked(await verify());
    expect(waits).toBe(1);
    return outcome;
  } finally {
    vi.stubGlobal('setTimeout', later);
  }
}

/** Makes the first downloads of `lost` bundles fail, and of `hanging` ones wait for release. */
function failDownloads(lost: readonly number[], hanging: readonly number[] = []) {
  const { fetch } = globalThis;
  const left = new Set([...lost, ...hanging]);
  const held = new Map<number, { arrive: () => void; timeOut: () => void }>();
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    const index = Number(/entries\/(\d+)/.exec(path)?.[1] ?? NaN);
    if (!left.delete(index)) return fetch(path, init);
    return new Promise<Response>((resolve, reject) => {
      if (lost.includes(index)) reject(new TypeError('Failed to fetch'));
      const timeOut = () => reject(new DOMException('It took too long', 'TimeoutError'));
      held.set(index, { arrive: () => resolve(fetch(path, init)), timeOut });
    });
  });
  return {
    arrive: (index: number) => held.get(index)?.arrive(),
    timeOut: (index: number) => held.get(index)?.timeOut(),
  };
}

const tamper = (entries: readonly LedgerEntry[], seq: number): LedgerEntry[] =>
  entries.map((entry) =>
    entry.seq === seq ? { ...entry, at: '2026-02-02T12:00:00.001Z' } : entry,
  );

describe('verifyLedger', () => {
  it('downloads everything once and only new bundles the next time', async () => {
    expect(expectChecked(await verify())).toMatchObject({ downloaded: 2, kept: 0 });
    expect(bundlesAsked(site.seen).sort()).toEqual([0, 1]);
    serve(LONGER);
    const again = expectChecked(await verify());
    expect(again).toMatchObject({ downloaded: 1, kept: 1, summary: { entries: LONGER.length } });
    expect(again.heads).toMatchObject({ compared: 1, conflict: null });
    expect(expectChecked(await verify(true))).toMatchObject({ downloaded: 2, kept: 0 });
  });

  it('names the first changed entry, even if the log contains it', async () => {
    serve(tamper(LONG, 300));
    expect(await verify()).toMatchObject({ kind: 'broken', found: { seq: 300 } });
  });

  it('reads entries with non-ASCII text', async () => {
    const slots = LONG.flatMap((entry) => (entry.type === 'publication' ? [entry.slot] : []));
    const slot = parseSlotId(slots.at(-1) ?? '') + SLOT_MS;
    const body = { type: 'miss', slot: slotId(slot), reason: 'Die Börse schwieg 🤫' } as const;
    const entries = LONG.slice(0, LONG.findLastIndex(({ type }) => type === 'publication') + 1);
    serve([...entries, chainEntry(entries.at(-1), body, slot + 700)]);
    expect(expectChecked(await verify()).summary.entries).toBe(entries.length + 1);
  });

  it('rejects a consistent chain that doesn’t match the signed checkpoint', async () => {
    site.log.tree = toLeaves(OTHER.slice(0, LONG.length));
    const reason = 'The entries fit together, but they don’t match the site’s signed checkpoint.';
    expect(await verify()).toMatchObject({ found: { seq: LONG.length - 1, reason } });
  });

  it('bypasses the browser’s cache if the log was replaced', async () => {
    await verify();
    serve(OTHER);
    await verify();
    expect(bundlesAsked(site.seen).sort()).toEqual([0, 0, 1, 1, 1]);
  });

  it('reports if the browser can’t check the signature', async () => {
    expect(expectChecked(await verify()).isSignatureChecked).toBe(true);
    const unknown = new DOMException('Unrecognized name', 'NotSupportedError');
    const importing = vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(unknown);
    const outcome = expectChecked(await verify());
    importing.mockRestore();
    expect(outcome.isSignatureChecked).toBe(false);
  });

  it('rejects a checkpoint signed with a key unknown to this device', async () => {
    await checkLog();
    site.log.signer = aSigner('two');
    const outcome = await verify();
    expect(outcome).toMatchObject({ kind: 'broken', found: { seq: LONG.length - 1 } });
  });

  it('names a changed last entry', async () => {
    const { length } = LONG;
    serve(tamper(LONG, length - 1));
    expect(await verify()).toMatchObject({ kind: 'broken', found: { seq: length - 1 } });
  });

  it('reports a conflict if the whole chain was rewritten', async () => {
    await verify();
    serve(OTHER);
    const { heads, summary } = expectChecked(await verify());
    expect(summary.entries).toBe(OTHER.length);
    expect(heads.conflict).toMatchObject({ head: { size: LONG.length }, now: 'other' });
    expect(expectChecked(await verify()).heads.conflict).not.toBeNull();
  });

  it('reports a conflict if entries were removed', async () => {
    await storeHead(toHead(LONGER), FROM);
    expect((await verifyTwice()).heads.conflict).toMatchObject({ now: 'gone' });
  });

  it('reports no conflict for entries added during the download and seen by another tab', async () => {
    serve(LONGER);
    site.log.cached = LONG.length;
    await storeHead(toHead(LONGER), FROM);
    const { heads, summary } = await verifyTwice();
    expect(summary.entries).toBe(LONGER.length);
    expect(heads.conflict).toBeNull();
  });

  it('reports entries back-dated before the last visit', async () => {
    const { seq = 0, at = '' } = LONG.at(-1) ?? {};
    const lastSeenAt = Date.parse(at) + 60 * 60_000;
    await storeHead(toHead(LONG), FROM, lastSeenAt);
    serve(LONGER);
    const { faults, heads } = expectChecked(await verify());
    expect(heads.conflict).toBeNull();
    expect(faults).toMatchObject([{ rule: 'back-dated', seq: seq + 1 }]);
  });

  it('does not trust a device clock ahead of the site’s', async () => {
    const ahead = Date.now() + 24 * 60 * 60_000;
    const clock = vi.spyOn(Date, 'now').mockReturnValueOnce(ahead);
    await verify();
    clock.mockRestore();
    const [seen] = await readSeenHeads();
    expect(seen?.knownAt).toBeLessThanOrEqual(Date.now());
  });

  it('accepts a new ledger and mentions the earlier one', async () => {
    await verify();
    site.log.origin = toLogOrigin('another');
    serve(createFakeLedger(50, 5, FROM, { ledgerId: 'another' }));
    const { heads } = expectChecked(await verify());
    expect(heads).toMatchObject({ conflict: null, earlierLedger: { ledgerId: ID } });
  });

  it('rejects a chain that starts with another ledger’s id', async () => {
    site.log.origin = toLogOrigin('another');
    expect(await verify()).toMatchObject({ kind: 'broken', found: { seq: 0 } });
  });

  it('resumes after lost connections and unreadable responses', async () => {
    const waits: (Progress['waits'] | undefined)[] = [];
    site.log.instead.push(
      (response) => response.destroy(),
      (response) => response.destroy(),
      (response) => response.end('<!doctype html><title>Sign in to this network</title>'),
      (response) => {
        response.writeHead(200, { 'content-type': 'application/octet-stream' });
        response.end('half a bundle');
      },
    );
    const again = vi.fn(() => Promise.resolve());
    const report = ({ waits: reason }: Progress) => {
      if (reason !== null) waits.push(reason);
    };
    const outcome = await verifyLedger({ report, again }, false);
    expect(expectChecked(outcome).summary.entries).toBe(LONG.length);
    expect(waits[0]).toBe('unanswered');
    expect(waits).toContain('unreadable');
    expect(again).toHaveBeenCalledTimes(waits.length);
  });

  it('does not repeat downloads finished before the connection was lost', async () => {
    serve(createFakeLedger(2 * TILE_WIDTH, 3, FROM));
    site.log.instead.push((response) => response.destroy());
    const otherIsStored = async () => expect(await countStored()).toBe(1);
    const again = () => vi.waitFor(otherIsStored, { timeout: 10_000 });
    const outcome = await verifyLedger({ ...quiet, again }, false);
    expect(expectChecked(outcome).summary.entries).toBe(2 * TILE_WIDTH);
    expect(bundlesAsked(site.seen)).toHaveLength(3);
  });

  it('counts bundles from before a lost connection as downloaded, not as kept', async () => {
    serve(THREE);
    failDownloads([0]);
    const outcome = await verifyLedger({ ...quiet, again: () => Promise.resolve() }, false);
    expect(expectChecked(outcome)).toMatchObject({ downloaded: 3, kept: 0 });
  });

  it('retries lost prefetches without waiting for the connection', async () => {
    serve(THREE);
    failDownloads([1, 2]);
    expect(expectChecked(await verify())).toMatchObject({ downloaded: 3 });
    expect(bundlesAsked(site.seen).sort()).toEqual([0, 1, 2]);
  });

  it('uses downloads still in flight after a reconnection and restarts only hanging ones', async () => {
    serve(THREE);
    const { timeOut, arrive } = failDownloads([0], [1, 2]);
    const again = vi.fn(() => {
      setTimeout(() => timeOut(1), 300);
      arrive(2);
      return Promise.resolve();
    });
    const outcome = await verifyLedger({ ...quiet, again }, false);
    expect(expectChecked(outcome)).toMatchObject({ downloaded: 3, kept: 0 });
    expect(again).toHaveBeenCalledTimes(1);
    expect(bundlesAsked(site.seen).sort()).toEqual([0, 1, 2]);
  });

  it('verifies the stored entries while offline', async () => {
    await verify();
    await site.close();
    const { offlineSince, summary, shown, stamps } = expectChecked(await verify());
    expect(offlineSince).toBeGreaterThan(FROM);
    expect(summary.entries).toBe(LONG.length);
    expect([shown, stamps]).toEqual([null, null]);
  });

  it('reports no conflict offline for a head seen after the last verification', async () => {
    await verify();
    serve(LONGER);
    await checkLog();
    await site.close();
    const { heads, offlineSince } = expectChecked(await verify());
    expect(offlineSince).not.toBeNull();
    expect(heads).toMatchObject({ compared: 1, conflict: null });
  });

  it('rejects if offline with nothing stored', async () => {
    await site.close();
    await expect(verify()).rejects.toThrow();
  });
});

function computeTotals(entries: readonly LedgerEntry[]) {
  const chain = new ChainVerifier(Date.now());
  for (const entry of entries) chain.take(entry);
  const {
    settled = 0,
    won = 0,
    breakEven = 0,
    firstEntryWon = 0,
    missed = 0,
  } = chain.summary() ?? {};
  return { settled, won, breakEven, firstEntryWon, missed };
}

describe('the site’s figures and stamps', () => {
  it('are requested before the checkpoint that must cover them', async () => {
    site.log.figures = toFigures(computeTotals(LONG));
    expect(expectChecked(await verify()).shown).toMatchObject({ agrees: true });
    const lines = site.seen.map(({ line }) => line);
    expect(lines.slice(0, 2)).toEqual(['GET /api/record', 'GET /ledger/checkpoint']);
  });

  it('agree if settlements were added during the download', async () => {
    serve(LONGER);
    site.log.cached = LONG.length;
    site.log.figures = toFigures(computeTotals(LONGER));
    const { shown, summary, downloaded } = await verifyTwice();
    expect(summary.entries).toBe(LONGER.length);
    expect(shown).toMatchObject({ agrees: true, settled: computeTotals(LONGER).settled });
    expect(downloaded).toBe(1);
  });

  it('are compared with entries that were stamped during the download', async () => {
    serve(LONGER);
    site.log.cached = LONG.length;
    const { seq = 0, hash = '', at = '' } = LONGER.at(-1) ?? {};
    const stamp = { day: '2026-02-03', ledgerId: ID, authority: 'one', genTime: at, token: 'AAAA' };
    site.log.daily = [{ ...stamp, seq, hash }];
    expect((await verifyTwice()).summary.entries).toBe(LONGER.length);
  });

  it('disagree if the settlements or their outcomes differ from the ledger', async () => {
    site.log.figures = toFigures({ settled: 10_000, won: 9900, breakEven: 0, missed: 0 });
    const { shown } = await verifyTwice();
    expect(shown).toMatchObject({ agrees: false, standing: null });
    const standing = computeTotals(LONG);
    site.log.figures = toFigures({ ...standing, breakEven: standing.breakEven + 1 });
    expect(expectChecked(await verify()).shown).toMatchObject({ agrees: false });
  });
});

describe('the site’s rates', () => {
  it('disagree if they don’t follow from the ledger', async () => {
    const standing = computeTotals(LONG);
    const figures = toFigures(standing);
    const toPercent = (count: number) => (100 * count) / standing.settled;
    const rates = {
      winRate: toPercent(standing.won),
      firstEntryRate: toPercent(standing.firstEntryWon),
    };
    site.log.figures = { ...figures, ...rates };
    expect(expectChecked(await verify()).shown).toMatchObject({ agrees: true });
    for (const wrong of [{ winRate: 99 }, { firstEntryRate: 99 }]) {
      site.log.figures = { ...figures, ...rates, ...wrong };
      expect(expectChecked(await verify()).shown).toMatchObject({ agrees: false });
    }
  });
});

describe('stored heads', () => {
  it('keep the time when they were first seen', async () => {
    const head = { ledgerId: ID, size: 8, root: 'a' };
    await storeHead(head, 1000);
    await storeHead(head, 2000);
    await storeHead({ ...head, root: 'b' }, 3000);
    const seen = await readSeenHeads();
    expect(seen.map(({ seenAt }) => seenAt).sort()).toEqual([1000, 3000]);
  });

  it('record the last time when they were known to be the newest', async () => {
    const head = { ledgerId: ID, size: 8, root: 'a' };
    await storeHead(head, 1000, 900);
    await storeHead(head, 5000, 4900);
    await storeHead(head, 3000, 2900);
    expect(await readSeenHeads()).toEqual([{ ...head, seenAt: 1000, knownAt: 4900 }]);
  });
});
