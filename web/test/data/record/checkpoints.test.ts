import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HEADS_NAME } from '../../../src/data/database/databases';
import { FAULT_FLAG } from '../../../src/data/core/faultFlag';
import { readLocal } from '../../../src/data/core/webStorage';
import { checkLog } from '../../../src/data/record/checkpoints';
import { awaitRequest, changeRows } from '../../../src/data/database/plain';
import { readSeenHeads, storeHead } from '../../../src/data/record/heads';
import {
  formatEvidence,
  readCheckpoint,
  readFault,
  storeFault,
  updateCheckpoint,
} from '../../../src/data/record/logFault';
import { aLogSite, aSigner, entryOf, leaves } from './aLogSite';

let site: Awaited<ReturnType<typeof aLogSite>>;

const NOON = Date.parse('2026-11-23T12:00:00Z');

/** The site has a log of ten entries, and the device saw it at noon. */
beforeEach(async () => {
  await changeRows(HEADS_NAME, (rows) => awaitRequest(rows.clear()));
  site = await aLogSite();
  await visited();
});
afterEach(() => {
  vi.restoreAllMocks();
  return site.close();
});

/** What a visit at a time (epoch ms) finds. */
async function visited(at = NOON) {
  vi.spyOn(Date, 'now').mockReturnValue(at);
  return (await checkLog())?.fault ?? null;
}

const genesis = (source: string) => JSON.stringify({ source, type: 'genesis' });

/** The requests of a visit. */
async function asked() {
  const before = site.seen.length;
  await visited();
  return site.seen.slice(before).map(({ line }) => line.replace('GET /ledger/', ''));
}

describe('a device that visits again', () => {
  it('finds nothing wrong with a log that only grew, and asks for two proofs a visit', async () => {
    for (const [older, newer] of [
      [10, 11],
      [11, 40],
      [40, 200],
    ] as const) {
      site.log.leaves = leaves(newer);
      expect(await asked()).toEqual([
        'checkpoint',
        `consistency/${older}/${newer}`,
        `entry/${older}/${newer}`,
      ]);
      expect(await readFault()).toBeNull();
    }
  });

  it('asks for no proof where nothing is new', async () => {
    expect(await asked()).toEqual(['checkpoint']);
  });

  it('accuses nobody of an older checkpoint from a cache, and forgets nothing for it', async () => {
    site.log.leaves = leaves(40);
    await visited();
    site.log.cached = 30;
    expect(await visited(NOON + HOUR_MS)).toBeNull();
    // It was the newest long before: noted with this time it would accuse the entries after it.
    expect((await readSeenHeads()).map(({ size }) => size).sort()).toEqual([10, 40]);
    site.log.cached = null;
    site.log.leaves = leaves(40, 'another');
    expect(await visited()).toBe('fork');
  });

  it('accuses nobody without an answer', async () => {
    await site.close();
    expect(await visited()).toBeNull();
    site = await aLogSite();
    expect(await visited()).toBeNull();
  });

  it('keeps the heads that it noted besides', async () => {
    await storeHead({ ledgerId: 'test', size: 2, root: 'a' }, 5);
    site.log.leaves = leaves(11);
    await visited();
    const seen = await readSeenHeads();
    expect(seen).toContainEqual({ ledgerId: 'test', size: 2, root: 'a', seenAt: 5, knownAt: 5 });
    expect(seen.map(({ size }) => size).sort()).toEqual([10, 11, 2]);
  });
});

describe('a log that did not only grow', () => {
  it('is found with an entry changed, however long it grew since', async () => {
    site.log.leaves = leaves(200).with(3, 'another');
    expect(await visited()).toBe('fork');
  });

  it('is found when told in two ways at one size', async () => {
    site.log.leaves = leaves(10, 'another');
    expect(await visited()).toBe('fork');
  });

  it.each(['', 'AAAA\n', 'no proof\n'])('is found when it has %j for a proof', async (proof) => {
    site.log.leaves = leaves(40);
    site.log.proof = proof;
    expect(await visited()).toBe('fork');
  });

  it('is found when it became shorter', async () => {
    site.log.leaves = leaves(9);
    expect(await visited()).toBe('rollback');
  });

  it('is found under another key', async () => {
    site.log.leaves = leaves(11);
    site.log.signer = aSigner('two');
    expect(await visited()).toBe('other-key');
  });

  it('is found when another log stands in its place, unless that is a demonstration', async () => {
    site.log.origin = 'quantalgo/ledger/another';
    site.log.leaves = leaves(5, 'another').with(0, genesis('simulated'));
    expect(await visited()).toBeNull();
    site.log.leaves = leaves(6, 'another').with(0, genesis('simulated'));
    expect(await visited()).toBeNull();
    site.log.origin = 'quantalgo/ledger/test';
    site.log.leaves = leaves(6).with(0, genesis('twelvedata'));
    expect(await visited()).toBe('other-log');
  });

  it('is found where a demonstration stands in place of a record of real prices', async () => {
    await changeRows(HEADS_NAME, (rows) => awaitRequest(rows.clear()));
    site.log.leaves = leaves(10).with(0, genesis('twelvedata'));
    expect(await asked()).toEqual(['checkpoint', 'key', 'entry/0/10']);
    site.log.leaves = [...site.log.leaves, ...leaves(1)];
    expect(await asked()).toEqual(['checkpoint', 'consistency/10/11', 'entry/10/11']);
    site.log.origin = 'quantalgo/ledger/another';
    site.log.leaves = leaves(5, 'another').with(0, genesis('simulated'));
    expect(await visited()).toBe('other-log');
  });

  it('is not what a record of real prices is that comes after no proof', async () => {
    const kept = await readCheckpoint();
    if (!kept) throw new Error('It keeps what it saw');
    const { isReal: _, ...row } = kept;
    await updateCheckpoint(() => row);
    site.log.shown = null;
    expect(await visited()).toBeNull();
    expect(await readCheckpoint()).toEqual(row);
    site.log.shown = undefined;
    expect(await asked()).toEqual(['checkpoint', 'entry/0/10']);
    expect(await readCheckpoint()).toEqual(kept);
    await updateCheckpoint(() => row);
    site.log.origin = 'quantalgo/ledger/another';
    site.log.leaves = leaves(5, 'another').with(0, genesis('simulated'));
    expect(await visited()).toBeNull();
  });

  it('is asked for its source again where this build can’t read what it says of it', async () => {
    await changeRows(HEADS_NAME, (rows) => awaitRequest(rows.clear()));
    site.log.leaves = leaves(10).with(0, genesis('of a later build'));
    await visited();
    expect((await readCheckpoint())?.isReal).toBeUndefined();
    expect(await asked()).toEqual(['checkpoint', 'entry/0/10']);
  });

  it('stays found, with both checkpoints and the key for anyone to check', async () => {
    site.log.leaves = leaves(9);
    await visited();
    site.log.leaves = leaves(40);
    expect(await visited()).toBe('rollback');
    const found = await readFault();
    if (found?.fault !== 'rollback') throw new Error('It was not found');
    expect(found.before.note).toContain('\n10\n');
    expect(found.now.note).toContain('\n9\n');
    const text = formatEvidence(found);
    for (const part of [
      found.before.note,
      found.now.note,
      site.log.signer.createVerifierKey(site.log.origin),
    ])
      expect(text).toContain(part);
  });

  it('is asked again past every cache before it is accused', async () => {
    site.log.leaves = leaves(9);
    expect(await asked()).toEqual([
      'checkpoint',
      'consistency/9/10',
      'checkpoint',
      'consistency/9/10',
    ]);
  });
});

