import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { envelopeSchema, TOO_MANY_REQUESTS_STATUS } from '@quantalgo/contracts/core/endpoint';
import { listedPushSchema, pushDeviceSchema } from '@quantalgo/contracts/push/push';
import { apiSignalSchema } from '@quantalgo/contracts/signals/apiSignal';
import * as z from 'zod/mini';

/** A member account that only the smoke test uses. */
export interface Canary {
  readonly email: string;
  readonly password: string;
}

export interface SmokeTarget {
  readonly project: string;
  readonly site: string;
  readonly bucket: string;
  readonly firestore: string;
  readonly storage: string;
  /** Null before the first deployment, when no account exists yet. */
  readonly canary: Canary | null;
  readonly pause: (seconds: number) => Promise<unknown>;
}

export const createProductionTarget = (
  facts: Pick<SmokeTarget, 'project' | 'site' | 'bucket' | 'canary'>,
): SmokeTarget => ({
  ...facts,
  firestore: 'https://firestore.googleapis.com',
  storage: 'https://firebasestorage.googleapis.com',
  pause: (seconds) => wait(seconds * 1000),
});

class CheckFailure extends Error {}

class PollTimeout extends CheckFailure {}

const REPLY_TIMEOUT_MS = 30_000;
const RETRY_INTERVAL_SECONDS = 3;
const MAX_TRIES = 3;
const POLL_INTERVAL_SECONDS = 2;
/** Long enough for a cold start of the event function. */
const MAX_POLLS = 45;

interface CallOptions {
  readonly method?: string;
  readonly token?: string;
  readonly body?: object;
  readonly key?: string;
}

const call = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, signal: AbortSignal.timeout(REPLY_TIMEOUT_MS), redirect: 'manual' });

async function callApi(
  { site }: SmokeTarget,
  path: string,
  { method, token, body, key }: CallOptions = {},
) {
  const response = await call(`${site}${path}`, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const envelope = envelopeSchema.safeParse(await response.json().catch(() => null));
  if (!envelope.success)
    throw new CheckFailure(`${path} responded ${response.status} without an API envelope`);
  return { status: response.status, ...envelope.data };
}

async function fetchData<T>(
  target: SmokeTarget,
  path: string,
  schema: z.ZodMiniType<T>,
  options?: CallOptions,
): Promise<T> {
  const { status, error, data } = await callApi(target, path, options);
  if (status !== 200)
    throw new CheckFailure(`${path} responded ${status}: ${error ?? 'no reason given'}`);
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw new CheckFailure(`${path} responded with unexpected data`);
  return parsed.data;
}

async function poll({ pause }: SmokeTarget, isMet: () => Promise<boolean>): Promise<boolean> {
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    if (await isMet()) return true;
    await pause(POLL_INTERVAL_SECONDS);
  }
  return false;
}

const getContentType = ({ headers }: Response): string => headers.get('content-type') ?? '';

async function checkPages({ site }: SmokeTarget): Promise<void> {
  const assets = new Set<string>();
  for (const path of ['/', '/login', '/dashboard']) {
    const response = await call(`${site}${path}`);
    if (response.status !== 200 || !getContentType(response).startsWith('text/html'))
      throw new CheckFailure(
        `${path} responded ${response.status} ${getContentType(response)} instead of a page`,
      );
    const html = await response.text();
    const assetLinks = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)];
    if (assetLinks.length === 0) throw new CheckFailure(`${path} links neither scripts nor styles`);
    for (const [, asset] of assetLinks) assets.add(asset ?? '');
  }
  for (const asset of assets) {
    const response = await call(`${site}${asset}`);
    await response.arrayBuffer();
    const isAsset = response.status === 200 && /javascript|css/.test(getContentType(response));
    if (!isAsset)
      throw new CheckFailure(`${asset} responded ${response.status} ${getContentType(response)}`);
    if (!response.headers.get('cache-control')?.includes('immutable'))
      throw new CheckFailure(`${asset} has no immutable Cache-Control header`);
  }
}

async function checkCountdown(target: SmokeTarget): Promise<void> {
  await fetchData(target, '/countdown', z.object({ endsAt: z.iso.datetime() }));
}

const CHECKPOINT_PATTERN = /^\S+\n\d+\n\S+\n/;

/** Until the log has an entry, its checkpoint responds with the API's 404. */
async function checkLedger({ site }: SmokeTarget): Promise<void> {
  const response = await call(`${site}/ledger/checkpoint`);
  const text = await response.text();
  const isEmpty = response.status === 404 && getContentType(response).includes('json');
  if (!isEmpty && !(response.status === 200 && CHECKPOINT_PATTERN.test(text)))
    throw new CheckFailure(
      `/ledger/checkpoint responded ${response.status} without a signed checkpoint`,
    );
}

/**
 * Signing up with an existing address responds like any sign-up and only sends the canary an email.
 */
async function checkSignUp(target: SmokeTarget, { email, password }: Canary): Promise<void> {
  const body = {
    email,
    password,
    fullName: 'Canary',
    phone: '+234 801 234 5678',
    country: 'Nigeria',
  };
  const { status, error } = await callApi(target, '/auth/register', { body });
  if (status !== 200 && status !== TOO_MANY_REQUESTS_STATUS)
    throw new CheckFailure(`/auth/register responded ${status}: ${error ?? 'no reason given'}`);
}

interface Member {
  readonly token: string;
  readonly uid: string;
}

