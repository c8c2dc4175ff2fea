import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { envelopeSchema, sessionSchema } from '@quantalgo/contracts';
import * as z from 'zod/mini';

/*
 * What an attacker has: the site, the public key of the web app, Google's own interfaces, and mailboxes of their own. All
 * of it goes by HTTP, as it would from anywhere.
 */

const env = (name: string): string => process.env[name] ?? '';

/** Whether a suite runs that can be attacked. */
export const isAttackable = env('SITE_URL') !== '' && env('INBOX_URL') !== '';

const auth = () => `http://${env('FIREBASE_AUTH_EMULATOR_HOST')}`;
const firestore = () =>
  `http://${env('FIRESTORE_EMULATOR_HOST')}/v1/projects/${env('GCLOUD_PROJECT')}/databases/(default)/documents`;
const storage = () => `${env('STORAGE_EMULATOR_HOST')}/v0/b/${env('STORAGE_BUCKET')}/o`;

const json = { 'content-type': 'application/json' };
const bearer = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

interface SiteCall {
  readonly body?: object;
  readonly token?: string;
  readonly method?: string;
  readonly key?: string;
  /** Where the site is, if not where the suite serves it. */
  readonly at?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A call to the site that is answered in the API's envelope: POST where it has a body. */
export async function site(
  path: string,
  { body, token, method, key, at = env('SITE_URL'), headers }: SiteCall = {},
) {
  const named = key === undefined ? {} : { 'idempotency-key': key };
  const reply = await fetch(`${at}${path}`, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: { ...json, ...bearer(token), ...named, ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data, message } = envelopeSchema.parse(await reply.json());
  return { status: reply.status, data, message };
}

const idTokens = z.object({
  idToken: z.optional(z.string()),
  refreshToken: z.optional(z.string()),
  localId: z.optional(z.string()),
  registered: z.optional(z.boolean()),
  error: z.optional(z.object({ message: z.string() })),
});

/** A method of Identity Toolkit with the public key of the web app. */
export async function toolkit(method: string, body: object) {
  const url = `${auth()}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=demo`;
  const reply = await fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body) });
  return { status: reply.status, ...idTokens.parse(await reply.json()) };
}

/** A new ID token for a refresh token, as the SDK asks for each hour; undefined where there is none. */
export async function refreshed(refreshToken: string | undefined): Promise<string | undefined> {
  const reply = await fetch(`${auth()}/securetoken.googleapis.com/v1/token?key=demo`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  });
  return z.object({ id_token: z.optional(z.string()) }).parse(await reply.json()).id_token;
}

/** What a custom token of ours is exchanged for at Firebase, which anybody who has one can do. */
export const exchange = (customToken: string) =>
  toolkit('signInWithCustomToken', { token: customToken, returnSecureToken: true });

/** The status of reading a document past the site. */
export const readDocument = async (path: string, token?: string): Promise<number> =>
  (await fetch(`${firestore()}/${path}`, { headers: bearer(token) })).status;

/** The status of changing a document past the site. */
export async function writeDocument(path: string, token?: string): Promise<number> {
  const body = JSON.stringify({ fields: { staff: { booleanValue: true } } });
  const headers = { ...json, ...bearer(token) };
  return (await fetch(`${firestore()}/${path}`, { method: 'PATCH', headers, body })).status;
}

const fieldsSchema = z.object({
  fields: z.record(z.string(), z.object({ stringValue: z.optional(z.string()) })),
});

/** A field of a document past the site, where it is a text. */
export async function textOf(path: string, name: string, token: string) {
  const reply = await fetch(`${firestore()}/${path}`, { headers: bearer(token) });
  return fieldsSchema.safeParse(await reply.json()).data?.fields[name]?.stringValue;
}

/** What a list is asked for by: the owner whose rows it is to hold, and how many at most. */
interface Listing {
  readonly of?: string;
  /** Null: without a ceiling. */
  readonly limit?: number | null;
}

/** The status of listing a collection past the site. */
export async function list(
  collectionId: string,
  token?: string,
  { of, limit = 1 }: Listing = {},
): Promise<number> {
  const own = { field: { fieldPath: 'uid' }, op: 'EQUAL', value: { stringValue: of } };
  const structuredQuery = {
    from: [{ collectionId }],
    ...(of !== undefined && { where: { fieldFilter: own } }),
    ...(limit !== null && { limit }),
  };
  const reply = await fetch(`${firestore()}:runQuery`, {
    method: 'POST',
    headers: { ...json, ...bearer(token) },
    body: JSON.stringify({ structuredQuery }),
  });
  const text = await reply.text();
  return text.includes('PERMISSION_DENIED') ? 403 : reply.status;
}

