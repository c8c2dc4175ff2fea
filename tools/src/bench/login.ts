import { randomBytes, randomUUID, scrypt } from 'node:crypto';
import { HASH_COST } from '@quantalgo/functions/platform/auth/passwords';
import { ACCOUNTS, createAccount, PASSWORD } from '../suite/accounts';
import { withSuite, type DedicatedSuite } from './browser';
import { type OwnApi, startOwnApi } from './ownApi';
import { type Figure, percentile, type Section } from './section';

const ROUNDS = 40;
const WARM_UP_ROUNDS = 5;
/** Time of a login apart from the password hash. */
const MAX_OTHER_MS = 250;

async function timeWork(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function logIn({ url }: OwnApi, email: string): Promise<void> {
  const reply = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  await reply.arrayBuffer();
  if (reply.status !== 200) throw new Error(`A login responded ${reply.status}`);
}

const hashPassword = () =>
  new Promise<void>((resolve, reject) => {
    const { n: N, r, p } = HASH_COST;
    const cost = { N, r, p, maxmem: 256 * N * r };
    scrypt(PASSWORD, randomBytes(16), 32, cost, (error) => (error ? reject(error) : resolve()));
  });

async function measureOn({ ports }: DedicatedSuite): Promise<Figure[]> {
  const api = await startOwnApi(ports);
  const [template] = ACCOUNTS;
  try {
    const uid = `bench-${randomUUID()}`;
    const email = `${uid}@example.test`;
    if (template) await createAccount(api, { ...template, uid, email }, Date.now());
    const [logins, hashes]: [number[], number[]] = [[], []];
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
      const pair = [await timeWork(() => logIn(api, email)), await timeWork(hashPassword)] as const;
      if (round < WARM_UP_ROUNDS) continue;
      logins.push(pair[0]);
      hashes.push(pair[1]);
    }
    const [login, hash] = [percentile(logins, 0.5), percentile(hashes, 0.5)];
    return [
      { name: 'a login', value: login, unit: 'ms' },
      { name: 'password hash alone', value: hash, unit: 'ms' },
      { name: 'rest of the login', value: login - hash, unit: 'ms', below: MAX_OTHER_MS },
    ];
  } finally {
    await api.close();
  }
}

export const login: Section = {
  title: `A login, and scrypt alone with the same parameters, ${ROUNDS} alternating runs each, medians`,
  measure: (signal) => withSuite(signal, measureOn),
};
