import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HEADS_NAME } from '../../../src/data/core/databases';
import { checkLog, evidenceText, foundFault } from '../../../src/data/ledger/checkpoints';
import { keepHead, seenHeads, withTable } from '../../../src/data/ledger/heads';
import { aLogSite, aSigner, leaves } from './aLogSite';

let site: Awaited<ReturnType<typeof aLogSite>>;

/** The site has a log of ten entries, and the device saw it. */
beforeEach(async () => {
  await withTable(HEADS_NAME, 'readwrite', (table) => table.clear());
  foundFault.set(null);
  site = await aLogSite();
  await checkLog(false);
});
afterEach(() => site.close());

/** What a later visit finds. */
async function visited(isDemonstration = false) {
  await checkLog(isDemonstration);
  return foundFault.get()?.fault ?? null;
}

/** The requests of a visit. */
async function asked() {
  const before = site.seen.length;
  await visited();
  return site.seen.slice(before).map(({ line }) => line.replace('GET /ledger/', ''));
}

describe('a device that visits again', () => {
  it('finds nothing wrong with a log that only grew, and asks for one proof a visit', async () => {
    for (const [older, newer] of [
      [10, 11],
      [11, 40],
      [40, 200],
    ] as const) {
      site.log.leaves = leaves(newer);
      expect(await asked()).toEqual(['checkpoint', `consistency/${older}/${newer}`]);
      expect(foundFault.get()).toBeNull();
    }
  });

  it('asks for no proof where nothing is new', async () => {
    expect(await asked()).toEqual(['checkpoint']);
  });

  it('accuses nobody of an older checkpoint from a cache, and forgets nothing for it', async () => {
    site.log.leaves = leaves(40);
    await visited();
    site.log.cached = 30;
    expect(await visited()).toBeNull();
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
    await keepHead({ ledgerId: 'test', seq: 1, hash: 'a' }, 5);
    await visited();
    expect(await seenHeads()).toHaveLength(1);
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
    site.log.leaves = leaves(5, 'another');
    expect(await visited(true)).toBeNull();
    site.log.leaves = leaves(6, 'another');
    expect(await visited(false)).toBeNull();
    site.log.origin = 'quantalgo/ledger/test';
    expect(await visited(false)).toBe('other-log');
  });

  it('stays found, with both checkpoints and the key for anyone to check', async () => {
    site.log.leaves = leaves(9);
    await visited();
    site.log.leaves = leaves(40);
    foundFault.set(null);
    expect(await visited()).toBe('rollback');
    const found = foundFault.get();
    if (!found) throw new Error('Nothing was found');
    expect(found.before.note).toContain('\n10\n');
    expect(found.now.note).toContain('\n9\n');
    const text = evidenceText(found);
    for (const part of [
      found.before.note,
      found.now.note,
      site.log.signer.verifierKey(site.log.origin),
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
