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
import { aLogSite, aSigner, buildEntryText, leaves } from './aLogSite';

let site: Awaited<ReturnType<typeof aLogSite>>;

const NOON = Date.parse('2026-11-23T12:00:00Z');

/** The site has a log of ten entries, and the device saw it at noon. */
beforeEach(async () => {
  await changeRows(HEADS_NAME, (rows) => awaitRequest(rows.clear()));
  site = await aLogSite();
  await visit();
});
afterEach(() => {
  vi.restoreAllMocks();
  return site.close();
});

/** The fault found by a visit at a time (epoch ms). */
async function visit(at = NOON) {
  vi.spyOn(Date, 'now').mockReturnValue(at);
  return (await checkLog())?.fault ?? null;
}

const genesis = (source: string) => JSON.stringify({ source, type: 'genesis' });

/** The requests of a visit. */
async function listRequests() {
  const before = site.seen.length;
  await visit();
  return site.seen.slice(before).map(({ line }) => line.replace('GET /ledger/', ''));
}

describe('a repeated visit', () => {
  it('accepts a log that only grew, with two proofs per visit', async () => {
    for (const [older, newer] of [
      [10, 11],
      [11, 40],
      [40, 200],
    ] as const) {
      site.log.leaves = leaves(newer);
      expect(await listRequests()).toEqual([
        'checkpoint',
        `consistency/${older}/${newer}`,
        `entry/${older}/${newer}`,
      ]);
      expect(await readFault()).toBeNull();
    }
  });

  it('requests no proof if nothing is new', async () => {
    expect(await listRequests()).toEqual(['checkpoint']);
  });

  it('accepts an older cached checkpoint and keeps the newest one', async () => {
    site.log.leaves = leaves(40);
    await visit();
    site.log.cached = 30;
    expect(await visit(NOON + HOUR_MS)).toBeNull();
    // The cached head isn't stored with a new time, which would make later entries look back-dated.
    expect((await readSeenHeads()).map(({ size }) => size).sort()).toEqual([10, 40]);
    site.log.cached = null;
    site.log.leaves = leaves(40, 'another');
    expect(await visit()).toBe('fork');
  });

  it('reports no fault if the site can’t be reached', async () => {
    await site.close();
    expect(await visit()).toBeNull();
    site = await aLogSite();
    expect(await visit()).toBeNull();
  });

  it('keeps other stored heads', async () => {
    await storeHead({ ledgerId: 'test', size: 2, root: 'a' }, 5);
    site.log.leaves = leaves(11);
    await visit();
    const seen = await readSeenHeads();
    expect(seen).toContainEqual({ ledgerId: 'test', size: 2, root: 'a', seenAt: 5, knownAt: 5 });
    expect(seen.map(({ size }) => size).sort()).toEqual([10, 11, 2]);
  });
});

describe('a log that was rewritten', () => {
  it('is a fork if an old entry changed, even after the log grew', async () => {
    site.log.leaves = leaves(200).with(3, 'another');
    expect(await visit()).toBe('fork');
  });

  it('is a fork if it has two roots at the same size', async () => {
    site.log.leaves = leaves(10, 'another');
    expect(await visit()).toBe('fork');
  });

  it.each(['', 'AAAA\n', 'no proof\n'])('is a fork if its proof is %j', async (proof) => {
    site.log.leaves = leaves(40);
    site.log.proof = proof;
    expect(await visit()).toBe('fork');
  });

  it('is a rollback if it became shorter', async () => {
    site.log.leaves = leaves(9);
    expect(await visit()).toBe('rollback');
  });

  it('is reported if it is signed with another key', async () => {
    site.log.leaves = leaves(11);
    site.log.signer = aSigner('two');
    expect(await visit()).toBe('other-key');
  });

  it('is reported if another log replaces a demonstration, unless that is one too', async () => {
    site.log.origin = 'quantalgo/ledger/another';
    site.log.leaves = leaves(5, 'another').with(0, genesis('simulated'));
    expect(await visit()).toBeNull();
    site.log.leaves = leaves(6, 'another').with(0, genesis('simulated'));
    expect(await visit()).toBeNull();
    site.log.origin = 'quantalgo/ledger/test';
    site.log.leaves = leaves(6).with(0, genesis('twelvedata'));
    expect(await visit()).toBe('other-log');
  });

  it('is reported if a demonstration replaces a record with real prices', async () => {
    await changeRows(HEADS_NAME, (rows) => awaitRequest(rows.clear()));
    site.log.leaves = leaves(10).with(0, genesis('twelvedata'));
    expect(await listRequests()).toEqual(['checkpoint', 'key', 'entry/0/10']);
    site.log.leaves = [...site.log.leaves, ...leaves(1)];
    expect(await listRequests()).toEqual(['checkpoint', 'consistency/10/11', 'entry/10/11']);
    site.log.origin = 'quantalgo/ledger/another';
    site.log.leaves = leaves(5, 'another').with(0, genesis('simulated'));
    expect(await visit()).toBe('other-log');
  });

  it('is not reported if the log’s source was never proven', async () => {
    const checkpoint = await readCheckpoint();
    if (!checkpoint) throw new Error('It keeps what it saw');
    const { isReal: _, ...row } = checkpoint;
    await updateCheckpoint(() => row);
    site.log.shown = null;
    expect(await visit()).toBeNull();
    expect(await readCheckpoint()).toEqual(row);
    site.log.shown = undefined;
    expect(await listRequests()).toEqual(['checkpoint', 'entry/0/10']);
    expect(await readCheckpoint()).toEqual(checkpoint);
    await updateCheckpoint(() => row);
    site.log.origin = 'quantalgo/ledger/another';
    site.log.leaves = leaves(5, 'another').with(0, genesis('simulated'));
    expect(await visit()).toBeNull();
  });

  it('has its source requested again if this build can’t read it', async () => {
    await changeRows(HEADS_NAME, (rows) => awaitRequest(rows.clear()));
    site.log.leaves = leaves(10).with(0, genesis('of a later build'));
    await visit();
    expect((await readCheckpoint())?.isReal).toBeUndefined();
    expect(await listRequests()).toEqual(['checkpoint', 'entry/0/10']);
  });

  it('stays reported, with both checkpoints and the key as evidence', async () => {
    site.log.leaves = leaves(9);
    await visit();
    site.log.leaves = leaves(40);
    expect(await visit()).toBe('rollback');
    const logFault = await readFault();
    if (logFault?.fault !== 'rollback') throw new Error('It was not found');
    expect(logFault.before.note).toContain('\n10\n');
    expect(logFault.now.note).toContain('\n9\n');
    const text = formatEvidence(logFault);
    for (const part of [
      logFault.before.note,
      logFault.now.note,
      site.log.signer.createVerifierKey(site.log.origin),
    ])
      expect(text).toContain(part);
  });

  it('is fetched a second time before it is reported', async () => {
    site.log.leaves = leaves(9);
    expect(await listRequests()).toEqual([
      'checkpoint',
      'consistency/9/10',
      'checkpoint',
      'consistency/9/10',
    ]);
  });
});

