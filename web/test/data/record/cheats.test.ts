import { HOUR_MS } from '@quantalgo/contracts/core/time';
import type { LedgerEntry } from '@quantalgo/contracts/record/ledger/entry';
import { encodeBase64 } from '@quantalgo/contracts/record/log/base64';
import { toLogOrigin } from '@quantalgo/contracts/record/log/checkpoint';
import { planHonestly, MONDAY, Operator, withHindsight } from '@quantalgo/tools/fixtures/operator';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HEADS_NAME, LEDGER_NAME } from '../../../src/data/database/databases';
import { checkLog } from '../../../src/data/record/checkpoints';
import { awaitRequest, changeRows } from '../../../src/data/database/plain';
import { storeHead } from '../../../src/data/record/heads';
import { verifyLedger } from '../../../src/data/record/verify';
import { summarizeVerification } from '../../../src/screens/record/VerificationSummary';
import { aLogSite, toLeaves } from './aLogSite';

/** Each hashes a day of entries several times. */
vi.setConfig({ testTimeout: 20_000 });

const TEN = MONDAY + 10 * HOUR_MS;
const NOON = MONDAY + 12 * HOUR_MS;

function honestUntilTen(): Operator {
  const operator = new Operator(MONDAY);
  operator.run(MONDAY, TEN, planHonestly);
  return operator;
}

beforeEach(async () => {
  for (const name of [HEADS_NAME, LEDGER_NAME])
    await changeRows(name, (rows) => awaitRequest(rows.clear()));
});

describe('the check at every visit', () => {
  let site: Awaited<ReturnType<typeof aLogSite>>;
  beforeEach(async () => {
    site = await aLogSite();
  });
  afterEach(() => site.close());

  /** Visits the dashboard at a time (epoch ms) while the site serves these entries. */
  async function visit(
    { ledgerId, signer }: Operator,
    entries: readonly LedgerEntry[],
    at: number,
  ) {
    Object.assign(site.log, { origin: toLogOrigin(ledgerId), signer, leaves: toLeaves(entries) });
    const clock = vi.spyOn(Date, 'now').mockReturnValue(at);
    const finding = await checkLog();
    clock.mockRestore();
    return finding?.fault ?? null;
  }

  it('detects a week written with hindsight on a device that visited on Monday', async () => {
    const operator = honestUntilTen();
    expect(await visit(operator, [...operator.entries], NOON)).toBeNull();
    operator.run(TEN, MONDAY + 4 * 24 * HOUR_MS, (slot) => ({ says: withHindsight(slot) }));
    expect(await visit(operator, operator.entries, MONDAY + 5 * 24 * HOUR_MS)).toBe('back-dated');
  });

  it('reports no fault of an honest operator in hourly visits', async () => {
    const operator = honestUntilTen();
    for (const hour of [10, 11, 12, 13]) {
      operator.run(MONDAY + hour * HOUR_MS, MONDAY + (hour + 1) * HOUR_MS, planHonestly);
      const at = MONDAY + (hour + 1) * HOUR_MS;
      expect(await visit(operator, operator.entries, at)).toBeNull();
    }
  });

  it('detects a fork of the history', async () => {
    const operator = honestUntilTen();
    const other = honestUntilTen();
    operator.run(TEN, NOON, planHonestly);
    other.run(TEN, NOON + HOUR_MS, (slot) => ({ says: withHindsight(slot) }));
    expect(await visit(operator, operator.entries, NOON)).toBeNull();
    expect(await visit(other, other.entries, NOON + HOUR_MS)).toBe('fork');
  });
});

describe('the page “Verify the record”', () => {
  let site: Awaited<ReturnType<typeof aLogSite>>;
  afterEach(() => site.close());

  async function getTitle({ ledgerId, entries, signer }: Operator): Promise<string> {
    site = await aLogSite();
    Object.assign(site.log, { origin: toLogOrigin(ledgerId), signer, leaves: toLeaves(entries) });
    const quiet = { report: () => undefined, again: () => Promise.reject(new Error('It waits')) };
    return summarizeVerification(await verifyLedger(quiet, false)).title;
  }

  it('names the first back-dated entry if the device saw Monday’s ledger', async () => {
    const operator = honestUntilTen();
    const { size, root } = operator.checkpoint();
    await storeHead({ ledgerId: operator.ledgerId, size, root: encodeBase64(root) }, NOON);
    operator.run(TEN, MONDAY + 24 * HOUR_MS, (slot) => ({ says: withHindsight(slot) }));
    expect(await getTitle(operator)).toBe(`Back-dated: entry #${size}`);
  });

  it('names the entry that records an open market as closed', async () => {
    const operator = honestUntilTen();
    operator.run(TEN, NOON, () => ({ says: 'closed' }));
    operator.run(NOON, NOON + HOUR_MS, planHonestly);
    expect(await getTitle(operator)).toMatch(/^Market recorded as closed while open: entry #/);
  });

  it('names a signal that was published too late in its slot', async () => {
    const operator = honestUntilTen();
    operator.run(TEN, NOON, (slot) => ({ says: withHindsight(slot), after: 4 * 60_000 }));
    expect(await getTitle(operator)).toMatch(/^Published too late: entry #/);
  });

  it('doubts missed slots recorded after their outcome was known', async () => {
    const operator = honestUntilTen();
    operator.run(TEN, NOON, (slot) => ({ says: 'miss', after: NOON - slot }));
    expect(await getTitle(operator)).toMatch(
      /^Intact, but missed slots were recorded late: entry #/,
    );
  });

  it('doubts prices that are missing for losing signals', async () => {
    const operator = honestUntilTen();
    operator.run(TEN, NOON + 6 * HOUR_MS, (slot) => ({
      says: planHonestly(slot).says,
      hidesLosses: true,
    }));
    expect(await getTitle(operator)).toMatch(/^Intact, but prices are missing: entry #/);
  });
});
