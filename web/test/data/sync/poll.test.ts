// @vitest-environment jsdom
import { performanceOf, toApiSignal, type Audience, type Signal } from '@quantalgo/contracts';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetUser, storeUser } from '../../../src/data/session/currentSession';
import { fitAudiences, readCursor, storeSignals } from '../../../src/data/storage/signalTable';
import { readSignals } from '../../../src/data/storage/digests';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { lastContact } from '../../../src/data/core/clock';
import type { SyncEvent } from '../../../src/data/sync/machine';
import { startPolling } from '../../../src/data/sync/engine';
import { aServer, envelope } from '../../support/aServer';
import { aSettlement, aSignal, SLOT } from '../../support/aSignal';
import { aUser } from '../../support/aUser';
import { held, resetAuth } from '../../support/fakeAuth';

vi.mock('../../../src/data/session/firebaseAuth', () => import('../../support/fakeAuth'));

const STARTER: Audience[] = ['basic'];
const figures = performanceOf({
  settled: 1,
  won: 1,
  lost: 0,
  breakEven: 0,
  firstEntryWon: 1,
  confidenceSum: 94,
  missedSlots: 0,
  source: 'simulated',
});

const closed = { slot: '20261121T1200Z', state: 'closed', opensAt: '2026-11-22T22:00:00.000Z' };

let members = 0;
let uid = '';
let server: Awaited<ReturnType<typeof aServer>>;
let status: number;
let listed: Signal[];
let stop: AbortController;
let told: SyncEvent[];
let answerHeartbeat: (response: ServerResponse) => void;

const lists = () => server.seen.filter(({ line }) => line.startsWith('GET /api/signals?'));
const stored = () => withDatabase(uid, async ({ signals }) => readSignals(await signals.toArray()));

/** Lets the poller ask `times` times. */
async function poll(times: number): Promise<void> {
  const done = startPolling(uid, (event) => told.push(event), stop.signal);
  for (let n = 0; n < times; n += 1) {
    await vi.waitFor(() =>
      expect(told.filter(({ type }) => type === 'polled')).toHaveLength(n + 1),
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
  await withDatabase(uid, (database) => fitAudiences(database, STARTER));
  [status, listed, told, stop] = [200, [aSignal()], [], new AbortController()];
  answerHeartbeat = (response) => envelope(response, { data: closed });
  server = await aServer(({ line, headers }, response) => {
    if (status !== 200) return envelope(response, { status });
    if (line.endsWith('/performance')) return envelope(response, { data: figures });
    if (line.endsWith('/heartbeat')) return answerHeartbeat(response);
    const data = listed.map((signal) => toApiSignal(signal, SLOT));
    const etag = `"${listed.map(({ id, updatedAt }) => `${id}${updatedAt}`).join()}"`;
    if (headers['if-none-match'] === etag) return void response.writeHead(304).end();
    response.setHeader('ETag', etag);
    envelope(response, { data });
  });
});
afterEach(async () => {
  stop.abort();
  forgetUser('signed-out');
  vi.restoreAllMocks();
  vi.useRealTimers();
  await server.close();
});

describe('asking for the list where no stream opens', () => {
  it('stores signals and record, and counts as contact', async () => {
    lastContact.set(null);
    await poll(1);
    expect((await stored()).map(({ id, live }) => [id, live])).toEqual([[aSignal().id, false]]);
    expect(await withDatabase(uid, ({ performance }) => performance.count())).toBe(2);
    expect(lastContact.get()).not.toBeNull();
  });

  it('asks for the heartbeat once a slot, and keeps when a closed market opens', async () => {
    await poll(3);
    expect(server.seen.filter(({ line }) => line.endsWith('/heartbeat'))).toHaveLength(1);
    await vi.waitFor(async () =>
      expect(await withDatabase(uid, ({ performance }) => performance.get('heartbeat'))).toEqual({
        ...{ id: 'heartbeat', slot: '20261121T1200Z', state: 'closed' },
        opensAt: Date.UTC(2026, 10, 22, 22),
      }),
    );
  });

  it('goes on with a server that knows of no heartbeat', async () => {
    answerHeartbeat = (response) => envelope(response, { status: 404 });
    await poll(2);
    expect(told).toEqual([
      { type: 'polled', ok: true },
      { type: 'polled', ok: true },
    ]);
  });

  it('asks a device without history for the newest, and leaves the gap behind them to the stream', async () => {
    await poll(1);
    expect(lists()[0]?.line).toBe('GET /api/signals?limit=100&sortOrder=desc');
    expect((await withDatabase(uid, readCursor))?.updatedAt).toBeNull();
  });

  it('asks for what changed since the cursor, a little before it', async () => {
    const arrival = { receivedAt: SLOT, live: false };
    await withDatabase(uid, (database) =>
      storeSignals(database, STARTER, [aSignal()], arrival, true),
    );
    listed = [{ ...aSignal(), updatedAt: SLOT + 700_000, settlement: aSettlement() }];
    await poll(1);
    expect(decodeURIComponent(lists()[0]?.line ?? '')).toContain(
      'updatedAfter=2026-11-20T14:04:56.200Z',
    );
    expect((await stored())[0]?.settlement).toEqual(aSettlement());
    expect((await withDatabase(uid, readCursor))?.updatedAt).toBe(SLOT + 700_000);
  });

  it('sends the ETag along, so that nothing new costs nothing', async () => {
    await poll(3);
    expect(lists().map(({ headers }) => headers['if-none-match'] !== undefined)).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('tells when it fails and when it gets through again', async () => {
    status = 503;
    const done = startPolling(uid, (event) => told.push(event), stop.signal);
    await vi.waitFor(() => expect(told).toEqual([{ type: 'polled', ok: false }]));
    status = 200;
    await vi.advanceTimersByTimeAsync(2000);
    await vi.waitFor(() => expect(told.at(-1)).toEqual({ type: 'polled', ok: true }));
    stop.abort();
    await done;
  });

  it('tells when the member is refused', async () => {
    status = 403;
    await poll(1);
    expect(told).toEqual([{ type: 'denied' }, { type: 'polled', ok: false }]);
  });

  it('rests while the page is hidden', async () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const done = startPolling(uid, (event) => told.push(event), stop.signal);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.seen).toEqual([]);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.waitFor(() => expect(told).toHaveLength(1));
    stop.abort();
    await done;
  });

  it('ends when the member signs out', async () => {
    forgetUser('signed-out');
    await startPolling(uid, (event) => told.push(event), stop.signal);
    expect([told, server.seen]).toEqual([[], []]);
  });
});
