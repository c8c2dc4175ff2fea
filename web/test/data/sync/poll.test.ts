// @vitest-environment jsdom
import { getSlotDay, SLOT_MS, slotId, slotStart } from '@quantalgo/contracts/core/slots';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import { buildInventory } from '@quantalgo/contracts/record/inventory';
import { toPerformance } from '@quantalgo/contracts/record/performance';
import { toApiSignal } from '@quantalgo/contracts/signals/apiSignal';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import type { Audience, Signal } from '@quantalgo/contracts/signals/signal';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearUser, storeUser } from '../../../src/data/auth/currentSession';
import { pruneToAudiences, readCursor, storeSignals } from '../../../src/data/storage/signalTable';
import { readSignals } from '../../../src/data/storage/digests';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { readHistoryStart } from '../../../src/data/signals/useDigests';
import { lastContact } from '../../../src/data/core/clock';
import type { SyncEvent } from '../../../src/data/sync/machine';
import { startPolling } from '../../../src/data/sync/poll';
import { aServer, envelope } from '../../support/aServer';
import { aTicket } from '../tickets/aTicket';
import { aSettlement, aSignal, createBatch, SLOT } from '../../support/aSignal';
import { aUser } from '../../support/aUser';
import { held, resetAuth } from '../../support/fakeAuth';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

const STARTER: Audience[] = ['basic'];
const figures = toPerformance({
  settled: 1,
  won: 1,
  lost: 0,
  breakEven: 0,
  firstEntryWon: 1,
  confidenceSum: 94,
  missedSlots: 0,
  rules: LADDER_RULES,
  source: 'simulated',
});

const closed = { slot: '20261121T1200Z', state: 'closed', opensAt: '2026-11-22T22:00:00.000Z' };

let members = 0;
let uid = '';
let server: Awaited<ReturnType<typeof aServer>>;
let status: number;
let listed: Signal[];
/** Overrides of listed signals, by id. */
let spoilt: Map<string, object>;
let stop: AbortController;
let events: SyncEvent[];
let ownDocuments: object;
let onRequest: (line: string) => void;
let answerHeartbeat: (response: ServerResponse) => void;

const lists = () => server.seen.filter(({ line }) => line.startsWith('GET /api/signals?'));
const heartbeats = () => server.seen.filter(({ line }) => line.endsWith('/heartbeat'));
const stored = () => withDatabase(uid, async ({ signals }) => readSignals(await signals.toArray()));

/** The API's list: changes after the cursor in order, or the newest signals without one. */
function answerList(query: URLSearchParams): object[] {
  const [after, afterId] = [query.get('updatedAfter'), query.get('afterId')];
  const limit = Number(query.get('limit'));
  const words = (signals: readonly Signal[]) =>
    signals.map((signal) => ({ ...toApiSignal(signal, SLOT), ...spoilt.get(signal.id) }));
  if (after === null) {
    const before = Date.parse(query.get('before') ?? '2100-01-01T00:00:00Z');
    const older = listed.filter(({ createdAt }) => createdAt < before);
    return words(older.sort((a, b) => b.createdAt - a.createdAt).slice(0, limit));
  }
  const key = ({ updatedAt, id }: Pick<Signal, 'updatedAt' | 'id'>) =>
    `${new Date(updatedAt).toISOString()} ${id}`;
  const start = afterId === null ? `${after} ~` : `${after} ${afterId}`;
  const changes = listed.filter((signal) => key(signal) > start);
  return words(changes.sort((a, b) => (key(a) < key(b) ? -1 : 1)).slice(0, limit));
}

/** Passes the time after which failed requests are repeated, at the list's `count`-th request. */
function passTimeAt(count: number): void {
  if (lists().length !== count || vi.isMockFunction(Date.now)) return;
  const later = Date.now() + 15_000;
  vi.spyOn(Date, 'now').mockReturnValue(later);
}

