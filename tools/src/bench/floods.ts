import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { endpoints } from '@quantalgo/contracts/allEndpoints';
import { PASSWORD_PATHS } from '@quantalgo/functions/http/auth/passwordPaths';
import * as z from 'zod/mini';
import { bundleTool } from '../build/functions';
import { createAccount, PASSWORD } from '../suite/accounts';
import { addOlderSignals } from '../../test/fixtures/signals';
import { serve } from './api';
import { MEMBER, withSuite, type DedicatedSuite } from './browser';
import type { Flood } from './flooder';
import { startOwnApi } from './ownApi';
import { type Figure, percentile, type Section } from './section';

const PROJECT = 'demo-bench-floods';
const SIGNAL_COUNT = 100;
/** The burst that the product promises to withstand. */
const BURST_SIZE = 48;
const WRONG_LOGIN_COUNT = 200;
const REGISTRATION_COUNT = 50;
const ROUNDS = 8;
const HALF_ROUND_MS = 4000;
const MAX_RATIO = 2;

const { login, register, countdown, signals } = endpoints;

/** Floods come from other networks, so per-network rate limits don't affect the probes. */
const PROBE_HEADERS = { 'x-forwarded-for': '198.51.100.7' };

/** Milliseconds until the body has arrived. @throws Error unless the status is 200 */
async function timeCall(url: string, init: RequestInit): Promise<number> {
  const startedAt = performance.now();
  const reply = await fetch(url, init);
  await reply.arrayBuffer();
  if (reply.status !== 200) throw new Error(`${url} responded ${reply.status}`);
  return performance.now() - startedAt;
}

const createPost = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...PROBE_HEADERS, ...headers },
  body: JSON.stringify(body),
});

type Probe = readonly [name: string, call: () => Promise<number>];

type Times = ReadonlyMap<string, readonly number[]>;

async function probe(probes: readonly Probe[], isOver: () => boolean): Promise<Times> {
  const times = new Map<string, number[]>();
  do {
    for (const [name, call] of probes) times.set(name, [...(times.get(name) ?? []), await call()]);
  } while (!isOver());
  return times;
}

async function createMember(api: Awaited<ReturnType<typeof startOwnApi>>) {
  const uid = `bench-${randomUUID()}`;
  const email = `${uid}@example.test`;
  await createAccount(api, { ...MEMBER, uid, email }, Date.now());
  const body = { email, password: PASSWORD };
  const reply = await fetch(`${api.url}${login.path}`, createPost(body));
  const { data } = z.object({ data: sessionSchema }).parse(await reply.json());
  return { body, token: data.token, device: data.device ?? '' };
}

/** Resolves a call's path to a process, like Hosting's rewrites. */
type UrlResolver = (path: string) => string;

/** Uses two members, because repeated logins end a member's oldest session. */
async function createProbes(
  { ports }: DedicatedSuite,
  toUrl: UrlResolver,
): Promise<readonly Probe[]> {
  const api = await startOwnApi(ports, { project: PROJECT });
  try {
    await addOlderSignals(api.database, SIGNAL_COUNT);
    const [reader, returningMember] = [await createMember(api), await createMember(api)];
    const headers = { ...PROBE_HEADERS, authorization: `Bearer ${reader.token}` };
    const knownLogin = createPost(returningMember.body, { 'x-device': returningMember.device });
    return [
      ['/countdown', () => timeCall(toUrl(countdown.path), { headers: PROBE_HEADERS })],
      ['/api/signals', () => timeCall(toUrl(signals.path), { headers })],
      ['a login on a known device', () => timeCall(toUrl(login.path), knownLogin)],
    ];
  } finally {
    await api.close();
  }
}

/** Low priority: when deployed, its work happens on other machines. */
async function forkInBackground(program: string): Promise<ChildProcess> {
  const child = fork(await bundleTool(program), { execArgv: [] });
  setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW);
  return child;
}

const refusedSchema = z.tuple([z.object({ refused: z.number() }), z.unknown()]);

interface Attack {
  readonly flooder: ChildProcess;
  readonly flood: Flood;
  readonly waitForEnd: () => Promise<unknown>;
}

interface Rounds {
  readonly calm: readonly Times[];
  readonly flooded: readonly Times[];
}

