import { randomUUID } from 'node:crypto';
import { linesWith } from '../suite/command';
import { ACCOUNTS, createAccount, PASSWORD } from '../suite/accounts';
import { onSuite, type OwnSuite } from './browser';
import { type OwnApi, startOwnApi } from './ownApi';
import { type Figure, percentile, type Section } from './section';

const TIMES = 90;
/** Replies that aren't counted, while code and connections warm up. */
const UNCOUNTED = 6;
/** Maximum ratio between the response times for two kinds of address, in percent. */
const RATIO_BELOW = 125;

const registration = (email: string) => ({
  fullName: 'Ada Obi',
  email,
  phone: '+234 801 234 5678',
  country: 'Nigeria',
  password: PASSWORD,
});

/** The calls that anybody can make about any address. */
const CALLS = [
  ['register', '/auth/register', registration],
  ['confirm', '/auth/confirm-code', (email: string) => ({ email, confirmationCode: 'aaaaaaa' })],
  ['login', '/auth/login', (email: string) => ({ email, password: 'Wrong2026' })],
  ['forgot', '/auth/forgot-password', (email: string) => ({ email })],
  ['resend', '/auth/send-activation-email', (email: string) => ({ email })],
] as const;

/** Kinds of addresses: an account's, an unconfirmed registration's, and an unknown one. */
const KINDS = ['member', 'registered', 'unknown'] as const;
type Kind = (typeof KINDS)[number];

/** The response time of the API, in ms. */
async function answered({ url }: OwnApi, path: string, body: object): Promise<number> {
  const asked = performance.now();
  const reply = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await reply.arrayBuffer();
  const took = performance.now() - asked;
  if (reply.status >= 500 || reply.status === 429)
    throw new Error(`${path} answered ${reply.status}`);
  return took;
}

/** A fresh address of this kind, not used in any call before. */
async function addressOf(kind: Kind, api: OwnApi): Promise<string> {
  const uid = `bench-${randomUUID()}`;
  const email = `${uid}@example.test`;
  const [template] = ACCOUNTS;
  if (kind === 'member' && template) {
    const account = { ...template, uid, email };
    await createAccount(api, account, Date.now());
  }
  if (kind === 'registered') await answered(api, '/auth/register', registration(email));
  return email;
}

/** Creates all addresses of this kind before anything is measured. */
async function addressesOf(kind: Kind, api: OwnApi): Promise<string[]> {
  const addresses: string[] = [];
  while (addresses.length < UNCOUNTED + TIMES) addresses.push(await addressOf(kind, api));
  return addresses;
}

/** Rotates and reverses the order of the kinds by round, so that each takes every position and follows every other. */
function inTurn(round: number): readonly Kind[] {
  const turn = round % KINDS.length;
  const order = [...KINDS.slice(turn), ...KINDS.slice(0, turn)];
  return Math.floor(round / KINDS.length) % 2 === 0 ? order : order.reverse();
}

/** The response times of one call, for addresses of each kind in turn. */
async function timesOf(api: OwnApi, [, path, body]: (typeof CALLS)[number]) {
  const addresses = {
    member: await addressesOf('member', api),
    registered: await addressesOf('registered', api),
    unknown: await addressesOf('unknown', api),
  };
  const times: Record<Kind, number[]> = { member: [], registered: [], unknown: [] };
  for (let round = 0; round < UNCOUNTED + TIMES; round += 1) {
    for (const kind of inTurn(round)) {
      const took = await answered(api, path, body(addresses[kind][round] ?? ''));
      if (round >= UNCOUNTED) times[kind].push(took);
    }
  }
  return times;
}

function figuresOf(call: string, times: Record<Kind, number[]>): Figure[] {
  const median = (kind: Kind) => percentile(times[kind], 0.5);
  const apart = (kind: Kind): Figure => {
    const ratio = median(kind) / median('unknown');
    const name = `${call}: ${kind} and unknown, the longer by the shorter`;
    return { name, value: Math.max(ratio, 1 / ratio) * 100, unit: '%', below: RATIO_BELOW };
  };
  return [
    { name: `${call}: unknown`, value: median('unknown'), unit: 'ms' },
    apart('member'),
    apart('registered'),
  ];
}

async function measureOn({ ports }: OwnSuite): Promise<Figure[]> {
  const api = await startOwnApi(ports);
  const { note } = linesWith('  answers: ');
  try {
    const figures: Figure[] = [];
    for (const call of CALLS) {
      note(call[0]);
      figures.push(...figuresOf(call[0], await timesOf(api, call)));
    }
    return figures;
  } finally {
    await api.close();
  }
}

/** Whether response times reveal if an address is known. */
export const answers: Section = {
  title: `How long the API takes to answer about an address: a member's, a registered and an unknown one, ${TIMES} times each in turn, medians`,
  measure: (stopped) => onSuite(stopped, measureOn),
};
