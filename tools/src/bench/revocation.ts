import { randomUUID } from 'node:crypto';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { envelopeSchema } from '@quantalgo/contracts/core/endpoint';
import { proofPath } from '@quantalgo/contracts/submissions/submission';
import { openBucket } from '@quantalgo/functions/platform/core/firebase';
import * as z from 'zod/mini';
import { ACCOUNTS, createAccount, PASSWORD } from '../suite/accounts';
import { getSuiteAddresses, buildEmulatorEnvironment } from '../suite/environment';
import { withSuite, type DedicatedSuite } from './browser';
import { type Figure, percentile, type Section } from './section';

const ROUNDS = 20;
/** Not counted, because the emulator takes seconds to start a process for each concurrent call. */
const WARM_UP_ROUNDS = 4;
const MAX_REFUSAL_MS = 1000;

const JSON_HEADERS = { 'content-type': 'application/json' };

async function post(url: string, body: object): Promise<unknown> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: JSON_HEADERS,
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${url} responded ${reply.status}`);
  return reply.json();
}

/** Logs in like a browser. Returns the session's ID token. */
export async function fetchIdToken(
  { site, ports }: DedicatedSuite,
  email: string,
): Promise<string> {
  const { data } = envelopeSchema.parse(
    await post(`${site}/auth/login`, { email, password: PASSWORD }),
  );
  const { customToken } = sessionSchema.parse(data);
  const exchange = `${getSuiteAddresses(ports).auth}/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=demo`;
  const tokens = await post(exchange, { token: customToken, returnSecureToken: true });
  return z.object({ idToken: z.string() }).parse(tokens).idToken;
}

async function createMember({ auth, database, ports }: DedicatedSuite, bucket: string) {
  const [template] = ACCOUNTS;
  if (!template) throw new Error('There is no seeded account');
  const uid = `bench-${randomUUID()}`;
  const email = `${uid}@example.test`;
  await createAccount({ auth, database }, { ...template, uid, email }, Date.now());
  const file = proofPath(uid, randomUUID());
  await openBucket(auth.app, bucket).file(file).save('a proof', { resumable: false });
  const { firestore, storage } = getSuiteAddresses(ports);
  return {
    uid,
    email,
    firestore,
    fileUrl: `${storage}/v0/b/${bucket}/o/${encodeURIComponent(file)}`,
  };
}

/** Ends a session from another one. Returns the ms until each service refuses the ended session. */
async function measureEnding(suite: DedicatedSuite): Promise<Record<string, number>> {
  const { GCLOUD_PROJECT, STORAGE_BUCKET } = buildEmulatorEnvironment(suite.ports);
  const { uid, email, firestore, fileUrl } = await createMember(suite, STORAGE_BUCKET);
  const documents = `${firestore}/v1/projects/${GCLOUD_PROJECT}/databases/(default)/documents`;
  const services = {
    'the API': `${suite.site}/auth/me`,
    Firestore: `${documents}/users/${uid}`,
    Storage: fileUrl,
  };
  const [endedToken, ownToken] = [
    await fetchIdToken(suite, email),
    await fetchIdToken(suite, email),
  ];
  const isOpen = async (url: string) =>
    (await fetch(url, { headers: { authorization: `Bearer ${endedToken}` } })).ok;
  for (const [name, url] of Object.entries(services))
    if (!(await isOpen(url))) throw new Error(`${name} refuses an open session`);
  const startedAt = performance.now();
  const timeRefusal = async ([name, url]: readonly [string, string]) => {
    while (await isOpen(url));
    return [name, performance.now() - startedAt] as const;
  };
  const deletion = fetch(`${suite.site}/api/account/devices`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${ownToken}` },
  });
  const times = await Promise.all(Object.entries(services).map(timeRefusal));
  await deletion;
  return Object.fromEntries(times);
}

async function measureOn(suite: DedicatedSuite): Promise<Figure[]> {
  const rounds: Record<string, number>[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await measureEnding(suite);
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureEnding(suite));
  return Object.keys(rounds[0] ?? {}).flatMap((name) => {
    const times = rounds.map((round) => round[name] ?? Infinity);
    return [
      { name: `${name}, median`, value: percentile(times, 0.5), unit: 'ms' },
      { name: `${name}, maximum`, value: percentile(times, 1), unit: 'ms', below: MAX_REFUSAL_MS },
    ];
  });
}

export const revocation: Section = {
  title: `From the call that ends a session to the first refusal, polled continuously, ${ROUNDS} times`,
  measure: (signal) => withSuite(signal, measureOn),
};