/** Runs `times` rounds of polling. */
async function poll(times: number): Promise<void> {
  const done = startPolling(uid, (event) => events.push(event), stop.signal);
  for (let n = 0; n < times; n += 1) {
    await vi.waitFor(
      () => expect(events.filter(({ type }) => type === 'polled')).toHaveLength(n + 1),
      10_000,
    );
    if (n + 1 < times) await vi.advanceTimersByTimeAsync(60_000);
  }
  stop.abort();
  await done;
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  members += 1;
  uid = `poller-${members}`;
  resetAuth();
  held.uid = uid;
  storeUser(aUser({ id: uid }));
  await withDatabase(uid, (database) => pruneToAudiences(database, STARTER));
  [status, listed, events, stop] = [200, [aSignal()], [], new AbortController()];
  spoilt = new Map();
  onRequest = () => undefined;
  ownDocuments = { tickets: [], proofs: [], setups: [] };
  answerHeartbeat = (response) => envelope(response, { data: closed });
  server = await aServer(({ line, headers }, response) => {
    onRequest(line);
    if (status !== 200) return envelope(response, { status });
    if (line.endsWith('/performance')) return envelope(response, { data: figures });
    if (line.endsWith('/heartbeat')) return answerHeartbeat(response);
    if (line.endsWith('/tickets')) return envelope(response, { data: ownDocuments });
    const data = [...answerList(new URL(line.slice(4), 'http://site').searchParams)];
    const etag = `"${line} ${JSON.stringify(data).length}"`;
    if (headers['if-none-match'] === etag) return void response.writeHead(304).end();
    response.setHeader('ETag', etag);
    envelope(response, { data });
  });
});
afterEach(async () => {
  stop.abort();
  clearUser('logged-out');
  vi.restoreAllMocks();
  vi.useRealTimers();
  await server.close();
});

