import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { envelopeSchema } from '@quantalgo/contracts/core/endpoint';
import { listedPushSchema, pushDeviceSchema } from '@quantalgo/contracts/push/push';
import { apiSignalSchema } from '@quantalgo/contracts/signals/apiSignal';
import * as z from 'zod/mini';

/** The account of a member of our own, kept for this. */
export interface Canary {
  readonly email: string;
  readonly password: string;
}

/** A site that was just deployed, and the platform's interfaces that its pages use. */
export interface SmokePlace {
  readonly project: string;
  readonly site: string;
  readonly bucket: string;
  readonly firestore: string;
  readonly storage: string;
  /** Null before the first deployment, as nobody can have signed up. */
  readonly canary: Canary | null;
  readonly pause: (seconds: number) => Promise<unknown>;
}

/** A deployed project, at Google's own addresses. */
export const productionPlace = (
  facts: Pick<SmokePlace, 'project' | 'site' | 'bucket' | 'canary'>,
): SmokePlace => ({
  ...facts,
  firestore: 'https://firestore.googleapis.com',
  storage: 'https://firebasestorage.googleapis.com',
  pause: (seconds) => wait(seconds * 1000),
});

/** What a check found wrong, for whoever deploys. */
class Failure extends Error {}

/** What didn't happen while it was polled for. */
class TooLate extends Failure {}

const REPLY_TIMEOUT_MS = 30_000;
const RETRY_SECONDS = 3;
const TRIES = 3;
const POLL_SECONDS = 2;
/** An event may have to start an instance first. */
const MAX_POLLS = 45;

interface CallOptions {
  readonly method?: string;
  readonly token?: string;
  readonly body?: object;
  readonly key?: string;
}

const call = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, signal: AbortSignal.timeout(REPLY_TIMEOUT_MS), redirect: 'manual' });

/** A call of the API in its envelope. */
async function callApi(
  { site }: SmokePlace,
  path: string,
  { method, token, body, key }: CallOptions = {},
) {
  const reply = await call(`${site}${path}`, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const envelope = envelopeSchema.safeParse(await reply.json().catch(() => null));
  if (!envelope.success) throw new Failure(`${path} answers ${reply.status}, not as the API does`);
  return { status: reply.status, ...envelope.data };
}

/** @throws Failure unless the API answers 200 with such data */
async function ask<T>(
  place: SmokePlace,
  path: string,
  form: z.ZodMiniType<T>,
  options?: CallOptions,
): Promise<T> {
  const { status, error, data } = await callApi(place, path, options);
  if (status !== 200) throw new Failure(`${path} answers ${status}: ${error ?? 'no reason'}`);
  const parsed = form.safeParse(data);
  if (!parsed.success) throw new Failure(`${path} answers in another form`);
  return parsed.data;
}

/** Polls until something holds; false if it doesn't in time. */
async function until({ pause }: SmokePlace, holds: () => Promise<boolean>): Promise<boolean> {
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    if (await holds()) return true;
    await pause(POLL_SECONDS);
  }
  return false;
}

const typeOf = ({ headers }: Response): string => headers.get('content-type') ?? '';

/** The pages, and by the CDN all scripts and styles that they name. */
async function checkPages({ site }: SmokePlace): Promise<void> {
  const assets = new Set<string>();
  for (const path of ['/', '/login', '/dashboard']) {
    const reply = await call(`${site}${path}`);
    if (reply.status !== 200 || !typeOf(reply).startsWith('text/html'))
      throw new Failure(`${path} answers ${reply.status} ${typeOf(reply)}, not a page`);
    const html = await reply.text();
    const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)];
    if (named.length === 0) throw new Failure(`${path} names neither scripts nor styles`);
    for (const [, asset] of named) assets.add(asset ?? '');
  }
  for (const asset of assets) {
    const reply = await call(`${site}${asset}`);
    await reply.arrayBuffer();
    const isRight = reply.status === 200 && /javascript|css/.test(typeOf(reply));
    if (!isRight) throw new Failure(`${asset} answers ${reply.status} ${typeOf(reply)}`);
    if (!reply.headers.get('cache-control')?.includes('immutable'))
      throw new Failure(`${asset} may not be kept by the CDN`);
  }
}

