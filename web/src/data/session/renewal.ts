import * as z from 'zod/mini';
import { deleteDatabase, SESSION_NAME } from '../core/databases';
import { firebaseEnvironment } from '../core/environment';
import { changeRow, eraseRow, readRow } from '../core/rowStore';
import { NetworkError } from './errors';

/** The IndexedDB database, store and only key through which page and worker share the member's refresh token. */
const STORE = { database: SESSION_NAME, store: 'session', key: 'member' } as const;

const renewalSchema = z.object({ uid: z.string(), refreshToken: z.string() });

/** The refresh token of a member's session. */
export type Renewal = z.infer<typeof renewalSchema>;

/** The stored refresh token; null if nobody is signed in, or the browser denies storage. Never rejects. */
export async function readRenewal(): Promise<Renewal | null> {
  try {
    return renewalSchema.safeParse(await readRow(STORE)).data ?? null;
  } catch {
    return null;
  }
}

/** Deletes it: at sign-out, or once the server said that the session has ended. Never rejects. */
export async function forgetRenewal(): Promise<void> {
  await eraseRow(STORE).catch(() => undefined);
  await deleteDatabase(STORE.database).catch(() => undefined);
}

/** Stores it while `isSignedIn`, and deletes it again after a sign-out in between. Never rejects. */
export async function keepRenewal(renewal: Renewal, isSignedIn: () => boolean): Promise<void> {
  if (!isSignedIn()) return;
  await changeRow(STORE, () => renewal).catch(() => undefined);
  if (!isSignedIn()) await forgetRenewal();
}

/** The token endpoint's answer. Source: https://firebase.google.com/docs/reference/rest/auth#section-refresh-token */
const answerSchema = z.object({ id_token: z.string(), user_id: z.string() });

const TIMEOUT_MS = 25_000;

/**
 * A new ID token of the session; null if the session has ended.
 * @throws NetworkError if there is no answer
 */
export async function renewed({ uid, refreshToken }: Renewal): Promise<string | null> {
  const { apiKey, emulators } = firebaseEnvironment();
  const base = emulators
    ? `${emulators.auth}/securetoken.googleapis.com`
    : 'https://securetoken.googleapis.com';
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const url = `${base}/v1/token?key=${encodeURIComponent(apiKey)}`;
    const reply = await fetch(url, { method: 'POST', body, cache: 'no-store', signal });
    if (reply.status === 400) return null;
    const answer = answerSchema.parse(await reply.json());
    return answer.user_id === uid ? answer.id_token : null;
  } catch (error) {
    throw new NetworkError(error);
  }
}
