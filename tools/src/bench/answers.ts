import { randomUUID } from 'node:crypto';
import { createLineProgress } from '../suite/command';
import { ACCOUNTS, createAccount, PASSWORD } from '../suite/accounts';
import { withSuite, type DedicatedSuite } from './browser';
import { type OwnApi, startOwnApi } from './ownApi';
import { type Figure, percentile, type Section } from './section';

const ROUNDS = 90;
/** Not counted, because code and connections are still cold. */
const WARM_UP_ROUNDS = 6;
const MAX_RATIO_PERCENT = 125;

const createRegistration = (email: string) => ({
  fullName: 'Ada Obi',
  email,
  phone: '+234 801 234 5678',
  country: 'Nigeria',
  password: PASSWORD,
});

const CALLS = [
  ['register', '/auth/register', createRegistration],
  ['confirm', '/auth/confirm-code', (email: string) => ({ email, confirmationCode: 'aaaaaaa' })],
  ['login', '/auth/login', (email: string) => ({ email, password: 'Wrong2026' })],
  ['forgot', '/auth/forgot-password', (email: string) => ({ email })],
  ['resend', '/auth/send-activation-email', (email: string) => ({ email })],
] as const;

const KINDS = ['member', 'registered', 'unknown'] as const;
type Kind = (typeof KINDS)[number];

async function timeCall({ url }: OwnApi, path: string, body: object): Promise<number> {
  const startedAt = performance.now();
  const reply = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await reply.arrayBuffer();
  const elapsed = performance.now() - startedAt;
  if (reply.status >= 500 || reply.status === 429)
    throw new Error(`${path} responded ${reply.status}`);
  return elapsed;
}

async function createAddress(kind: Kind, api: OwnApi): Promise<string> {
  const uid = `bench-${randomUUID()}`;
  const email = `${uid}@example.test`;
  const [template] = ACCOUNTS;
  if (kind === 'member' && template) {
    const account = { ...template, uid, email };
    await createAccount(api, account, Date.now());
  }
  if (kind === 'registered') await timeCall(api, '/auth/register', createRegistration(email));
  return email;
}

async function createAddresses(kind: Kind, api: OwnApi): Promise<string[]> {
  const addresses: string[] = [];
  while (addresses.length < WARM_UP_ROUNDS + ROUNDS) addresses.push(await createAddress(kind, api));
  return addresses;
}

/** Rotates and reverses the order each round, so that position and predecessor favour no kind. */
function orderKinds(round: number): readonly Kind[] {
  const turn = round % KINDS.length;
  const order = [...KINDS.slice(turn), ...KINDS.slice(0, turn)];
  return Math.floor(round / KINDS.length) % 2 === 0 ? order : order.reverse();
}

async function timeByKind(api: OwnApi, [, path, body]: (typeof CALLS)[number]) {
  const addresses = {
    member: await createAddresses('member', api),
    registered: await createAddresses('registered', api),
    unknown: await createAddresses('unknown', api),
  };
  const times: Record<Kind, number[]> = { member: [], registered: [], unknown: [] };
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    for (const kind of orderKinds(round)) {
      const elapsed = await timeCall(api, path, body(addresses[kind][round] ?? ''));
      if (round >= WARM_UP_ROUNDS) times[kind].push(elapsed);
    }
  }
  return times;
}

function toFigures(call: string, times: Record<Kind, number[]>): Figure[] {
  const median = (kind: Kind) => percentile(times[kind], 0.5);
  const compare = (kind: Kind): Figure => {
    const ratio = median(kind) / median('unknown');
    const name = `${call}: ${kind} and unknown, longer ÷ shorter`;
    return { name, value: Math.max(ratio, 1 / ratio) * 100, unit: '%', below: MAX_RATIO_PERCENT };
  };
  return [
    { name: `${call}: unknown`, value: median('unknown'), unit: 'ms' },
    compare('member'),
    compare('registered'),
  ];
}

async function measureOn({ ports }: DedicatedSuite): Promise<Figure[]> {
  const api = await startOwnApi(ports);
  const { note } = createLineProgress('  answers: ');
  try {
    const figures: Figure[] = [];
    for (const call of CALLS) {
      note(call[0]);
      figures.push(...toFigures(call[0], await timeByKind(api, call)));
    }
    return figures;
  } finally {
    await api.close();
  }
}

export const answers: Section = {
  title: `API response times for a member’s, a registered and an unknown address, ${ROUNDS} alternating requests each, medians`,
  measure: (signal) => withSuite(signal, measureOn),
};