async function checkCountdown(place: SmokePlace): Promise<void> {
  await ask(place, '/countdown', z.object({ endsAt: z.iso.datetime() }));
}

const NOTE = /^\S+\n\d+\n\S+\n/;

/** The signed log; a site without an entry yet answers 404 as the API does. */
async function checkLedger({ site }: SmokePlace): Promise<void> {
  const reply = await call(`${site}/ledger/checkpoint`);
  const text = await reply.text();
  const isEmpty = reply.status === 404 && typeOf(reply).includes('json');
  if (!isEmpty && !(reply.status === 200 && NOTE.test(text)))
    throw new Failure(`/ledger/checkpoint answers ${reply.status}, no signed checkpoint`);
}

/** The API's own limits, or a demanded challenge: strangers may use the canary's up, which is no fault of a deployment. */
const TOO_MANY = 429;

/** Signing up with the canary's address answers like any sign-up, and mails the canary that there is an account. */
async function checkSignUp(place: SmokePlace, { email, password }: Canary): Promise<void> {
  const body = {
    email,
    password,
    fullName: 'Canary',
    phone: '+234 801 234 5678',
    country: 'Nigeria',
  };
  const { status, error } = await callApi(place, '/auth/register', { body });
  if (status !== 200 && status !== TOO_MANY)
    throw new Failure(`/auth/register answers ${status}: ${error ?? 'no reason'}`);
}

interface Member {
  readonly token: string;
  readonly uid: string;
}

/** @returns null where too many have tried the canary's password */
async function signIn(place: SmokePlace, body: Canary): Promise<Member | null> {
  const { status, error, data } = await callApi(place, '/auth/login', { body });
  if (status === TOO_MANY) return null;
  const session = sessionSchema.safeParse(data);
  if (!session.success) throw new Failure(`/auth/login answers ${status}: ${error ?? 'no reason'}`);
  const { token, user } = session.data;
  await ask(place, '/auth/me', z.unknown(), { token });
  return { token, uid: user.id };
}

const documentUrl = ({ firestore, project }: SmokePlace, path: string): string =>
  `${firestore}/v1/projects/${project}/databases/(default)/documents/${path}`;

/** Signals by the API, and the heartbeat that the app listens to: 404 where no slot has passed yet. */
async function checkSignals(place: SmokePlace, { token }: Member): Promise<void> {
  await ask(place, '/api/signals?limit=1', z.array(apiSignalSchema), { token });
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await call(documentUrl(place, 'status/heartbeat'), { headers });
  if (status !== 200 && status !== 404)
    throw new Failure(`Firestore answers ${status} to reading status/heartbeat`);
}

