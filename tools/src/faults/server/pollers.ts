import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { endpoints } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { percentile } from '../../bench/percentile';
import { makeUpMembers } from '../../seed/madeUpMembers';
import { unsignedToken } from '../../suite/unsignedToken';
import { eventually } from './eventually';
import { type Place } from './place';
import { type Instance, startInstance } from './startInstance';

/** As members poll where no listener opens: the next question this long (ms) after the last answer. */
const POLL_MS = 2000;
/** Changes are asked for from this long (ms) before the newest known one, as the app does. */
const OVERLAP_MS = 5000;
/** Whoever polls began at another time within this one (ms). */
const BEGIN_WITHIN_MS = 10_000;
/** All of the last answers may take this long (ms). */
const LAST_WITHIN_MS = 120_000;
/** What the instance may keep (bytes) from its first answers to its last: caches that are full, no leak. */
const MAY_GROW_BYTES = 64 * 1024 * 1024;

const replySchema = z.object({ data: endpoints.signals.data });

/** What all pollers of a run met. */
interface Met {
  readonly times: number[];
  readonly errors: string[];
  unchanged: number;
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
  isOver: boolean;
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
  await wait(beginAfterMs);
  while (!run.isOver) {
    await poll(run, poller).catch((error: unknown) => run.met.errors.push(String(error)));
    await wait(POLL_MS);
  }
}

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

function told({ times, unchanged }: Met, seconds: number, [before, after]: readonly number[]) {
  const ms = (share: number) => `${Math.round(percentile(times, share))} ms`;
  const heap = `heap ${megabytes(before ?? 0)} → ${megabytes(after ?? 0)} MB`;
  return `${times.length} polls in ${Math.round(seconds)} s, ${unchanged} of them unchanged, 0 errors; p50 ${ms(0.5)}, p99 ${ms(0.99)}; ${heap}`;
}

/**
 * Has so many members poll one instance at once for so many seconds, and publishes a signal in the midst: no answer is an
 * error, everybody sees the signal, and the instance keeps no more than at first.
 */
export async function pollTogether(
  place: Place,
  { members, seconds }: { readonly members: number; readonly seconds: number },
): Promise<string> {
  const { database: firestore, auth, project, publisher } = place;
  const { signal: known } = await publisher.publish();
  const { uids, claims } = await makeUpMembers({ auth, firestore }, members, Date.now());
  const authTime = Math.floor(Date.now() / 1000);
  const cursor = Date.now();
  const pollers = uids.map((uid): Poller => {
    const token = unsignedToken(project, uid, { auth_time: authTime, ...claims });
    return { token, seen: new Set(), cursor, etag: null };
  });
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const instance = await startInstance(place);
  const met: Met = { times: [], errors: [], unchanged: 0 };
  const run: Run = { instance, agent, met, isOver: false };
  try {
    const began = performance.now();
    const rampMs = Math.min(BEGIN_WITHIN_MS, (seconds * 1000) / 4);
    const polling = pollers.map((poller, index) =>
      pollOn(run, poller, (rampMs * index) / pollers.length),
    );
    await eventually(
      'an answer for everybody',
      () => pollers.every(({ seen }) => seen.has(known.id)) || met.errors.length > 0 || null,
    );
    const heap = await instance.heap();
    await wait(Math.max(0, seconds * 500 - (performance.now() - began)));
    const { signal } = await publisher.publish();
    await wait(Math.max(0, seconds * 1000 - (performance.now() - began)));
    const all = () => pollers.every(({ seen }) => seen.has(signal.id)) || null;
    await eventually('the new signal, by everybody', all, LAST_WITHIN_MS);
    const took = (performance.now() - began) / 1000;
    run.isOver = true;
    await Promise.all(polling);
    assert.deepEqual([met.errors.length, met.errors.slice(0, 3)], [0, []]);
    const heaps = [heap, await instance.heap()] as const;
    assert.ok(heaps[1] - heaps[0] < MAY_GROW_BYTES, `the heap grew: ${heaps.join(' → ')}`);
    return told(met, took, heaps);
  } finally {
    run.isOver = true;
    agent.destroy();
    await instance.kill();
  }
}
