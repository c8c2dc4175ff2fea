import { LEDGER_PAGE_SIZE, type LedgerEntry } from '@quantalgo/contracts';
import { madeUpLedger } from '@quantalgo/tools/fixtures/ledger';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outcome, Progress } from '../../../src/data/ledger/messages';
import { keepHead, seenHeads } from '../../../src/data/ledger/heads';
import { verifyLedger } from '../../../src/data/ledger/verify';
import { HEADS_NAME, LEDGER_NAME } from '../../../src/data/core/databases';
import { aLedgerSite } from './aLedgerSite';

const FROM = Date.parse('2026-02-02T12:00:00Z');
const ID = 'made-up-3';
const LONG = madeUpLedger(LEDGER_PAGE_SIZE + 200, 3, FROM);
const LONGER = madeUpLedger(LEDGER_PAGE_SIZE + 400, 3, FROM);
/** A chain of its own that names the same ledger. */
const OTHER = madeUpLedger(LEDGER_PAGE_SIZE + 400, 4, FROM, { ledgerId: ID });

let site: Awaited<ReturnType<typeof aLedgerSite>>;

const erased = (name: string) =>
  new Promise<void>((resolve) => {
    indexedDB.deleteDatabase(name).onsuccess = () => resolve();
  });

beforeEach(async () => {
  await Promise.all([erased(LEDGER_NAME), erased(HEADS_NAME)]);
  site = await aLedgerSite(ID, LONG);
});
afterEach(() => site.close());

const quiet = { report: () => undefined, again: () => Promise.reject(new Error('It waits')) };
const verified = (fresh = false): Promise<Outcome> => verifyLedger(quiet, fresh);

function checked(outcome: Outcome) {
  if (outcome.kind !== 'checked') throw new Error(`It is ${outcome.kind}`);
  return outcome;
}
const changed = (entries: readonly LedgerEntry[], seq: number): LedgerEntry[] =>
  entries.map((entry) =>
    entry.seq === seq ? { ...entry, at: '2026-02-02T12:00:00.001Z' } : entry,
  );

describe('a device that verifies the ledger', () => {
  it('downloads all of it once, and only what is new the next time', async () => {
    expect(checked(await verified())).toMatchObject({ downloaded: 2, kept: 0 });
    expect(site.pagesAsked().sort()).toEqual([0, 1]);
    site.served.entries = LONGER;
    const again = checked(await verified());
    expect(again).toMatchObject({ downloaded: 1, kept: 1, summary: { entries: LONGER.length } });
    expect(again.heads).toMatchObject({ compared: 1, conflict: null });
    expect(checked(await verified(true))).toMatchObject({ downloaded: 2, kept: 0 });
  });

  it('names the first entry that was changed', async () => {
    site.served.entries = changed(LONG, 1100);
    expect(await verified()).toMatchObject({ kind: 'broken', found: { seq: 1100 } });
  });

  it('finds the last entry changed although the head is as it was', async () => {
    const { length } = LONG;
    site.served.entries = changed(LONG, length - 1);
    expect(await verified()).toMatchObject({ kind: 'broken', found: { seq: length - 1 } });
  });

  it('reports a whole chain that was rewritten since it last saw it', async () => {
    await verified();
    site.served.entries = OTHER;
    const { heads, summary } = checked(await verified());
    expect(summary.entries).toBe(OTHER.length);
    expect(heads.conflict).toMatchObject({ head: { seq: LONG.length - 1 }, now: 'other' });
    expect(checked(await verified()).heads.conflict).not.toBeNull();
  });

  it('reports entries that were taken away since', async () => {
    const head = LONGER.at(-1);
    await keepHead({ ledgerId: ID, seq: head?.seq ?? 0, hash: head?.hash ?? '' }, FROM);
    expect(checked(await verified()).heads.conflict).toMatchObject({ now: 'gone' });
  });

  it('reports entries that claim to be older than what it saw last', async () => {
    const last = LONG.at(-1);
    const { seq = 0, hash = '', at = '' } = last ?? {};
    const known = Date.parse(at) + 60 * 60_000;
    await keepHead({ ledgerId: ID, seq, hash }, FROM, known);
    site.served.entries = LONGER;
    const { faults, heads } = checked(await verified());
    expect(heads.conflict).toBeNull();
    expect(faults).toMatchObject([{ rule: 'back-dated', seq: seq + 1 }]);
  });

  it('believes its own clock no more than the site’s', async () => {
    const ahead = Date.now() + 24 * 60 * 60_000;
    const clock = vi.spyOn(Date, 'now').mockReturnValueOnce(ahead);
    await verified();
    clock.mockRestore();
    const [seen] = await seenHeads();
    expect(seen?.knownAt).toBeLessThanOrEqual(Date.now());
  });

  it('takes another ledger for another one, and tells of the one before', async () => {
    await verified();
    Object.assign(site.served, {
      ledgerId: 'another',
      entries: madeUpLedger(50, 5, FROM, { ledgerId: 'another' }),
    });
    const { heads } = checked(await verified());
    expect(heads).toMatchObject({ conflict: null, earlierLedger: { ledgerId: ID } });
  });

  it('refuses a chain that begins another ledger than the site says', async () => {
    site.served.ledgerId = 'another';
    expect(await verified()).toMatchObject({ kind: 'broken', found: { seq: 0 } });
  });

  it('goes on where it was after the connection was lost, or a stranger answered', async () => {
    const waits: (Progress['waits'] | undefined)[] = [];
    site.served.instead.push(
      (response) => response.destroy(),
      (response) => response.destroy(),
      (response) => response.end('<!doctype html><title>Sign in to this network</title>'),
      (response) =>
        response.end('{"success":true,"timestamp":"2026-11-20T12:00:00Z","data":[{"seq'),
    );
    const again = vi.fn(() => Promise.resolve());
    const report = ({ waits: why }: Progress) => {
      if (why !== null) waits.push(why);
    };
    const outcome = await verifyLedger({ report, again }, false);
    expect(checked(outcome).summary.entries).toBe(LONG.length);
    expect(waits[0]).toBe('unanswered');
    expect(waits).toContain('unreadable');
    expect(again).toHaveBeenCalledTimes(waits.length);
  });

  it('verifies what it keeps when nothing can be reached', async () => {
    await verified();
    await site.close();
    const { offlineSince, summary, shown, stamps } = checked(await verified());
    expect(offlineSince).toBeGreaterThan(FROM);
    expect(summary.entries).toBe(LONG.length);
    expect([shown, stamps]).toEqual([null, null]);
  });

  it('says so where nothing can be reached and nothing is kept', async () => {
    await site.close();
    await expect(verified()).rejects.toThrow();
  });
});

describe('the heads that a device saw', () => {
  it('are kept as they were first seen', async () => {
    const head = { ledgerId: ID, seq: 7, hash: 'a'.repeat(64) };
    await keepHead(head, 1000);
    await keepHead(head, 2000);
    await keepHead({ ...head, hash: 'b'.repeat(64) }, 3000);
    const seen = await seenHeads();
    expect(seen.map(({ seenAt }) => seenAt).sort()).toEqual([1000, 3000]);
  });

  it('are known to have been the newest until they were last seen so', async () => {
    const head = { ledgerId: ID, seq: 7, hash: 'a'.repeat(64) };
    await keepHead(head, 1000, 900);
    await keepHead(head, 5000, 4900);
    await keepHead(head, 3000, 2900);
    expect(await seenHeads()).toEqual([{ ...head, seenAt: 1000, knownAt: 4900 }]);
  });
});