/** A subscription that no browser has: its push service answers that it is gone, after which it is deleted. */
function createSubscription() {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/smoke-${randomUUID()}`,
    keys: {
      p256dh: keys.getPublicKey().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  };
}

/** From the API through queue, event and sender to the push service and back. */
async function checkPush(place: SmokePlace, { token }: Member): Promise<void> {
  const body = { subscription: createSubscription(), zone: 'UTC' };
  const path = '/api/push/subscriptions';
  const { id } = await ask(place, path, pushDeviceSchema, { token, body });
  await ask(place, `${path}/${id}/test`, z.unknown(), { token, method: 'POST' });
  const isGone = async () =>
    !(await ask(place, path, z.array(listedPushSchema), { token })).some((one) => one.id === id);
  if (await until(place, isGone)) return;
  await callApi(place, `${path}/${id}`, { token, method: 'DELETE' });
  throw new TooLate('A test push did not reach its push service');
}

const stateSchema = z.object({
  fields: z.object({ state: z.object({ stringValue: z.string() }) }),
});

/** Uploads a file as the SDK of the app does, which names its type in the metadata beside it. */
function upload(
  { storage, bucket }: SmokePlace,
  token: string,
  path: string,
  file: string,
): Promise<Response> {
  const edge = randomUUID();
  const metadata = JSON.stringify({ name: path, contentType: 'image/png' });
  const parts = [
    `--${edge}\r\ncontent-type: application/json\r\n\r\n${metadata}`,
    `--${edge}\r\ncontent-type: image/png\r\n\r\n${file}`,
    `--${edge}--`,
  ];
  return call(`${storage}/v0/b/${bucket}/o?name=${encodeURIComponent(path)}`, {
    method: 'POST',
    headers: {
      authorization: `Firebase ${token}`,
      'content-type': `multipart/related; boundary=${edge}`,
      'x-goog-upload-protocol': 'multipart',
    },
    body: parts.join('\r\n'),
  });
}

/** A file that is no picture goes the whole way of a proof, and is rejected by its inspection: staff never see it. */
async function checkProof(place: SmokePlace, { token }: Member): Promise<void> {
  const proofId = randomUUID();
  const file = 'smoke test of a deployment';
  const announced = { kind: 'proof', type: 'image/png', size: file.length };
  const leave = z.object({ path: z.string() });
  const { path } = await ask(place, '/api/uploads', leave, {
    token,
    body: announced,
    key: proofId,
  });
  const stored = await upload(place, token, path, file);
  if (!stored.ok) throw new Failure(`Storage answers ${stored.status} to an announced upload`);
  const proof = { proofId, traderId: 'SMOKE' };
  await ask(place, '/api/proofs', z.unknown(), { token, body: proof, key: randomUUID() });
  const isInspected = async () => {
    const authorization = { authorization: `Bearer ${token}` };
    const reply = await call(documentUrl(place, `proofs/${proofId}`), { headers: authorization });
    const state = stateSchema.safeParse(await reply.json().catch(() => null));
    return state.data?.fields.state.stringValue === 'rejected';
  };
  if (!(await until(place, isInspected))) throw new TooLate('A proof was not inspected');
}

/** Repeats a check that failed at once: an instance may have to start, and the CDN to learn of a release. */
async function check<T>({ pause }: SmokePlace, run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries === TRIES || error instanceof TooLate) throw error;
      await pause(RETRY_SECONDS);
    }
  }
}

async function runChecks(place: SmokePlace, say: (line: string) => void): Promise<void> {
  const passes = async <T>(says: string, run: () => Promise<T>): Promise<T> => {
    const result = await check(place, run);
    say(`  ✓ ${says}`);
    return result;
  };
  await passes('pages, and their files from the CDN', () => checkPages(place));
  await passes('countdown', () => checkCountdown(place));
  await passes('signed ledger', () => checkLedger(place));
  const { canary } = place;
  if (canary === null) {
    say('  – no canary yet: sign-up, sign-in, signals, push and proof are not tried');
    return;
  }
  await passes('sign-up', () => checkSignUp(place, canary));
  const member = await passes('sign-in', () => signIn(place, canary));
  if (member === null) {
    say('  – too many tries of the canary’s password: signals, push and proof are not tried');
    return;
  }
  await passes('signals', () => checkSignals(place, member));
  await passes('push', () => checkPush(place, member));
  await passes('proof', () => checkProof(place, member));
  await callApi(place, '/auth/logout', { token: member.token, method: 'POST' });
}

/**
 * Uses a site as members do, right after it was deployed.
 * @returns what failed, in a sentence; null if nothing did
 */
export async function smokeTest(
  place: SmokePlace,
  say: (line: string) => void,
): Promise<string | null> {
  try {
    await runChecks(place, say);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