describe('polling', () => {
  it('stores signals and the record, and counts as contact', async () => {
    lastContact.set(null);
    await poll(1);
    expect((await stored()).map(({ id, live }) => [id, live])).toEqual([[aSignal().id, false]]);
    expect(await withDatabase(uid, ({ performance }) => performance.count())).toBe(2);
    expect(lastContact.get()).not.toBeNull();
  });

  it('fetches the heartbeat once a slot, and stores when a closed market opens', async () => {
    await poll(3);
    expect(heartbeats()).toHaveLength(1);
    await vi.waitFor(async () =>
      expect(await withDatabase(uid, ({ performance }) => performance.get('heartbeat'))).toEqual({
        id: 'heartbeat',
        slot: '20261121T1200Z',
        state: 'closed',
        opensAt: Date.UTC(2026, 10, 22, 22),
      }),
    );
  });

  it('keeps polling a server without a heartbeat endpoint', async () => {
    answerHeartbeat = (response) => envelope(response, { status: 404 });
    await poll(2);
    expect(events).toEqual([
      { type: 'polled', ok: true },
      { type: 'polled', ok: true },
    ]);
  });

  it('does not count as contact while the heartbeat can’t be fetched, and retries it', async () => {
    lastContact.set(null);
    answerHeartbeat = (response) => envelope(response, { status: 503 });
    onRequest = () => passTimeAt(3);
    await poll(4);
    expect(heartbeats()).toHaveLength(2);
    expect(lastContact.get()).toBeNull();
  });

  it('fetches the figures of stored signals again, and the rest meanwhile', async () => {
    let failures = 1;
    onRequest = (line) => {
      passTimeAt(3);
      if (status === 503) status = 200;
      else if (line.endsWith('/performance') && failures-- > 0) status = 503;
    };
    await poll(3);
    expect(events).toEqual(Array.from({ length: 3 }, () => ({ type: 'polled', ok: true })));
    expect(heartbeats()).not.toEqual([]);
    expect(await withDatabase(uid, ({ performance }) => performance.count())).toBe(2);
  });

  it('fetches the newest 300 signals for a device without history', async () => {
    const slots = Array.from({ length: 320 }, (_, index) => SLOT - index * SLOT_MS);
    listed = slots.map((slot) => aSignal(slot));
    await poll(1);
    expect(lists()).toHaveLength(3);
    expect(await stored()).toHaveLength(300);
    expect((await withDatabase(uid, readCursor))?.updatedAt).toBe(aSignal().updatedAt);
  });

  it('fetches both compared days in full for a device without history', async () => {
    const now = slotStart(Date.now());
    const midnight = now - (now % DAY_MS);
    const slots = Array.from({ length: 700 }, (_, index) => now - index * SLOT_MS);
    listed = slots.map((slot) => aSignal(slot));
    await poll(1);
    const compared = slots.filter((slot) => slot >= midnight - DAY_MS);
    const ids = new Set((await stored()).map(({ id }) => id));
    expect(compared.filter((slot) => !ids.has(slotId(slot)))).toEqual([]);
    expect(ids.size).toBeLessThan(Math.max(300, compared.length) + 100);
  });

  it.each([
    [350, SLOT - 299 * SLOT_MS],
    [250, 0],
  ])('records how far back the first %i signals reach', async (count, start) => {
    listed = Array.from({ length: count }, (_, index) => aSignal(SLOT - index * SLOT_MS));
    await poll(1);
    expect(await withDatabase(uid, readHistoryStart)).toBe(start);
  });

  it('catches changes made while it pages through the history', async () => {
    const slots = Array.from({ length: 150 }, (_, index) => SLOT - index * SLOT_MS);
    listed = slots.map((slot) => aSignal(slot));
    const changed = { ...aSignal(), updatedAt: SLOT + 700_000, settlement: aSettlement() };
    const oldest = slots.at(-1) ?? 0;
    onRequest = (line) => {
      if (!line.includes('before=')) return;
      const late = { ...aSignal(oldest), updatedAt: SLOT + 900_000 };
      listed = [changed, ...listed.slice(1, -1), late];
    };
    await poll(2);
    expect((await stored()).find(({ id }) => id === changed.id)?.settlement).toEqual(aSettlement());
  });

  it('stores the readable signals of a list and quarantines the others', async () => {
    listed = [aSignal(SLOT - SLOT_MS), aSignal()];
    spoilt.set(aSignal().id, { outcome: 'void', settlement: { outcome: 'void' } });
    await poll(1);
    expect((await stored()).map(({ id }) => id)).toEqual([aSignal(SLOT - SLOT_MS).id]);
    expect(await withDatabase(uid, ({ quarantine }) => quarantine.count())).toBe(1);
  });

  it('pages through any number of signals with the same update time', async () => {
    const arrival = { receivedAt: SLOT, live: false };
    await withDatabase(uid, (database) =>
      storeSignals(database, STARTER, createBatch(aSignal()), arrival, true),
    );
    const slots = Array.from({ length: 250 }, (_, index) => SLOT - index * SLOT_MS);
    listed = slots.map((slot) => aSignal(slot, { updatedAt: SLOT + 60_000 }));
    await poll(2);
    expect(await stored()).toHaveLength(250);
    expect(lists().map(({ line }) => line.includes('afterId'))).toEqual([false, true, true, true]);
    expect(lists().at(-1)?.line).toContain(slotId(slots[0] ?? 0));
  });

  it('counts only the last page as contact', async () => {
    lastContact.set(null);
    const arrival = { receivedAt: SLOT, live: false };
    await withDatabase(uid, (database) =>
      storeSignals(database, STARTER, createBatch(aSignal()), arrival, true),
    );
    const slots = Array.from({ length: 150 }, (_, index) => SLOT - index * SLOT_MS);
    listed = slots.map((slot) => aSignal(slot, { updatedAt: SLOT + 60_000 }));
    const contacts: (number | null)[] = [];
    onRequest = (line) => {
      if (line.includes('/api/signals?')) contacts.push(lastContact.get());
    };
    await poll(1);
    expect(contacts).toEqual([null, null]);
    expect(lastContact.get()).not.toBeNull();
  });

  it('fetches a day that lacks signals, and is not up to date until then', async () => {
    lastContact.set(null);
    await withDatabase(uid, (database) =>
      storeSignals(
        database,
        STARTER,
        createBatch(aSignal()),
        { receivedAt: SLOT, live: false },
        true,
      ),
    );
    const lacking = aSignal(SLOT - SLOT_MS, { updatedAt: SLOT - 900_000 });
    listed = [aSignal(), lacking];
    const inventory = buildInventory([getSlotDay(lacking.id)], listed);
    answerHeartbeat = (response) => envelope(response, { data: { ...closed, inventory } });
    const done = startPolling(uid, (event) => events.push(event), stop.signal);
    await vi.waitFor(() => expect(events).toHaveLength(1));
    expect(lastContact.get()).toBeNull();
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(1));
    await vi.advanceTimersByTimeAsync(8000);
    await vi.waitFor(() => expect(lastContact.get()).not.toBeNull(), 4000);
    expect(await stored()).toHaveLength(2);
    stop.abort();
    await done;
  });

  it('requests changes from slightly before the cursor', async () => {
    const arrival = { receivedAt: SLOT, live: false };
    await withDatabase(uid, (database) =>
      storeSignals(database, STARTER, createBatch(aSignal()), arrival, true),
    );
    listed = [{ ...aSignal(), updatedAt: SLOT + 700_000, settlement: aSettlement() }];
    await poll(1);
    expect(decodeURIComponent(lists()[0]?.line ?? '')).toContain(
      'updatedAfter=2026-11-20T14:04:56.200Z',
    );
    expect((await stored())[0]?.settlement).toEqual(aSettlement());
    expect((await withDatabase(uid, readCursor))?.updatedAt).toBe(SLOT + 700_000);
  });

  it('sends the ETag, so that an unchanged list costs only a 304', async () => {
    await withDatabase(uid, (database) =>
      storeSignals(
        database,
        STARTER,
        createBatch(aSignal()),
        { receivedAt: SLOT, live: false },
        true,
      ),
    );
    await poll(4);
    const withTag = lists().map(({ headers }) => headers['if-none-match'] !== undefined);
    expect(withTag).toEqual([false, false, true, true]);
  });

  it('stores the member’s tickets, proofs and setups', async () => {
    const at = '2026-11-20T14:00:00.000Z';
    const decision = { state: 'approved', reason: null, approvedAs: 'starter' };
    const proof = { id: 'p', traderId: '77', ...decision, createdAt: at };
    ownDocuments = {
      tickets: [{ ...aTicket(), state: 'answered' }, { id: 'of another build' }],
      proofs: [{ ...proof, updatedAt: at }, { state: 'of another build' }],
      setups: [{ state: 'of another build' }],
    };
    await withDatabase(uid, ({ setups }) => setups.put({ id: 'kept' }));
    await poll(2);
    const storedRows = await withDatabase(uid, async ({ tickets, proofs, setups }) => [
      ...(await tickets.toArray()),
      ...(await proofs.toArray()),
      ...(await setups.toArray()),
    ]);
    expect(storedRows).toMatchObject([
      { state: 'answered' },
      { ...proof, createdAt: Date.parse(at) },
      { id: 'kept' },
    ]);
    expect(server.seen.filter(({ line }) => line.endsWith('/tickets'))).toHaveLength(1);
  });

  it('reports a failure and the next success', async () => {
    status = 503;
    const done = startPolling(uid, (event) => events.push(event), stop.signal);
    await vi.waitFor(() => expect(events).toEqual([{ type: 'polled', ok: false }]));
    status = 200;
    await vi.advanceTimersByTimeAsync(2000);
    await vi.waitFor(() => expect(events.at(-1)).toEqual({ type: 'polled', ok: true }));
    stop.abort();
    await done;
  });

  it('reports a denied member', async () => {
    status = 403;
    await poll(1);
    expect(events).toEqual([{ type: 'denied' }, { type: 'polled', ok: false }]);
  });

  it('sends no requests while the page is hidden', async () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const done = startPolling(uid, (event) => events.push(event), stop.signal);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.seen).toEqual([]);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.waitFor(() => expect(events).toHaveLength(1));
    stop.abort();
    await done;
  });

  it('ends when the member logs out', async () => {
    clearUser('logged-out');
    await startPolling(uid, (event) => events.push(event), stop.signal);
    expect([events, server.seen]).toEqual([[], []]);
  });
});
