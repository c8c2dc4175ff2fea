import { DAY_MS, HOUR_MS } from '@quantalgo/contracts/core/time';
import { toLogOrigin } from '@quantalgo/contracts/record/log/checkpoint';
import { createFakeLedger } from '@quantalgo/tools/fixtures/ledger';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HEADS_NAME, LEDGER_NAME } from '../../../src/data/database/databases';
import { deleteDatabase } from '../../../src/data/database/plain';
import { verifyLedger } from '../../../src/data/record/verify';
import { aLogSite, toLeaves } from './aLogSite';

const LEDGER = createFakeLedger(100, 3, Date.parse('2026-02-02T12:00:00Z'));
const NEWEST_AT = Date.parse(LEDGER.at(-1)?.at ?? '');

let site: Awaited<ReturnType<typeof aLogSite>>;

beforeEach(async () => {
  await Promise.all([LEDGER_NAME, HEADS_NAME].map(deleteDatabase));
  site = await aLogSite();
  site.log.origin = toLogOrigin('made-up-3');
  site.log.leaves = toLeaves(LEDGER);
  site.log.headers = { date: new Date(NEWEST_AT + 1000).toUTCString() };
});
afterEach(() => site.close());

/** Verifies the ledger on a device whose clock shows `now` (epoch ms). */
async function verifyAt(now: number) {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now);
  try {
    const quiet = { report: () => undefined, again: () => Promise.reject(new Error('It waits')) };
    return await verifyLedger(quiet, false);
  } finally {
    clock.mockRestore();
  }
}

it('a device clock a day slow accuses no entry of being in the future, even offline', async () => {
  expect(await verifyAt(NEWEST_AT - DAY_MS)).toMatchObject({ kind: 'checked' });
  await site.close();
  expect(await verifyAt(NEWEST_AT - DAY_MS)).toMatchObject({
    kind: 'checked',
    offlineSince: NEWEST_AT - DAY_MS,
  });
});

it('entries in the future by both clocks are rejected', async () => {
  site.log.headers = { date: new Date(NEWEST_AT - HOUR_MS).toUTCString() };
  expect(await verifyAt(NEWEST_AT - DAY_MS)).toMatchObject({
    kind: 'broken',
    found: { reason: 'Its time is in the future.' },
  });
});

it('a device clock a day fast counts no pending signal as never revealed', async () => {
  const { summary } = { summary: null, ...(await verifyAt(NEWEST_AT + 2 * DAY_MS)) };
  expect(summary).toMatchObject({ overdue: 0 });
  site.log.headers = { date: new Date(NEWEST_AT + 2 * DAY_MS).toUTCString() };
  const later = { summary: null, ...(await verifyAt(NEWEST_AT + 2 * DAY_MS)) };
  expect(later.summary?.waiting).toBe(0);
  expect(later.summary?.overdue).toBeGreaterThan(0);
});
