import assert from 'node:assert/strict';
import { setMaxListeners } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { endpoints } from '@quantalgo/contracts/endpoints';
import { apiSignalSchema } from '@quantalgo/contracts/signals/apiSignal';
import * as z from 'zod/mini';
import { unsignedToken } from '../../../functions/test/unsignedToken';
import { percentile } from '../../src/bench/section';
import { makeUpMembers, sidOf } from '../../src/suite/accounts';
import { type Instance, startInstance } from './instances';
import { eventually, type Place } from './place';

/** As members poll where no listener opens: the next question this long (ms) after the last answer. */
const POLL_MS = 2000;
/** Changes are asked for from this long (ms) before the newest known one, as the app does. */
const OVERLAP_MS = 5000;
/** Whoever polls began at another time within this one (ms). */
const BEGIN_WITHIN_MS = 10_000;
/** Everybody has an answer, and later the new signal, within this time (ms): they wait for each other. */
const ALL_WITHIN_MS = 120_000;
/** What the instance may keep (bytes) from its first answers to its last: caches that are full, no leak. */
const MAY_GROW_BYTES = 64 * 1024 * 1024;

const replySchema = z.object({ data: z.array(apiSignalSchema) });

/** What all pollers of a run met. */
interface Met {
  readonly times: number[];
  readonly errors: string[];
  unchanged: number;
}

/** What the instance held on to (bytes), after everybody's first answer and after the last. */
interface Heap {
  readonly from: number;
  readonly to: number;
}

interface Poller {
  readonly token: string;
  readonly seen: Set<string>;
  /** Time of the newest change that it knows, epoch ms. */
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

const ask = ({ instance, agent }: Run, path: string, { token, etag }: Poller): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const condition = etag?.of === path ? { 'if-none-match': etag.tag } : {};
    const headers = { authorization: `Bearer ${token}`, ...condition };
    const sent = request(`${instance.url}${path}`, { agent, headers });
    sent.once('response', (response) => {
      text(response).then((body) => {
        resolve({ status: response.statusCode ?? 0, etag: response.headers.etag, body });
      }, reject);
    });
    sent.once('error', reject);
    sent.end();
  });

const questionAfter = (cursor: number) => {
  const updatedAfter = new Date(Math.max(0, cursor - OVERLAP_MS)).toISOString();
  return `${endpoints.signals.path}?${new URLSearchParams({ limit: '100', sortOrder: 'asc', updatedAfter }).toString()}`;
};

/** Asks once, and remembers what is new. With it come the figures, as a member's app asks for them. */
async function poll(run: Run, poller: Poller): Promise<void> {
  const question = questionAfter(poller.cursor);
  const asked = performance.now();
  const { status, etag, body } = await ask(run, question, poller);
  run.met.times.push(performance.now() - asked);
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
  poller.etag = etag === undefined ? null : { of: question, tag: etag };
  const figures = await ask(run, endpoints.performance.path, poller);
  assert.equal(figures.status, 200, figures.body.slice(0, 300));
}

async function pollOn(run: Run, poller: Poller, beginAfterMs: number): Promise<void> {
  const pause = (ms: number) => wait(ms, undefined, { signal: run.over }).catch(() => undefined);
  await pause(beginAfterMs);
  while (!run.over.aborted) {
    await poll(run, poller).catch((error: unknown) => run.met.errors.push(String(error)));
    await pause(POLL_MS);
  }
}

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

function told({ times, unchanged }: Met, first: number, seconds: number, { from, to }: Heap) {
  const ms = (share: number) => `${Math.round(percentile(times.slice(first), share))} ms`;
  const rate = Math.round(times.length / seconds);
  return `${times.length} polls in ${Math.round(seconds)} s (${rate} a second), ${unchanged} of them unchanged, 0 errors; once everybody was in p50 ${ms(0.5)}, p99 ${ms(0.99)}; heap ${megabytes(from)} → ${megabytes(to)} MB`;
}

/** Makes up members who know all that was published so far. */
async function makeUpPollers(place: Place, members: number): Promise<Poller[]> {
  const { auth, database: firestore, project } = place;
  const { uids, claims } = await makeUpMembers({ auth, firestore }, members, Date.now());
  const cursor = Date.now();
  return uids.map((uid) => {
    const token = unsignedToken(project, uid, { sid: sidOf(uid), ...claims });
    return { token, seen: new Set(), cursor, etag: null };
  });
}

/** Waits until everybody has this signal, or anybody an error. */
const seenByAll = (id: string, pollers: readonly Poller[], { errors }: Met): Promise<boolean> =>
  eventually(
    'the signal, by everybody',
    () => pollers.every(({ seen }) => seen.has(id)) || errors.length > 0 || null,
    ALL_WITHIN_MS,
  );

/**
 * Has so many members poll one instance at once for so many seconds, and publishes a signal in the midst: no answer is an
 * error, everybody sees the signal, and the instance keeps no more than at first.
 */
export async function pollTogether(
  place: Place,
  { members, seconds }: { readonly members: number; readonly seconds: number },
): Promise<string> {
  const { signal: known } = await place.publisher.publish();
  const pollers = await makeUpPollers(place, members);
  const instance = await startInstance(place);
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const over = new AbortController();
  setMaxListeners(members, over.signal);
  const met: Met = { times: [], errors: [], unchanged: 0 };
  const run: Run = { instance, agent, met, over: over.signal };
  const began = performance.now();
  const until = (at: number) => wait(Math.max(0, at * 1000 - (performance.now() - began)));
  const beginWithin = Math.min(BEGIN_WITHIN_MS, seconds * 250);
  try {
    const polling = pollers.map((poller, index) =>
      pollOn(run, poller, (beginWithin * index) / members),
    );
    await seenByAll(known.id, pollers, met);
    const [first, from] = [met.times.length, await instance.heap()];
    await until(seconds / 2);
    const { signal } = await place.publisher.publish();
    await until(seconds);
    await seenByAll(signal.id, pollers, met);
    const took = (performance.now() - began) / 1000;
    over.abort();
    await Promise.all(polling);
    assert.deepEqual([met.errors.length, met.errors.slice(0, 3)], [0, []]);
    const heap = { from, to: await instance.heap() };
    assert.ok(heap.to - heap.from < MAY_GROW_BYTES, `the heap grew to ${megabytes(heap.to)} MB`);
    return told(met, first, took, heap);
  } finally {
    over.abort();
    agent.destroy();
    await instance.kill();
  }
}
