import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import autocannon from 'autocannon';
import * as z from 'zod/mini';
import { bundleTool } from '../build/functions';
import { createLineProgress } from '../suite/command';
import { addOlderSignals } from '../../test/fixtures/signals';
import { createAccount, PASSWORD } from '../suite/accounts';
import type { Ports } from '../suite/ports';
import { inRoot } from '../system/root';
import { MEMBER, withSuite, type DedicatedSuite } from './browser';
import { type OwnApi, startOwnApi } from './ownApi';
import { type Figure, percentile, type Section } from './section';

const PROJECT = 'demo-bench-api';
const SIGNALS_PATH = '/api/signals';
const SIGNAL_COUNT = 300;
const MEMBER_COUNT = 100;
/**
 * Concurrent callers. Each calls again as soon as it has a response, which generates as much load
 * as hundreds of clients that poll every two seconds.
 */
const CONNECTION_COUNT = 500;
const MAX_IN_FLIGHT = 80;
const ROUNDS = 7;
const ROUND_SECONDS = 5;
/** Minimum throughput, as multiples of a bare server's and a naive handler's. */
const MIN_RATIO_TO_BARE = 0.5;
const MIN_RATIO_TO_NAIVE = 10;
const MIN_RATIO_TO_SEQUENTIAL = 1.5;
const COLD_START_COUNT = 5;

type Headers = Record<string, string>;