/** @returns null if the login limit is exhausted */
async function logIn(target: SmokeTarget, body: Canary): Promise<Member | null> {
  const { status, error, data } = await callApi(target, '/auth/login', { body });
  if (status === TOO_MANY_REQUESTS_STATUS) return null;
  const session = sessionSchema.safeParse(data);
  if (!session.success)
    throw new CheckFailure(`/auth/login responded ${status}: ${error ?? 'no reason given'}`);
  const { token, user } = session.data;
  await fetchData(target, '/auth/me', z.unknown(), { token });
  return { token, uid: user.id };
}

const buildDocumentUrl = ({ firestore, project }: SmokeTarget, path: string): string =>
  `${firestore}/v1/projects/${project}/databases/(default)/documents/${path}`;

/** The heartbeat's document doesn't exist until the first slot has passed. */
async function checkSignals(target: SmokeTarget, { token }: Member): Promise<void> {
  await fetchData(target, '/api/signals?limit=1', z.array(apiSignalSchema), { token });
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await call(buildDocumentUrl(target, 'status/heartbeat'), { headers });
  if (status !== 200 && status !== 404)
    throw new CheckFailure(`Firestore responded ${status} to a read of status/heartbeat`);
}

/**
 * The push service reports this made-up subscription as gone, so the server deletes it.
 */
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

async function checkPush(target: SmokeTarget, { token }: Member): Promise<void> {
  const body = { subscription: createSubscription(), zone: 'UTC' };
  const path = '/api/push/subscriptions';
  const { id } = await fetchData(target, path, pushDeviceSchema, { token, body });
  await fetchData(target, `${path}/${id}/test`, z.unknown(), { token, method: 'POST' });
  const isGone = async () =>
    !(await fetchData(target, path, z.array(listedPushSchema), { token })).some(
      (device) => device.id === id,
    );
  if (await poll(target, isGone)) return;
  await callApi(target, `${path}/${id}`, { token, method: 'DELETE' });
  throw new PollTimeout('The test push did not reach its push service in time');
}

const stateSchema = z.object({
  fields: z.object({ state: z.object({ stringValue: z.string() }) }),
});

/** Sends the same multipart request as the app's SDK. */
function upload(
  { storage, bucket }: SmokeTarget,
  token: string,
  path: string,
  file: string,
): Promise<Response> {
  const boundary = randomUUID();
  const metadata = JSON.stringify({ name: path, contentType: 'image/png' });
  const parts = [
    `--${boundary}\r\ncontent-type: application/json\r\n\r\n${metadata}`,
    `--${boundary}\r\ncontent-type: image/png\r\n\r\n${file}`,
    `--${boundary}--`,
  ];
  return call(`${storage}/v0/b/${bucket}/o?name=${encodeURIComponent(path)}`, {
    method: 'POST',
    headers: {
      authorization: `Firebase ${token}`,
      'content-type': `multipart/related; boundary=${boundary}`,
      'x-goog-upload-protocol': 'multipart',
    },
    body: parts.join('\r\n'),
  });
}

/**
 * Submits a file that isn't a picture. The inspection rejects it, so it never reaches the staff's
 * queue.
 */
async function checkProof(target: SmokeTarget, { token }: Member): Promise<void> {
  const proofId = randomUUID();
  const file = 'smoke test of a deployment';
  const uploadRequest = { kind: 'proof', type: 'image/png', size: file.length };
  const uploadSchema = z.object({ path: z.string() });
  const { path } = await fetchData(target, '/api/uploads', uploadSchema, {
    token,
    body: uploadRequest,
    key: proofId,
  });
  const uploaded = await upload(target, token, path, file);
  if (!uploaded.ok)
    throw new CheckFailure(`Storage responded ${uploaded.status} to an announced upload`);
  const proof = { proofId, traderId: 'SMOKE' };
  await fetchData(target, '/api/proofs', z.unknown(), { token, body: proof, key: randomUUID() });
  const isInspected = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const url = buildDocumentUrl(target, `proofs/${proofId}`);
    const response = await call(url, { headers });
    const state = stateSchema.safeParse(await response.json().catch(() => null));
    return state.data?.fields.state.stringValue === 'rejected';
  };
  if (!(await poll(target, isInspected)))
    throw new PollTimeout('The test proof was not inspected in time');
}

/** Retries failures other than timeouts, because cold starts and the CDN take a few seconds. */
async function retry<T>({ pause }: SmokeTarget, run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries === MAX_TRIES || error instanceof PollTimeout) throw error;
      await pause(RETRY_INTERVAL_SECONDS);
    }
  }
}

async function runChecks(target: SmokeTarget, say: (line: string) => void): Promise<void> {
  const runCheck = async <T>(label: string, run: () => Promise<T>): Promise<T> => {
    const result = await retry(target, run);
    say(`  ✓ ${label}`);
    return result;
  };
  await runCheck('pages and their assets', () => checkPages(target));
  await runCheck('countdown', () => checkCountdown(target));
  await runCheck('signed ledger', () => checkLedger(target));
  const { canary } = target;
  if (canary === null) {
    say(
      '  – There is no canary account yet. Sign-up, login, signals, push and proof were not tested.',
    );
    return;
  }
  await runCheck('sign-up', () => checkSignUp(target, canary));
  const member = await runCheck('login', () => logIn(target, canary));
  if (member === null) {
    say('  – The canary’s login limit is exhausted. Signals, push and proof were not tested.');
    return;
  }
  await runCheck('signals', () => checkSignals(target, member));
  await runCheck('push', () => checkPush(target, member));
  await runCheck('proof', () => checkProof(target, member));
  await callApi(target, '/auth/logout', { token: member.token, method: 'POST' });
}

/**
 * Tests a newly deployed site as a visitor and as the canary member.
 * @returns the failure; null if all checks passed
 */
export async function runSmokeTest(
  target: SmokeTarget,
  say: (line: string) => void,
): Promise<string | null> {
  try {
    await runChecks(target, say);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
