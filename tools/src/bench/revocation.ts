import { randomUUID } from 'node:crypto';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { envelopeSchema } from '@quantalgo/contracts/core/endpoint';
import { proofPath } from '@quantalgo/contracts/submissions/submission';
import { bucketOf } from '@quantalgo/functions/platform/core/firebase';
import * as z from 'zod/mini';
import { ACCOUNTS, createAccount, PASSWORD } from '../suite/accounts';
import { addressesOf, emulatorEnvironment } from '../suite/environment';
import { onSuite, type OwnSuite } from './browser';
import { type Figure, percentile, type Section } from './section';

const TIMES = 20;
/** Sessions ended first, uncounted: the emulator needs seconds to start a process for each concurrent call. */
const UNCOUNTED = 4;
/** Maximum time (ms) that a session keeps working after its member ends it. */
const REFUSED_BELOW_MS = 1000;

const json = { 'content-type': 'application/json' };

async function post(url: string, body: object): Promise<unknown> {
  const reply = await fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}`);
  return reply.json();
}

/** Logs in as a browser does; returns the session's ID token. */
export async function idTokenOf({ site, ports }: OwnSuite, email: string): Promise<string> {
  const { data } = envelopeSchema.parse(
    await post(`${site}/auth/login`, { email, password: PASSWORD }),
  );
  const { customToken } = sessionSchema.parse(data);
  const exchange = `${addressesOf(ports).auth}/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=demo`;
  const tokens = await post(exchange, { token: customToken, returnSecureToken: true });
  return z.object({ idToken: z.string() }).parse(tokens).idToken;
}

/** Creates a member with a stored file. */
async function newMember({ auth, database, ports }: OwnSuite, bucket: string) {
  const [template] = ACCOUNTS;
  if (!template) throw new Error('No account is seeded');
  const uid = `bench-${randomUUID()}`;
  const email = `${uid}@example.test`;
  await createAccount({ auth, database }, { ...template, uid, email }, Date.now());
  const file = proofPath(uid, randomUUID());
  await bucketOf(auth.app, bucket).file(file).save('a proof', { resumable: false });
  const { firestore, storage } = addressesOf(ports);
  return {
    uid,
    email,
    firestore,
    stored: `${storage}/v0/b/${bucket}/o/${encodeURIComponent(file)}`,
  };
}

/** Ends a session from another one; returns the time (ms) from there until each service refuses it. */
async function endOne(suite: OwnSuite): Promise<Record<string, number>> {
  const { GCLOUD_PROJECT, STORAGE_BUCKET } = emulatorEnvironment(suite.ports);
  const { uid, email, firestore, stored } = await newMember(suite, STORAGE_BUCKET);
  const documents = `${firestore}/v1/projects/${GCLOUD_PROJECT}/databases/(default)/documents`;
  const doors = {
    'the API': `${suite.site}/auth/me`,
    Firestore: `${documents}/users/${uid}`,
    Storage: stored,
  };
  const [ended, own] = [await idTokenOf(suite, email), await idTokenOf(suite, email)];
  const isOpen = async (url: string) =>
    (await fetch(url, { headers: { authorization: `Bearer ${ended}` } })).ok;
  for (const [name, url] of Object.entries(doors))
    if (!(await isOpen(url))) throw new Error(`${name} is closed to a session that goes on`);
  const began = performance.now();
  const refusal = async ([name, url]: readonly [string, string]) => {
    while (await isOpen(url));
    return [name, performance.now() - began] as const;
  };
  const ending = fetch(`${suite.site}/api/account/devices`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${own}` },
  });
  const times = await Promise.all(Object.entries(doors).map(refusal));
  await ending;
  return Object.fromEntries(times);
}

async function measureOn(suite: OwnSuite): Promise<Figure[]> {
  const rounds: Record<string, number>[] = [];
  for (let round = 0; round < UNCOUNTED; round += 1) await endOne(suite);
  for (let round = 0; round < TIMES; round += 1) rounds.push(await endOne(suite));
  return Object.keys(rounds[0] ?? {}).flatMap((name) => {
    const times = rounds.map((round) => round[name] ?? Infinity);
    return [
      { name: `${name}, median`, value: percentile(times, 0.5), unit: 'ms' },
      { name: `${name}, most`, value: percentile(times, 1), unit: 'ms', below: REFUSED_BELOW_MS },
    ];
  });
}

/** How long a session still works after its member ended it elsewhere. */
export const revocation: Section = {
  title: `From the call that ends a session until it is refused, asked without a pause, ${TIMES} times`,
  measure: (stopped) => onSuite(stopped, measureOn),
};