describe('a visit during which another tab finds more', () => {
  const seen = { note: 'one', key: 'a key', seenAt: NOON, newest: { size: 1, at: NOON } };

  it('keeps the fault that was found first', async () => {
    const fork = { fault: 'fork', before: seen, now: seen } as const;
    const visit = checkLog();
    await storeFault(fork);
    await visit;
    await storeFault({ ...fork, fault: 'rollback' });
    expect(await readFault()).toEqual(fork);
    expect(readLocal(FAULT_FLAG)).not.toBeNull();
  });

  it('keeps no smaller checkpoint over a larger one', async () => {
    site.log.leaves = leaves(15);
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
      if (path.endsWith('/entry/10/15')) {
        vi.stubGlobal('fetch', fetch);
        site.log.leaves = leaves(20);
        await checkLog();
      }
      return fetch(path, init);
    });
    await checkLog();
    expect((await readCheckpoint())?.note).toContain('\n20\n');
    expect(site.seen.map(({ line }) => line)).toContain('GET /ledger/entry/10/20');
  });
});

describe('a log that grew by what claims to be older than the last visit', () => {
  const grewBy = (...entries: readonly string[]) => {
    site.log.leaves = [...site.log.leaves, ...entries];
  };

  it('is found, with the entry for anyone to check', async () => {
    grewBy(entryOf(NOON - 2 * HOUR_MS), entryOf(NOON));
    expect(await visited()).toBe('back-dated');
    const found = await readFault();
    if (!found) throw new Error('Nothing was found');
    expect(formatEvidence(found)).toContain(
      `10 entries at 2026-11-23T12:00:00.000Z. The next one:\n\n${entryOf(NOON - 2 * HOUR_MS)}`,
    );
  });

  it('is found by the last of several visits that found nothing new', async () => {
    await visited(NOON + 3 * HOUR_MS);
    grewBy(entryOf(NOON + HOUR_MS));
    expect(await visited()).toBe('back-dated');
  });

  it('is not accused of a cache’s lag, nor of a settlement that was tried again', async () => {
    grewBy(entryOf(NOON - 2 * 60_000));
    expect(await visited()).toBeNull();
    grewBy(entryOf(NOON - 9 * 60_000, 'settlement'));
    expect(await visited()).toBeNull();
    grewBy(entryOf(NOON - 3 * 60_000));
    expect(await visited()).toBe('back-dated');
  });

  it('is found once the log proves it, however often it refused to', async () => {
    grewBy(entryOf(NOON - 2 * HOUR_MS));
    site.log.shown = null;
    for (const hours of [1, 2]) expect(await visited(NOON + hours * HOUR_MS)).toBeNull();
    grewBy(entryOf(NOON + 2 * HOUR_MS));
    expect(await visited(NOON + 3 * HOUR_MS)).toBeNull();
    site.log.shown = undefined;
    expect(await visited(NOON + 4 * HOUR_MS)).toBe('back-dated');
  });

  it.each(['', `${entryOf(NOON)}\n`, `${entryOf(NOON)}\nAAAA\n`, 'no entry\nno proof\n'])(
    'is found where it shows %j for its first new entry, asked for twice',
    async (shown) => {
      grewBy(entryOf(NOON - 2 * HOUR_MS), entryOf(NOON));
      site.log.shown = shown;
      const entries = (await asked()).filter((path) => path.startsWith('entry/'));
      expect(entries).toEqual(['entry/10/12', 'entry/10/12']);
      const found = await readFault();
      expect(found?.fault).toBe('unproven');
      expect(found && formatEvidence(found)).toContain('The next one:');
    },
  );
});
