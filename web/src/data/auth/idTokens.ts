import * as z from 'zod/mini';
import { readLocalJson, writeLocal } from '../core/webStorage';
import { getCurrentUser } from './currentSession';
import { storeRenewal } from './renewal';
import { type IssuedTokens, exchangeRefreshToken, exchangeCustomToken } from './tokenService';

const TOKENS_KEY = 'quantalgo.tokens';

/** Epoch ms, device clock. */
const tokensSchema = z.object({
  uid: z.string(),
  idToken: z.string(),
  refreshToken: z.string(),
  lifetimeMs: z.number(),
  issuedAt: z.number(),
});

type StoredTokens = z.infer<typeof tokensSchema>;

const readTokens = (): StoredTokens | null =>
  tokensSchema.safeParse(readLocalJson(TOKENS_KEY)).data ?? null;

function readMemberTokens(uid: string): StoredTokens | null {
  const stored = readTokens();
  return stored?.uid === uid ? stored : null;
}

/** Tokens are renewed this long before expiry, so that none expires in flight. */
const RENEWAL_MARGIN_MS = 5 * 60_000;

/** False if the device's clock was set back to before the token was received. */
function isFresh({ issuedAt, lifetimeMs }: StoredTokens, now: number): boolean {
  const age = now - issuedAt;
  return age >= 0 && age < lifetimeMs - RENEWAL_MARGIN_MS;
}

type Follower = (getIdToken: string | null) => void;

const followers = new Set<Follower>();

function notifyFollowers(): void {
  const token = readTokens()?.idToken ?? null;
  for (const follower of followers) follower(token);
  scheduleRenewal();
}

function storeTokens(issued: IssuedTokens): void {
  writeLocal(TOKENS_KEY, JSON.stringify({ ...issued, issuedAt: Date.now() }));
  sharedRefreshToken = '';
  notifyFollowers();
}

/** Drops the result if the session was ended or replaced in the meantime. */
async function renewTokens(stored: StoredTokens): Promise<StoredTokens | null> {
  const issued = await exchangeRefreshToken(stored);
  const current = readMemberTokens(stored.uid);
  if (current?.refreshToken !== stored.refreshToken) return current;
  if (issued) storeTokens(issued);
  return issued && readMemberTokens(stored.uid);
}

let renewing:
  | { readonly refreshToken: string; readonly renewal: Promise<StoredTokens | null> }
  | undefined;

function renewOnce(stored: StoredTokens): Promise<StoredTokens | null> {
  if (renewing?.refreshToken === stored.refreshToken) return renewing.renewal;
  const renewal = renewTokens(stored).finally(() => {
    if (renewing?.renewal === renewal) renewing = undefined;
  });
  renewing = { refreshToken: stored.refreshToken, renewal };
  return renewal;
}

async function getValidTokens(uid: string, renew: boolean): Promise<StoredTokens | null> {
  const stored = readMemberTokens(uid);
  if (!stored) return null;
  return !renew && isFresh(stored, Date.now()) ? stored : renewOnce(stored);
}

export async function openTokens(uid: string, customToken: string): Promise<void> {
  storeTokens(await exchangeCustomToken(uid, customToken));
}

let sharedRefreshToken = '';

export function clearTokens(): void {
  writeLocal(TOKENS_KEY, null);
  notifyFollowers();
}

function shareRenewal({ uid, refreshToken }: StoredTokens): void {
  if (sharedRefreshToken === refreshToken || getCurrentUser()?.id !== uid) return;
  sharedRefreshToken = refreshToken;
  const isLoggedIn = () => getCurrentUser()?.id === uid;
  void storeRenewal({ uid, refreshToken }, isLoggedIn).then((isStored) => {
    if (!isStored && sharedRefreshToken === refreshToken) sharedRefreshToken = '';
  });
}

/**
 * Null if the member has no session on this device.
 * @throws NetworkError if a renewal is due and the server can't be reached
 */
export async function getIdToken(uid: string, renew: boolean): Promise<string | null> {
  const stored = await getValidTokens(uid, renew);
  if (stored) shareRenewal(stored);
  return stored?.idToken ?? null;
}

/** The payload of a JSON web token, unverified. Source: RFC 7519, section 3 */
function decodePayload(token: string): unknown {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (char) => char.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

export async function getClaims(uid: string, renew: boolean): Promise<unknown> {
  const token = await getIdToken(uid, renew);
  return token === null ? undefined : decodePayload(token);
}

export const getTokenUid = (): string | null => readTokens()?.uid ?? null;

const MIN_RENEWAL_INTERVAL_MS = 60_000;

let renewalTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * The server closes streams whose token has expired, so the token is renewed in time while there
 * are followers.
 */
function scheduleRenewal(): void {
  clearTimeout(renewalTimer);
  const stored = followers.size > 0 ? readTokens() : null;
  if (!stored) return;
  const delayMs = stored.issuedAt + stored.lifetimeMs - RENEWAL_MARGIN_MS - Date.now();
  const renew = () => void renewOnce(stored).catch(scheduleRenewal);
  renewalTimer = setTimeout(renew, Math.max(delayMs, MIN_RENEWAL_INTERVAL_MS));
}

function followOtherTabs({ key }: StorageEvent): void {
  if (key === TOKENS_KEY) notifyFollowers();
}

export function followIdToken(follower: Follower): void {
  followers.add(follower);
  addEventListener('storage', followOtherTabs);
  void Promise.resolve().then(notifyFollowers);
}

export function unfollowIdToken(follower: Follower): void {
  followers.delete(follower);
  scheduleRenewal();
}
