import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { sessionSchema } from '@quantalgo/contracts';
import autocannon from 'autocannon';
import * as z from 'zod/mini';
import { bundled } from '../build/functions';
import { linesWith } from '../suite/command';
import { addOlderSignals } from '../../test/fixtures/signals';
import { ACCOUNTS, createAccount, PASSWORD } from '../suite/accounts';
import { type Ports } from '../suite/ports';
import { inRoot } from '../system/root';
import { onSuite, type OwnSuite } from './browser';
import { type OwnApi, startOwnApi } from './ownApi';
import { type Figure, percentile, type Section } from './section';

const PROJECT = 'demo-bench-api';
const PATH = '/api/signals';
const SIGNALS = 300;
const MEMBERS = 100;
/** Callers at a time: each asks again as soon as it is answered, as hundreds do who each poll every two seconds. */
const CONNECTIONS = 500;
const ROUNDS = 7;
const COUNTED_S = 5;
/** What it must reach of a bare server's requests per second, and of a naive handler's. */
const OF_BARE = 0.5;
const OF_NAIVE = 10;

type Headers = Record<string, string>;

/** Headers of members who receive all signals, each signed in. */
async function membersOf(api: OwnApi): Promise<Headers[]> {
  const template = ACCOUNTS.find(({ tier }) => tier === 'essential');
  if (!template) throw new Error('No account is seeded that receives all signals');
  const replySchema = z.object({ data: sessionSchema });
  const members: Headers[] = [];
  while (members.length < MEMBERS) {
    const uid = `bench-api-${members.length}`;
    const email = `${uid}@example.test`;
    await createAccount(api, { ...template, uid, email }, Date.now());
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

/** Fills the database, and writes one reply to a file. */
async function prepare(ports: Ports, file: string) {
  const api = await startOwnApi(ports, { project: PROJECT });
  try {
    await addOlderSignals(api.database, SIGNALS);
    const members = await membersOf(api);
    const one = members[0] ?? {};
    const reply = await fetch(`${api.url}${PATH}`, { headers: one });
    const { date, connection, 'keep-alive': kept, ...own } = Object.fromEntries(reply.headers);
    writeFileSync(file, JSON.stringify({ headers: own, body: await reply.text() }));
    return { members, one, known: { ...one, 'if-none-match': reply.headers.get('etag') ?? '' } };
  } finally {
    await api.close();
  }
}

interface Contestant {
  readonly name: string;
  readonly url: string;
  /** Headers of the callers; the connections take them in turn. */
  readonly callers: readonly Headers[];
  readonly status: '200' | '304';
}

interface Load {
  readonly perSecond: number;
  /** Of a hundred answers, the slowest but one took so long, ms. */
  readonly p99: number;
}

/** A load of requests by autocannon. @throws Error where anything else is answered than was expected */
async function loadOf({ name, url, callers, status }: Contestant): Promise<Load> {
  let connected = 0;
  const result = await autocannon({
    url: `${url}${PATH}`,
    connections: CONNECTIONS,
    duration: COUNTED_S,
    setupClient: (client) => client.setHeaders(callers[connected++ % callers.length]),
  });
  const { statusCodeStats = {}, errors, requests, latency } = result;
  const wrong = Object.keys(statusCodeStats).filter((one) => one !== status);
  if (wrong.length > 0 || errors > 0)
    throw new Error(`${name} answered ${wrong.join()}, and ${errors} calls not at all`);
  return { perSecond: requests.total / result.duration, p99: latency.p99 };
}

/** Each is loaded once in a round, alone. The first round, in which code and connections are warmed up, is not counted. */
async function roundsOf(contestants: readonly Contestant[]): Promise<Load[][]> {
  const { note } = linesWith('  api: ');
  const rounds: Load[][] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const loads: Load[] = [];
    for (const contestant of contestants) loads.push(await loadOf(contestant));
    if (round > 0) rounds.push(loads);
    note(loads.map(({ perSecond }) => Math.round(perSecond)).join(' '));
  }
  return rounds;
}

function figuresOf(names: readonly string[], rounds: readonly Load[][]): Figure[] {
  const median = (of: (round: readonly Load[]) => number) => percentile(rounds.map(of), 0.5);
  const speed = (index: number) => (round: readonly Load[]) => round[index]?.perSecond ?? 0;
  const speeds = names.map((name, index): Figure => {
    const p99 = median((round) => round[index]?.p99 ?? 0);
    const value = median(speed(index));
    return { name, value, unit: 'a second', beside: `p99 ${p99.toFixed(0)} ms` };
  });
  const ratio = (one: number, other: number, atLeast: number): Figure => ({
    name: `${names[one] ?? ''} ÷ ${names[other] ?? ''}`,
    value: median((round) => speed(one)(round) / speed(other)(round)),
    unit: '×',
    digits: 2,
    atLeast,
  });
  const [bare, one, known, members, naive] = [0, 1, 2, 3, 4] as const;
  return [
    ...speeds,
    ratio(one, bare, OF_BARE),
    ratio(known, bare, OF_BARE),
    ratio(one, naive, OF_NAIVE),
    ratio(members, naive, OF_NAIVE),
  ];
}

const saidSchema = z.tuple([z.object({ url: z.url() })], z.unknown());

/** Starts one of the servers in a process of its own; gives its address. */
async function serve(program: string, args: readonly string[]) {
  const child = fork(program, args, { execArgv: [] });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The server "${args.join(' ')}" ended`);
  });
  const said = await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => undefined);
  return { url: saidSchema.parse(said)[0].url, close: () => void child.kill() };
}

async function measureOn({ offset, ports }: OwnSuite): Promise<Figure[]> {
  const file = inRoot('.local', String(offset), 'reply.json');
  const { members, one, known } = await prepare(ports, file);
  const program = await bundled('tools/src/bench/servers.ts');
  const servers = [];
  for (const kind of ['bare', 'api', 'naive'])
    servers.push(await serve(program, [kind, String(offset), PROJECT, file]));
  try {
    const [bare = '', own = '', naive = ''] = servers.map(({ url }) => url);
    const contestants: Contestant[] = [
      { name: 'bare node:http', url: bare, callers: [one], status: '200' },
      { name: 'API', url: own, callers: [one], status: '200' },
      { name: 'API, ETag known', url: own, callers: [known], status: '304' },
      { name: `API, ${MEMBERS} members`, url: own, callers: members, status: '200' },
      { name: 'naive', url: naive, callers: [one], status: '200' },
    ];
    const names = contestants.map(({ name }) => name);
    return figuresOf(names, await roundsOf(contestants));
  } finally {
    for (const server of servers) server.close();
  }
}

/** How many calls of the list one process answers. */
export const api: Section = {
  title: `GET ${PATH}, requests per second of one process as autocannon counts them: the API, the same bytes from a bare node:http server, and a handler without any check that queries Firestore each time; ${CONNECTIONS} connections, ${ROUNDS} rounds in turn, medians`,
  measure: (stopped) => onSuite(stopped, measureOn),
};
