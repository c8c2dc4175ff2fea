import assert from 'node:assert/strict';
import { setMaxListeners } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { endpoints } from '@quantalgo/contracts/allEndpoints';
import { apiSignalSchema } from '@quantalgo/contracts/signals/apiSignal';
import * as z from 'zod/mini';
import { unsignedToken } from '../../../functions/test/unsignedToken';
import { percentile } from '../../src/bench/section';
import { createFakeMembers, getSessionId } from '../../src/suite/accounts';
import { type Instance, startInstance } from './instances';
import { eventually, type Place } from './place';

/** As members poll without a listener: the next request follows the last reply after this time. */
const POLL_MS = 2000;
/** Like the app's, requests overlap the newest known change. */
const OVERLAP_MS = 5000;
/** Pollers start at different times within this span. */
const START_SPREAD_MS = 10_000;
const ALL_TIMEOUT_MS = 120_000;
/** Allowed between the first and the last replies: full caches are no leak. */
const MAX_GROWTH_BYTES = 64 * 1024 * 1024;

const replySchema = z.object({ data: z.array(apiSignalSchema) });

interface Met {
  readonly times: number[];
  readonly errors: string[];
  unchanged: number;
}

/** Bytes, after everyone's first reply and after the last. */
interface Heap {
  readonly from: number;
  readonly to: number;
}

interface Poller {
  readonly token: string;
  readonly seen: Set<string>;
  /** Epoch ms of the newest known change. */
  cursor: number;
  etag: { readonly of: string; readonly tag: string } | null;
}

interface Run {
  readonly instance: Instance;
  readonly agent: Agent;
  readonly met: Met;
  readonly over: AbortSignal;
}

interface Answer {
  readonly status: number;
  readonly etag: string | undefined;
  readonly body: string;
}

const fetchAnswer = (
  { instance, agent }: Run,
  path: string,
  { token, etag }: Poller,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const condition = etag?.of === path ? { 'if-none-match': etag.tag } : {};
    const headers = { authorization: `Bearer ${token}`, ...condition };
    const outgoing = request(`${instance.url}${path}`, { agent, headers });
    outgoing.once('response', (response) => {
      text(response).then((body) => {
        resolve({ status: response.statusCode ?? 0, etag: response.headers.etag, body });
      }, reject);
    });
    outgoing.once('error', reject);
    outgoing.end();
  });

const buildRequestPath = (cursor: number) => {
  const updatedAfter = new Date(Math.max(0, cursor - OVERLAP_MS)).toISOString();
  return `${endpoints.signals.path}?${new URLSearchParams({ limit: '100', sortOrder: 'asc', updatedAfter }).toString()}`;
};

async function poll(run: Run, poller: Poller): Promise<void> {
  const requestPath = buildRequestPath(poller.cursor);
  const sentAt = performance.now();
  const { status, etag, body } = await fetchAnswer(run, requestPath, poller);
  run.met.times.push(performance.now() - sentAt);
  if (status === 304) {
    run.met.unchanged += 1;
    return;
  }
  assert.equal(status, 200, body.slice(0, 300));
  const signals = replySchema.parse(JSON.parse(body)).data;
  for (const { id, updatedAt } of signals) {
    poller.seen.add(id);
    poller.cursor = Math.max(poller.cursor, Date.parse(updatedAt));
  }
  poller.etag = etag === undefined ? null : { of: requestPath, tag: etag };
  const figures = await fetchAnswer(run, endpoints.performance.path, poller);
  assert.equal(figures.status, 200, figures.body.slice(0, 300));
}

async function pollRepeatedly(run: Run, poller: Poller, beginAfterMs: number): Promise<void> {
  const pause = (ms: number) => wait(ms, undefined, { signal: run.over }).catch(() => undefined);
  await pause(beginAfterMs);
  while (!run.over.aborted) {
    await poll(run, poller).catch((error: unknown) => run.met.errors.push(String(error)));
    await pause(POLL_MS);
  }
}

const toMegabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

function formatResult(
  { times, unchanged }: Met,
  first: number,
  seconds: number,
  { from, to }: Heap,
) {
  const ms = (share: number) => `${Math.round(percentile(times.slice(first), share))} ms`;
  const rate = Math.round(times.length / seconds);
  return `${times.length} polls in ${Math.round(seconds)} s (${rate} a second), ${unchanged} of them unchanged, 0 errors; once everybody was in p50 ${ms(0.5)}, p99 ${ms(0.99)}; heap ${toMegabytes(from)} → ${toMegabytes(to)} MB`;
}

async function createPollers(place: Place, members: number): Promise<Poller[]> {
  const { auth, database: firestore, project } = place;
  const { uids, claims } = await createFakeMembers({ auth, firestore }, members, Date.now());
  const cursor = Date.now();
  return uids.map((uid) => {
    const token = unsignedToken(project, uid, { sid: getSessionId(uid), ...claims });
    return { token, seen: new Set(), cursor, etag: null };
  });
}

const waitUntilSeen = (id: string, pollers: readonly Poller[], { errors }: Met): Promise<boolean> =>
  eventually(
    'the signal, by everybody',
    () => pollers.every(({ seen }) => seen.has(id)) || errors.length > 0 || null,
    ALL_TIMEOUT_MS,
  );

/**
 * Members poll one instance at once while a signal is published: no reply fails, everyone sees the
 * signal, and memory doesn't grow.
 */
export async function pollTogether(
  place: Place,
  { members, seconds }: { readonly members: number; readonly seconds: number },
): Promise<string> {
  const { signal: firstSignal } = await place.publisher.publish();
  const pollers = await createPollers(place, members);
  const instance = await startInstance(place);
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const controller = new AbortController();
  setMaxListeners(members, controller.signal);
  const met: Met = { times: [], errors: [], unchanged: 0 };
  const run: Run = { instance, agent, met, over: controller.signal };
  const startTime = performance.now();
  const waitUntil = (at: number) => wait(Math.max(0, at * 1000 - (performance.now() - startTime)));
  const beginWithin = Math.min(START_SPREAD_MS, seconds * 250);
  try {
    const polling = pollers.map((poller, index) =>
      pollRepeatedly(run, poller, (beginWithin * index) / members),
    );
    await waitUntilSeen(firstSignal.id, pollers, met);
    const [first, from] = [met.times.length, await instance.heap()];
    await waitUntil(seconds / 2);
    const { signal } = await place.publisher.publish();
    await waitUntil(seconds);
    await waitUntilSeen(signal.id, pollers, met);
    const took = (performance.now() - startTime) / 1000;
    controller.abort();
    await Promise.all(polling);
    assert.deepEqual([met.errors.length, met.errors.slice(0, 3)], [0, []]);
    const heap = { from, to: await instance.heap() };
    assert.ok(
      heap.to - heap.from < MAX_GROWTH_BYTES,
      `the heap grew to ${toMegabytes(heap.to)} MB`,
    );
    return formatResult(met, first, took, heap);
  } finally {
    controller.abort();
    agent.destroy();
    await instance.kill();
  }
}