/** The status of an upload past the site. */
export async function upload(path: string, token?: string): Promise<number> {
  const url = `${storage()}?uploadType=media&name=${encodeURIComponent(path)}`;
  const headers = { 'content-type': 'image/png', ...bearer(token) };
  return (await fetch(url, { method: 'POST', headers, body: new Uint8Array(64) })).status;
}

/** Uploads a file as the SDK does, with metadata of the attacker's choice: its status, and the tokens of its link. */
export async function uploadWith(
  path: string,
  token: string,
  bytes: Buffer,
  metadata: Readonly<Record<string, unknown>>,
) {
  const edge = randomUUID();
  const head = (type: string) => `--${edge}\r\ncontent-type: ${type}\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(`${head('application/json')}${JSON.stringify({ name: path, ...metadata })}\r\n`),
    Buffer.from(head('image/png')),
    bytes,
    Buffer.from(`\r\n--${edge}--`),
  ]);
  const reply = await fetch(`${storage()}?name=${encodeURIComponent(path)}`, {
    method: 'POST',
    headers: {
      ...bearer(token),
      'content-type': `multipart/related; boundary=${edge}`,
      'x-goog-upload-protocol': 'multipart',
    },
    body: new Uint8Array(body),
  });
  const link = z
    .object({ downloadTokens: z.optional(z.string()) })
    .safeParse(await reply.json().catch(() => null));
  return { status: reply.status, link: link.data?.downloadTokens };
}

/** The status of fetching a file past the site, by somebody's token or by a link. */
export const download = async (path: string, token?: string, link?: string): Promise<number> => {
  const url = `${storage()}/${encodeURIComponent(path)}?alt=media`;
  const whole = link === undefined ? url : `${url}&token=${link}`;
  return (await fetch(whole, { headers: bearer(token) })).status;
};

const messages = z.array(z.object({ subject: z.string(), text: z.string(), html: z.string() }));

const MAILED_WITHIN_MS = 30_000;

/** The mails to an address, the newest first, once there are so many. */
export async function mailsTo(email: string, count = 1) {
  const until = Date.now() + MAILED_WITHIN_MS;
  for (;;) {
    const url = `${env('INBOX_URL')}/api/messages?to=${encodeURIComponent(email)}`;
    const found = messages.parse(await (await fetch(url)).json());
    if (found.length >= count || Date.now() > until) return found;
    await wait(200);
  }
}

const CODE = /^([A-Z0-9]{7}) is your/;
const LINK = /token=([a-z0-9]+)/;

/** The confirmation code of the newest mail to an address. */
export const codeTo = async (email: string, count = 1): Promise<string> =>
  CODE.exec((await mailsTo(email, count))[0]?.subject ?? '')?.[1] ?? '';

/** The token of the newest reset link to an address, whatever else is mailed to it; empty where none comes. */
export async function resetTokenTo(email: string): Promise<string> {
  for (let count = 1; ; count += 1) {
    const mails = await mailsTo(email, count);
    const [token] = mails.flatMap(({ text }) => LINK.exec(text)?.[1] ?? []);
    if (token !== undefined) return token;
    if (mails.length < count) return '';
  }
}

export const PASSWORD = 'Trader2026';

/** What the sign-up form sends. */
export const signUp = (email: string, password = PASSWORD, fullName = 'Ada Obi') => ({
  email,
  password,
  fullName,
  phone: '+234 801 234 5678',
  country: 'Nigeria',
});

export const newAddress = (): string => `${randomUUID()}@attacks.test`;

/** Somebody who signed up and confirmed. */
export async function person(email = newAddress()) {
  await site('/auth/register', { body: signUp(email) });
  const confirmationCode = await codeTo(email);
  const { data } = await site('/auth/confirm-code', { body: { email, confirmationCode } });
  const { token, customToken, user } = sessionSchema.parse(data);
  return { email, token, customToken, uid: user.id };
}

/** A session of somebody by their password. */
export async function logIn(email: string, password = PASSWORD, at = env('SITE_URL')) {
  const { status, data } = await site('/auth/login', { body: { email, password }, at });
  return { status, session: sessionSchema.safeParse(data).data };
}

/** What a token opens of its member's, anywhere: the statuses of API, database and file store. */
export async function reach(token: string, uid: string, at = env('SITE_URL')) {
  return {
    api: (await site('/auth/me', { token, at })).status,
    record: await readDocument(`users/${uid}`, token),
    tickets: await list('tickets', token),
    upload: await upload(`proofs/${uid}/${randomUUID()}`, token),
  };
}

/** What {@link reach} says of a token that opens nothing. */
export const NOTHING = { api: 401, record: 403, tickets: 403, upload: 403 };