async function logInMembers(api: OwnApi): Promise<Headers[]> {
  const replySchema = z.object({ data: sessionSchema });
  const members: Headers[] = [];
  while (members.length < MEMBER_COUNT) {
    const uid = `bench-api-${members.length}`;
    const email = `${uid}@example.test`;
    await createAccount(api, { ...MEMBER, uid, email }, Date.now());
    const reply = await fetch(`${api.url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    const { token } = replySchema.parse(await reply.json()).data;
    members.push({ authorization: `Bearer ${token}` });
  }
  return members;
}

async function prepare(ports: Ports, file: string) {
  const api = await startOwnApi(ports, { project: PROJECT });
  try {
    await addOlderSignals(api.database, SIGNAL_COUNT);
    const members = await logInMembers(api);
    const caller = members[0] ?? {};
    const reply = await fetch(`${api.url}${SIGNALS_PATH}`, { headers: caller });
    const {
      date,
      connection,
      'keep-alive': keepAlive,
      ...headers
    } = Object.fromEntries(reply.headers);
    writeFileSync(file, JSON.stringify({ headers, body: await reply.text() }));
    const cached = { ...caller, 'if-none-match': reply.headers.get('etag') ?? '' };
    return { members, caller, cached };
  } finally {
    await api.close();
  }
}

interface Contestant {
  readonly name: string;
  readonly url: string;
  /** Callers' headers, assigned to connections round-robin. */
  readonly callers: readonly Headers[];
  readonly status: '200' | '304';
  readonly connections?: number;
  readonly readUsage: () => Promise<Usage>;
}

interface Usage {
  readonly reads: number;
  readonly processorUs: number;
}

interface Load {
  readonly perSecond: number;
  /** 99th percentile of response times, ms. */
  readonly p99: number;
  /** Documents read per thousand calls. */
  readonly reads: number;
  /**
   * Processor time per call. Unlike the rate, it is barely affected by other work on the machine.
   */
  readonly processorUs: number;
}

/** @throws Error on any unexpected reply */
async function generateLoad(contestant: Contestant): Promise<Load> {
  const { name, url, callers, status, connections = CONNECTION_COUNT, readUsage } = contestant;
  const before = await readUsage();
  let connectionCount = 0;
  const result = await autocannon({
    url: `${url}${SIGNALS_PATH}`,
    connections,
    duration: ROUND_SECONDS,
    setupClient: (client) => client.setHeaders(callers[connectionCount++ % callers.length]),
  });
  const { statusCodeStats = {}, errors, requests, latency } = result;
  const unexpected = Object.keys(statusCodeStats).filter((code) => code !== status);
  if (unexpected.length > 0 || errors > 0)
    throw new Error(`${name} responded ${unexpected.join()}, and ${errors} calls got no response`);
  const after = await readUsage();
  return {
    perSecond: requests.total / result.duration,
    p99: latency.p99,
    reads: ((after.reads - before.reads) / requests.total) * 1000,
    processorUs: (after.processorUs - before.processorUs) / requests.total,
  };
}

/** Loads one contestant at a time. The first round is a warm-up. */
async function runRounds(contestants: readonly Contestant[]): Promise<Load[][]> {
  const { note } = createLineProgress('  api: ');
  const rounds: Load[][] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const loads: Load[] = [];
    for (const contestant of contestants) loads.push(await generateLoad(contestant));
    if (round > 0) rounds.push(loads);
    note(loads.map(({ perSecond }) => Math.round(perSecond)).join(' '));
  }
  return rounds;
}

function toFigures(names: readonly string[], rounds: readonly Load[][]): Figure[] {
  const getMedian = (select: (round: readonly Load[]) => number) =>
    percentile(rounds.map(select), 0.5);
  const getSpeed = (index: number) => (round: readonly Load[]) => round[index]?.perSecond ?? 0;
  const speeds = names.map((name, index): Figure => {
    const p99 = getMedian((round) => round[index]?.p99 ?? 0);
    const us = getMedian((round) => round[index]?.processorUs ?? 0);
    const details = `p99 ${p99.toFixed(0)} ms, ${us.toFixed(0)} µs of CPU each`;
    return { name, value: getMedian(getSpeed(index)), unit: 'a second', details };
  });
  const toRatioFigure = (dividend: number, divisor: number, atLeast: number): Figure => ({
    name: `${names[dividend] ?? ''} ÷ ${names[divisor] ?? ''}`,
    value: getMedian((round) => getSpeed(dividend)(round) / getSpeed(divisor)(round)),
    unit: '×',
    digits: 2,
    atLeast,
  });
  const getProcessorUs = (index: number) => (round: readonly Load[]) =>
    round[index]?.processorUs ?? 0;
  const [bare, single, cached, members, naive, far, sequential] = [0, 1, 2, 3, 4, 5, 6] as const;
  return [
    ...speeds,
    toRatioFigure(single, bare, MIN_RATIO_TO_BARE),
    {
      ...toRatioFigure(single, bare, MIN_RATIO_TO_BARE),
      name: 'bare node:http ÷ API, CPU time per reply',
      value: getMedian((round) => getProcessorUs(bare)(round) / getProcessorUs(single)(round)),
    },
    toRatioFigure(cached, bare, MIN_RATIO_TO_BARE),
    toRatioFigure(single, naive, MIN_RATIO_TO_NAIVE),
    toRatioFigure(members, naive, MIN_RATIO_TO_NAIVE),
    toRatioFigure(far, sequential, MIN_RATIO_TO_SEQUENTIAL),
    ...[far, sequential].map((index) => ({
      name: `${names[index] ?? ''}: documents read per 1,000 calls`,
      value: getMedian((round) => round[index]?.reads ?? 0),
      unit: 'reads',
    })),
  ];
}

const urlMessageSchema = z.tuple([z.object({ url: z.url() })], z.unknown());

const usageMessageSchema = z.tuple(
  [z.object({ reads: z.number(), processorUs: z.number() })],
  z.unknown(),
);

export async function serve(program: string, args: readonly string[]) {
  const child = fork(program, args, { execArgv: [] });
  const exit = once(child, 'exit').then(() => {
    throw new Error(`The server "${args.join(' ')}" exited`);
  });
  const message = await Promise.race([once(child, 'message'), exit]);
  exit.catch(() => undefined);
  return {
    url: urlMessageSchema.parse(message)[0].url,
    close: () => void child.kill(),
    async readUsage(): Promise<Usage> {
      const message = once(child, 'message');
      child.send('used');
      return usageMessageSchema.parse(await message)[0];
    },
  };
}

/** Median time (ms) from starting an API process to its first response with a member's list. */
async function measureColdStart(program: string, args: readonly string[], caller: Headers) {
  const times: number[] = [];
  while (times.length < COLD_START_COUNT) {
    const startedAt = performance.now();
    const server = await serve(program, args);
    const reply = await fetch(`${server.url}${SIGNALS_PATH}`, { headers: caller });
    await reply.arrayBuffer();
    times.push(performance.now() - startedAt);
    server.close();
  }
  const name = `cold start, median of ${COLD_START_COUNT}`;
  return { name, value: percentile(times, 0.5), unit: 'ms' };
}

async function measureOn({ offset, ports }: DedicatedSuite): Promise<Figure[]> {
  const file = inRoot('.local', String(offset), 'reply.json');
  const { members, caller, cached } = await prepare(ports, file);
  const program = await bundleTool('tools/src/bench/servers.ts');
  const args = [String(offset), PROJECT, file];
  const servers = [];
  for (const kind of ['bare', 'api', 'naive', 'far', 'sequential'])
    servers.push(await serve(program, [kind, ...args]));
  try {
    const [bare, apiServer, naive, far, sequential] = servers;
    if (!bare || !apiServer || !naive || !far || !sequential)
      throw new Error('A server is missing');
    const notModified = { callers: [cached], status: '304' } as const;
    const inFlight = { callers: members, status: '200', connections: MAX_IN_FLIGHT } as const;
    const contestants: Contestant[] = [
      { name: 'bare node:http', ...bare, callers: [caller], status: '200' },
      { name: 'API', ...apiServer, callers: [caller], status: '200' },
      { name: 'API, ETag known', ...apiServer, ...notModified },
      { name: `API, ${MEMBER_COUNT} members`, ...apiServer, callers: members, status: '200' },
      { name: 'naive', ...naive, callers: [caller], status: '200' },
      { name: `API, ${MAX_IN_FLIGHT} in flight, reads of 20 ms`, ...far, ...inFlight },
      {
        name: `sequential reads, ${MAX_IN_FLIGHT} in flight`,
        ...sequential,
        ...inFlight,
      },
    ];
    const names = contestants.map(({ name }) => name);
    const figures = toFigures(names, await runRounds(contestants));
    return [...figures, await measureColdStart(program, ['api', ...args], caller)];
  } finally {
    for (const server of servers) server.close();
  }
}

export const api: Section = {
  title: `GET ${SIGNALS_PATH} in requests per second of one process (autocannon), ${CONNECTION_COUNT} connections unless stated, medians of ${ROUNDS} alternating rounds. It is compared with the same bytes from bare node:http, with a naive handler that queries Firestore each time without checks, and with sequential reads of 20 ms each`,
  measure: (signal) => withSuite(signal, measureOn),
};
