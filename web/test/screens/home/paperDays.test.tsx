import type { User } from '@quantalgo/contracts/account/member';
import { encodeUtf8 } from '@quantalgo/contracts/core/sha256';
import { SLOT_MS, slotId, slotStart } from '@quantalgo/contracts/core/slots';
import { DAY_MS, toIso } from '@quantalgo/contracts/core/time';
import type { LedgerEntry } from '@quantalgo/contracts/record/ledger/entry';
import { encodeBase64 } from '@quantalgo/contracts/record/log/base64';
import { toLogOrigin } from '@quantalgo/contracts/record/log/checkpoint';
import { encodeBundle } from '@quantalgo/contracts/record/log/entryBundle';
import { hashEmptyTree } from '@quantalgo/contracts/record/log/tree';
import { cleanup, configure, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import PaperDays from '../../../src/screens/home/PaperDays';
import { guest } from '../../support/member';
import { renderAt, loggedInAs } from '../../support/render';

configure({ asyncUtilTimeout: 15_000 });

const HASH = 'a'.repeat(64);

let count = 0;
let requests: string[];

/** A ledger settlement with a won or lost first entry. */
function settlementAt(slot: number, seq: number, isWon: boolean): LedgerEntry {
  const rate = { value: 50, low: 48, high: 52 };
  const prices = isWon ? [1, 2] : [1, 0.9, 0.8, 0.7, 0.6];
  return {
    type: 'settlement',
    seq,
    at: toIso(slot + 3 * SLOT_MS),
    source: 'simulated',
    prev: HASH,
    hash: HASH,
    slot: slotId(slot),
    salt: HASH,
    signal: {
      id: slotId(slot),
      pair: 'EURUSD',
      direction: 'CALL',
      strategy: 'trend',
      audience: 'basic',
      entryPrice: 1,
      worstPrice: 1,
      confidence: { value: 93, low: 92, high: 94 },
      firstEntry: rate,
      calibration: 'c',
      source: 'simulated',
    },
    outcome: isWon ? 'profit' : 'loss',
    level: isWon ? 0 : null,
    closes: prices.map((price, at) => ({ at: toIso(slot + SLOT_MS * (at + 1)), price })),
    fetchedAt: toIso(slot + 3 * SLOT_MS),
  };
}

/** Serves the public ledger. */
function serve(entries: readonly LedgerEntry[]): void {
  const before = { ...settlementAt(0, 0, true), type: 'other' };
  const leaves = [before, ...entries].map((entry) => encodeUtf8(JSON.stringify(entry)));
  const checkpoint = `${toLogOrigin('one')}\n${leaves.length}\n${encodeBase64(hashEmptyTree())}\n`;
  vi.stubGlobal('fetch', (path: string) => {
    requests.push(path);
    if (path.startsWith('/api/signals')) throw new Error('Closed to guests');
    const isBundle = path.includes('/entries/');
    const type = isBundle ? 'application/octet-stream' : 'text/plain';
    const body = isBundle
      ? Uint8Array.from(encodeBundle(leaves))
      : `${checkpoint}\n— one ${encodeBase64(Uint8Array.of(1, 2, 3, 4, 5))}\n`;
    return Promise.resolve(new Response(body, { headers: { 'content-type': type } }));
  });
}

const joinedAgo = (days: number): User =>
  guest({
    id: `paper-${++count}`,
    createdAt: new Date(Date.now() - days * DAY_MS).toISOString(),
  });

async function show(member: User): Promise<void> {
  loggedInAs(member);
  renderAt('/dashboard', <PaperDays member={member} />);
  const title = await screen.findByRole('heading', { name: /thirty days on paper/i });
  title.closest('details')?.setAttribute('open', '');
}

beforeEach(() => {
  requests = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('thirty days on paper', () => {
  it('play only signals that the public ledger revealed after sign-up', async () => {
    const member = joinedAgo(1);
    const joined = slotStart(Date.parse(member.createdAt));
    serve([
      settlementAt(joined - SLOT_MS, 1, true),
      settlementAt(joined + SLOT_MS, 2, true),
      settlementAt(joined + 9 * SLOT_MS, 3, false),
    ]);
    await show(member);
    expect(await screen.findByText('−$10', { selector: 'dd' })).toBeVisible();
    expect(screen.getByText(/at 95%, 2 signals/)).toBeVisible();
    expect(screen.getByText(/^Day 2 of 30/)).toBeVisible();
    expect(screen.getByText(/No money is deposited or moved/)).toBeVisible();
    expect(requests.filter((path) => path.includes('signals'))).toEqual([]);
  });

  it('show that no signal is revealed yet on the first day', async () => {
    serve([]);
    await show(joinedAgo(0));
    expect(await screen.findByText(/No signal has been revealed since you joined/)).toBeVisible();
    expect(screen.getByText(/^Day 1 of 30/)).toBeVisible();
  });

  it('report that the ledger can’t be read', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await show(joinedAgo(1));
    expect(await screen.findByText(/couldn’t be read. Trying again/)).toBeVisible();
  });

  it('end with a final result that later signals don’t change', async () => {
    const member = joinedAgo(31);
    const joined = slotStart(Date.parse(member.createdAt));
    serve([
      settlementAt(joined + SLOT_MS, 1, true),
      settlementAt(joined + 30 * DAY_MS + SLOT_MS, 2, false),
    ]);
    await show(member);
    expect(await screen.findByText(/Your thirty days on paper are over/)).toBeVisible();
    expect(await screen.findByText(/thirty days can’t tell you whether it pays/)).toBeVisible();
    expect(screen.getByText('+$40', { selector: 'strong' })).toBeVisible();
    expect(screen.getByText(/stay on paper/)).toBeVisible();
  });

  it('stop fetching once the final result is stored', async () => {
    const member = joinedAgo(38);
    const joined = slotStart(Date.parse(member.createdAt));
    const later = Array.from({ length: 200 }, (_, nth) =>
      settlementAt(joined + 31 * DAY_MS + nth * SLOT_MS, nth + 2, false),
    );
    serve([settlementAt(joined + SLOT_MS, 1, true), ...later]);
    await show(member);
    expect(await screen.findByText('+$40', { selector: 'strong' })).toBeVisible();
    const row = await withDatabase(member.id, ({ meta }) => meta.get('paperDays'));
    expect(JSON.stringify(row)).not.toContain(slotId(joined + 31 * DAY_MS));
    cleanup();
    requests = [];
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS });
    await show(member);
    expect(await screen.findByText('+$40', { selector: 'strong' })).toBeVisible();
    await new Promise((done) => setTimeout(done, 300));
    expect(requests).toEqual([]);
  });

  it('promise no first signal after ending without one', async () => {
    serve([]);
    await show(joinedAgo(31));
    expect(
      await screen.findByText(/No signals were revealed during your thirty days/),
    ).toBeVisible();
    expect(
      screen.queryByText(/The first one will be played automatically/),
    ).not.toBeInTheDocument();
  });

  it('report how few trades there were and what they can’t show', async () => {
    const member = joinedAgo(31);
    serve([settlementAt(slotStart(Date.parse(member.createdAt)) + SLOT_MS, 1, true)]);
    await show(member);
    expect(await screen.findByText(/can’t tell you whether it pays/)).toBeVisible();
    expect(screen.queryByText(/there is no result/)).not.toBeInTheDocument();
    expect(
      screen.getByText(/1 trade can’t tell skill from luck: about 634 are needed/),
    ).toBeInTheDocument();
  });

  it('show no result before the ledger is read', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await show(joinedAgo(31));
    expect(
      (await screen.findAllByText(/Loading the public ledger|couldn’t be read/)).length,
    ).toBeGreaterThan(0);
    expect(
      screen.queryByText(/they show nothing|there is no result|were closed/),
    ).not.toBeInTheDocument();
  });
});
