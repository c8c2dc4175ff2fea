import { writeFileSync } from 'node:fs';
import { sessionSchema } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { linesWith } from '../suite/command';
import { ACCOUNTS, createAccount, PASSWORD } from '../suite/accounts';
import { onOwnSuite } from '../suite/suite';
import { type Offset, portsAt } from '../suite/ports';
import { inRoot } from '../system/root';
import { addOlderSignals } from './olderSignals';
import { type OwnApi, startOwnApi } from './ownApi';
import { percentile } from './percentile';
import { openProcesses, type Load, type Processes, type Served } from './requests/processes';
import { type Figure, type Section } from './section';

const PROJECT = 'demo-bench-api';
const PATH = '/api/signals';
const SIGNALS = 300;
const MEMBERS = 100;
/** Callers at a time: each asks again as soon as it is answered, as hundreds do who each poll every two seconds. */
const CONNECTIONS = 500;
const ROUNDS = 7;
const WARM_MS = 700;
/** What it must reach of a bare server's requests per second, and of a naive handler's. */
const OF_BARE = 0.5;
const OF_NAIVE = 10;
const COUNTED_MS = 2500;

/** Tokens of members who receive all signals, each signed in. */
async function tokensOf(api: OwnApi): Promise<string[]> {
  const template = ACCOUNTS.find(({ tier }) => tier === 'essential');
  if (!template) throw new Error('No account is sown that receives all signals');
  const replySchema = z.object({ data: sessionSchema });
  const tokens: string[] = [];
  while (tokens.length < MEMBERS) {
    const uid = `bench-api-${tokens.length}`;
    const email = `${uid}@example.test`;
    await createAccount(api, { ...template, uid, email }, Date.now());
    const reply = await fetch(`${api.url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    tokens.push(replySchema.parse(await reply.json()).data.token);
  }
  return tokens;
}

/** Fills the database, and keeps one reply in a file. */
async function prepare(offset: Offset, file: string) {
  const api = await startOwnApi(portsAt(offset), { project: PROJECT });
  try {
    await addOlderSignals(api.database, SIGNALS);
    const tokens = await tokensOf(api);
    const headers = { authorization: `Bearer ${tokens[0]}` };
    const reply = await fetch(`${api.url}${PATH}`, { headers });
    const { date, connection, 'keep-alive': kept, ...own } = Object.fromEntries(reply.headers);
    writeFileSync(file, JSON.stringify({ headers: own, body: await reply.text() }));
    return { tokens, etag: reply.headers.get('etag') ?? '' };
  } finally {
    await api.close();
  }
}

/** A request as it goes over the wire. */
const requestOf = (headers: Record<string, string>): string => {
  const lines = Object.entries({ host: '127.0.0.1', ...headers });
  return `GET ${PATH} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
};

interface Contestant {
  readonly name: string;
  readonly server: Served;
  readonly requests: readonly string[];
  readonly status: '200' | '304';
}

/** What each contestant did in a round, in their order. */
type Round = readonly Load[];

async function loadOf(
  processes: Processes,
  { name, server, requests, status }: Contestant,
): Promise<Load> {
  const port = Number(new URL(server.url).port);
  const how = { connections: CONNECTIONS, warmMs: WARM_MS, ms: COUNTED_MS };
  const done = await processes.load({ port, ...how, requests: [...requests] });
  const wrong = Object.keys(done.statuses).filter((one) => one !== status);
  if (wrong.length > 0) throw new Error(`${name} answered ${wrong.join()}`);
  return done;
}

/** Each is loaded once in a round, alone. The first round, in which code and connections are warmed up, is not counted. */
async function roundsOf(processes: Processes, contestants: readonly Contestant[]) {
  const { note } = linesWith('  api: ');
  const rounds: Round[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const loads: Load[] = [];
    for (const contestant of contestants) loads.push(await loadOf(processes, contestant));
    if (round > 0) rounds.push(loads);
    note(loads.map(({ perSecond }) => Math.round(perSecond)).join(' '));
  }
  return rounds;
}

function figuresOf(names: readonly string[], rounds: readonly Round[]): Figure[] {
  const median = (of: (round: Round) => number) => percentile(rounds.map(of), 0.5);
  const speed = (index: number) => (round: Round) => round[index]?.perSecond ?? 0;
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

async function measureOn(offset: Offset): Promise<Figure[]> {
  const file = inRoot('.local', String(offset), 'reply.json');
  const { tokens, etag } = await prepare(offset, file);
  const processes = await openProcesses();
  const servers: Served[] = [];
  const serve = async (kind: string) => {
    const server = await processes.serve(kind, String(offset), PROJECT, file);
    servers.push(server);
    return server;
  };
  try {
    const [bare, own, naive] = [await serve('bare'), await serve('api'), await serve('naive')];
    const requests = tokens.map((token) => requestOf({ authorization: `Bearer ${token}` }));
    const one = requests.slice(0, 1);
    const known = { authorization: `Bearer ${tokens[0] ?? ''}`, 'if-none-match': etag };
    const contestants: Contestant[] = [
      { name: 'bare node:http', server: bare, requests: one, status: '200' },
      { name: 'API', server: own, requests: one, status: '200' },
      { name: 'API, ETag known', server: own, requests: [requestOf(known)], status: '304' },
      { name: `API, ${MEMBERS} members`, server: own, requests, status: '200' },
      { name: 'naive', server: naive, requests: one, status: '200' },
    ];
    const names = contestants.map(({ name }) => name);
    return figuresOf(names, await roundsOf(processes, contestants));
  } finally {
    for (const server of servers) server.close();
  }
}

/** How many calls of the list one process answers. */
export const api: Section = {
  title: `GET ${PATH}, requests per second of one process: the API, the same bytes from a bare node:http server, and a handler without any check that queries Firestore each time; ${CONNECTIONS} connections, ${ROUNDS} rounds in turn, medians`,
  measure: (stopped) => onOwnSuite(stopped, measureOn, { site: false }),
};