describe('concurrent visits in two tabs', () => {
  const seen = { note: 'one', key: 'a key', seenAt: NOON, newest: { size: 1, at: NOON } };

  it('keeps the first fault', async () => {
    const fork = { fault: 'fork', before: seen, now: seen } as const;
    const visit = checkLog();
    await storeFault(fork);
    await visit;
    await storeFault({ ...fork, fault: 'rollback' });
    expect(await readFault()).toEqual(fork);
    expect(readLocal(FAULT_FLAG)).not.toBeNull();
  });

  it('never replaces a larger checkpoint with a smaller one', async () => {
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

describe('back-dated entries', () => {
  const grewBy = (...entries: readonly string[]) => {
    site.log.leaves = [...site.log.leaves, ...entries];
  };

  it('are reported with the entry as evidence', async () => {
    grewBy(buildEntryText(NOON - 2 * HOUR_MS), buildEntryText(NOON));
    expect(await visit()).toBe('back-dated');
    const logFault = await readFault();
    if (!logFault) throw new Error('Nothing was found');
    expect(formatEvidence(logFault)).toContain(
      `10 entries at 2026-11-23T12:00:00.000Z. The next one:\n\n${buildEntryText(NOON - 2 * HOUR_MS)}`,
    );
  });

  it('are reported if older than the last visit without new entries', async () => {
    await visit(NOON + 3 * HOUR_MS);
    grewBy(buildEntryText(NOON + HOUR_MS));
    expect(await visit()).toBe('back-dated');
  });

  it('are tolerated within a cache’s lag, and for retried settlements', async () => {
    grewBy(buildEntryText(NOON - 2 * 60_000));
    expect(await visit()).toBeNull();
    grewBy(buildEntryText(NOON - 9 * 60_000, 'settlement'));
    expect(await visit()).toBeNull();
    grewBy(buildEntryText(NOON - 3 * 60_000));
    expect(await visit()).toBe('back-dated');
  });

  it('are reported once the log proves them after earlier refusals', async () => {
    grewBy(buildEntryText(NOON - 2 * HOUR_MS));
    site.log.shown = null;
    for (const hours of [1, 2]) expect(await visit(NOON + hours * HOUR_MS)).toBeNull();
    grewBy(buildEntryText(NOON + 2 * HOUR_MS));
    expect(await visit(NOON + 3 * HOUR_MS)).toBeNull();
    site.log.shown = undefined;
    expect(await visit(NOON + 4 * HOUR_MS)).toBe('back-dated');
  });

  it.each([
    '',
    `${buildEntryText(NOON)}\n`,
    `${buildEntryText(NOON)}\nAAAA\n`,
    'no entry\nno proof\n',
  ])('are unproven if the first new entry is %j in two requests', async (shown) => {
    grewBy(buildEntryText(NOON - 2 * HOUR_MS), buildEntryText(NOON));
    site.log.shown = shown;
    const entries = (await listRequests()).filter((path) => path.startsWith('entry/'));
    expect(entries).toEqual(['entry/10/12', 'entry/10/12']);
    const logFault = await readFault();
    expect(logFault?.fault).toBe('unproven');
    expect(logFault && formatEvidence(logFault)).toContain('The next one:');
  });
});