/** Ratios compare halves of one round, because other load on the machine changes between rounds. */
function toFigures(name: string, call: string, { calm, flooded }: Rounds): Figure[] {
  const getMedians = (halves: readonly Times[]) =>
    halves.map((half) => percentile(half.get(call) ?? [], 0.5));
  const formatP95 = (halves: readonly Times[]) =>
    percentile(
      halves.flatMap((half) => half.get(call) ?? []),
      0.95,
    ).toFixed(0);
  const calmMedians = getMedians(calm);
  const ratios = getMedians(flooded).map((median, round) => median / (calmMedians[round] ?? NaN));
  return [
    {
      name: `${name}: ${call}, without flood`,
      value: percentile(calmMedians, 0.5),
      unit: 'ms',
      digits: 1,
    },
    {
      name: `${name}: ${call}, slowdown under flood`,
      value: percentile(ratios, 0.5),
      unit: '×',
      digits: 2,
      below: MAX_RATIO,
      details: `p95 ${formatP95(flooded)} ms under flood, ${formatP95(calm)} ms without`,
    },
  ];
}

async function measureAttack(
  name: string,
  probes: readonly Probe[],
  { flooder, flood, waitForEnd }: Attack,
): Promise<Figure[]> {
  const [calm, flooded]: [Times[], Times[]] = [[], []];
  const refusals: number[] = [];
  const sendFlood = async () => {
    const response = once(flooder, 'message');
    flooder.send(flood);
    return refusedSchema.parse(await response)[0].refused;
  };
  // Warm-up, not counted.
  await probe(probes, () => true);
  await sendFlood();
  for (let round = 0; round < ROUNDS; round += 1) {
    const deadline = performance.now() + HALF_ROUND_MS;
    calm.push(await probe(probes, () => performance.now() > deadline));
    let isOver = false;
    const end = waitForEnd().then(() => {
      isOver = true;
    });
    const floodUntilEnd = async () => {
      while (!isOver) refusals.push(await sendFlood());
    };
    const [times] = await Promise.all([probe(probes, () => isOver), floodUntilEnd(), end]);
    flooded.push(times);
  }
  return [
    ...probes.flatMap(([call]) => toFigures(name, call, { calm, flooded })),
    {
      name: `${name}: refused at once`,
      value: percentile(refusals, 0.5),
      unit: 'calls',
      details: `median per flood, ${refusals.length} floods`,
    },
  ];
}

async function measureOn(suite: DedicatedSuite): Promise<Figure[]> {
  const program = await bundleTool('tools/src/bench/servers.ts');
  const args = [String(suite.offset), PROJECT];
  const otherFunctions = await serve(program, ['others', ...args]);
  const passwords = await serve(program, ['passwords', ...args]);
  const flooder = await forkInBackground('tools/src/bench/flooder.ts');
  const inspection = await forkInBackground('tools/src/bench/bombs.ts');
  const toUrl: UrlResolver = (path) =>
    `${(PASSWORD_PATHS.has(path) ? passwords : otherFunctions).url}${path}`;
  const flood = (failedLogins: number, registrations: number): Flood => ({
    login: toUrl(login.path),
    register: toUrl(register.path),
    failedLogins,
    registrations,
  });
  const inspect = () => {
    inspection.send('inspect');
    return once(inspection, 'message');
  };
  try {
    const probes = await createProbes(suite, toUrl);
    return [
      ...(await measureAttack('burst', probes, {
        flooder,
        flood: flood(BURST_SIZE, 0),
        waitForEnd: () => wait(HALF_ROUND_MS),
      })),
      ...(await measureAttack('load', probes, {
        flooder,
        flood: flood(WRONG_LOGIN_COUNT, REGISTRATION_COUNT),
        waitForEnd: inspect,
      })),
    ];
  } finally {
    flooder.kill();
    inspection.kill();
    otherFunctions.close();
    passwords.close();
  }
}

export const floods: Section = {
  title: `One process each of \`api\` and \`passwords\`, as deployed. Attackers use separate networks and a low-priority process. A burst is ${BURST_SIZE} wrong logins at once. A load is ${WRONG_LOGIN_COUNT} wrong logins, ${REGISTRATION_COUNT} registrations and 20 hostile files, each sent again as soon as it is answered. Each of the ${ROUNDS} rounds has a calm half, then a flooded one. Figures are medians. Ratios compare the two halves of a round`,
  // The suite runs only the emulators.
  measure: (signal) =>
    withSuite(signal, measureOn, { site: false, functions: false, seeded: false, inbox: false }),
};
