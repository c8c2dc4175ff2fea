import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { sessionSchema } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { bundled } from '../build/functions';
import { createAccount, PASSWORD } from '../suite/accounts';
import { addOlderSignals } from '../../test/fixtures/signals';
import { serve } from './api';
import { MEMBER, onSuite, type OwnSuite } from './browser';
import { startOwnApi } from './ownApi';
import { type Figure, percentile, type Section } from './section';

const PROJECT = 'demo-bench-floods';
const SIGNALS = 100;
const WRONG_LOGINS = 200;
const REGISTRATIONS = 50;
const ROUNDS = 6;
/** Length (ms) of the calm half of a round; the other lasts until the hostile files are inspected. */
const CALM_MS = 4000;
/** Maximum ratio between the median times in a flood and without one. */
const RATIO_BELOW = 2;

const json = { 'content-type': 'application/json' };

/** One call to the end of its answer; its time in ms. @throws Error on another status */
async function took(url: string, init: RequestInit, statuses: readonly number[]): Promise<number> {
  const began = performance.now();
  const reply = await fetch(url, init);
  await reply.arrayBuffer();
  if (!statuses.includes(reply.status)) throw new Error(`${url} answered ${reply.status}`);
  return performance.now() - began;
}

const posting = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { ...json, ...headers },
  body: JSON.stringify(body),
});

/** All calls of a flood at once; resolves to how many were refused when all are answered. */
async function flood(url: string): Promise<number> {
  const address = () => `${randomUUID()}@example.test`;
  const login = () =>
    fetch(`${url}/auth/login`, posting({ email: address(), password: 'Wrong2026' }));
  const register = () => {
    const person = { fullName: 'Ada Obi', phone: '+234 801 234 5678', country: 'Nigeria' };
    const registration = { ...person, email: address(), password: PASSWORD };
    return fetch(`${url}/auth/register`, posting(registration));
  };
  const calls = [
    ...Array.from({ length: WRONG_LOGINS }, login),
    ...Array.from({ length: REGISTRATIONS }, register),
  ];
  const statuses = await Promise.all(
    calls.map(async (call) => {
      const reply = await call;
      await reply.arrayBuffer();
      return reply.status;
    }),
  );
  const shed = statuses.filter((status) => status === 429).length;
  const wrong = statuses.filter((status) => ![200, 401, 429].includes(status));
  if (wrong.length > 0) throw new Error(`A flood was answered ${wrong.join(' ')}`);
  return shed;
}

type Probe = readonly [name: string, call: () => Promise<number>];

/** Makes the calls in turn until `isOver`, each at least once. */
async function probe(
  probes: readonly Probe[],
  times: Map<string, number[]>,
  isOver: () => boolean,
): Promise<void> {
  do {
    for (const [name, call] of probes) times.set(name, [...(times.get(name) ?? []), await call()]);
  } while (!isOver());
}

/** A member who has logged in once: their login, and the session it opened. */
async function logInOnce(api: Awaited<ReturnType<typeof startOwnApi>>) {
  const uid = `bench-${randomUUID()}`;
  const email = `${uid}@example.test`;
  await createAccount(api, { ...MEMBER, uid, email }, Date.now());
  const body = { email, password: PASSWORD };
  const reply = await fetch(`${api.url}/auth/login`, posting(body));
  const { data } = z.object({ data: sessionSchema }).parse(await reply.json());
  return { body, token: data.token, device: data.device ?? '' };
}

/** The calls whose times are compared, of two members: logins beyond the most sessions end the oldest. */
async function probesOf({ ports }: OwnSuite, url: string): Promise<readonly Probe[]> {
  const api = await startOwnApi(ports, { project: PROJECT });
  try {
    await addOlderSignals(api.database, SIGNALS);
    const [reader, returner] = [await logInOnce(api), await logInOnce(api)];
    const headers = { authorization: `Bearer ${reader.token}` };
    const login = posting(returner.body, { 'x-device': returner.device });
    return [
      ['/countdown', () => took(`${url}/countdown`, {}, [200])],
      ['/api/signals', () => took(`${url}/api/signals`, { headers }, [200])],
      ['a login on a known device', () => took(`${url}/auth/login`, login, [200])],
    ];
  } finally {
    await api.close();
  }
}

async function measureOn(suite: OwnSuite): Promise<Figure[]> {
  const server = await serve(await bundled('tools/src/bench/servers.ts'), [
    'api',
    String(suite.offset),
    PROJECT,
  ]);
  // When deployed it is on another machine: here it gets what the others leave.
  const inspection = fork(await bundled('tools/src/bench/bombs.ts'), { execArgv: [] });
  setPriority(inspection.pid ?? 0, constants.priority.PRIORITY_LOW);
  const [calm, flooded] = [new Map<string, number[]>(), new Map<string, number[]>()];
  const sheds: number[] = [];
  try {
    const probes = await probesOf(suite, server.url);
    // Uncounted, while code and connections warm up.
    await probe(probes, new Map(), () => true);
    await flood(server.url);
    for (let round = 0; round < ROUNDS; round += 1) {
      const until = performance.now() + CALM_MS;
      await probe(probes, calm, () => performance.now() > until);
      let isOver = false;
      inspection.send('inspect');
      const inspected = once(inspection, 'message').then(() => {
        isOver = true;
      });
      const floods = async () => {
        while (!isOver) sheds.push(await flood(server.url));
      };
      await Promise.all([floods(), inspected, probe(probes, flooded, () => isOver)]);
    }
    return [
      ...[...calm].flatMap(([name, times]): Figure[] => {
        const median = percentile(times, 0.5);
        const inFlood = flooded.get(name) ?? [];
        return [
          { name, value: median, unit: 'ms', digits: 1 },
          {
            name: `${name}, in a flood by its usual time`,
            value: percentile(inFlood, 0.5) / median,
            unit: '×',
            digits: 2,
            below: RATIO_BELOW,
            beside: `p95 ${percentile(inFlood, 0.95).toFixed(0)} ms, usually ${percentile(times, 0.95).toFixed(0)} ms`,
          },
        ];
      }),
      { name: 'refused at once, of each flood', value: percentile(sheds, 0.5), unit: 'calls' },
    ];
  } finally {
    server.close();
    inspection.kill();
  }
}

/** Whether a flood of hashing reaches those who don't hash, and members on known devices. */
export const floods: Section = {
  title: `One process of the API while ${WRONG_LOGINS} wrong logins and ${REGISTRATIONS} registrations are in flight, one after another, and 20 hostile files in the process that inspects them; ${ROUNDS} rounds, each after a calm one, medians`,
  measure: (stopped) => onSuite(stopped, measureOn),
};
