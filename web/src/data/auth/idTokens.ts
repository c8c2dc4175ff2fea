import * as z from 'zod/mini';
import { readLocalJson, writeLocal } from '../core/webStorage';
import { currentUser } from './currentSession';
import { storeRenewal } from './renewal';
import { type IssuedTokens, renewed, signedIn } from './tokenService';

/** localStorage key of the tokens: readable where IndexedDB isn't, before the first paint, and at once in other tabs. */
const TOKENS_KEY = 'quantalgo.tokens';

/** `issuedAt`: epoch ms on this device's clock. */
const heldSchema = z.object({
  uid: z.string(),
  idToken: z.string(),
  refreshToken: z.string(),
  lifetimeMs: z.number(),
  issuedAt: z.number(),
});

type StoredTokens = z.infer<typeof heldSchema>;

const heldNow = (): StoredTokens | null =>
  heldSchema.safeParse(readLocalJson(TOKENS_KEY)).data ?? null;

/** The tokens of this member; null if there are none. */
function heldOf(uid: string): StoredTokens | null {
  const held = heldNow();
  return held?.uid === uid ? held : null;
}

/** An ID token is renewed this long (ms) before its end, so that none ends under way. */
const RENEW_BEFORE_MS = 5 * 60_000;

/** Also false if the device's clock was set back behind the token's receipt. */
function isFresh({ issuedAt, lifetimeMs }: StoredTokens, now: number): boolean {
  const age = now - issuedAt;
  return age >= 0 && age < lifetimeMs - RENEW_BEFORE_MS;
}

type Follower = (idToken: string | null) => void;

const followers = new Set<Follower>();

function notifyFollowers(): void {
  const token = heldNow()?.idToken ?? null;
  for (const follower of followers) follower(token);
  renewInTime();
}

function hold(issued: IssuedTokens): void {
  writeLocal(TOKENS_KEY, JSON.stringify({ ...issued, issuedAt: Date.now() }));
  renewalKept = '';
  notifyFollowers();
}

/** Renews, unless the session was ended or replaced meanwhile. */
async function renewHeld(held: StoredTokens): Promise<StoredTokens | null> {
  const issued = await renewed(held);
  const now = heldOf(held.uid);
  if (now?.refreshToken !== held.refreshToken) return now;
  if (issued) hold(issued);
  return issued && heldOf(held.uid);
}

let renewing:
  | { readonly refreshToken: string; readonly done: Promise<StoredTokens | null> }
  | undefined;

/** As {@link renewHeld}, once for all who ask at the same time. */
function renewOnce(held: StoredTokens): Promise<StoredTokens | null> {
  if (renewing?.refreshToken === held.refreshToken) return renewing.done;
  const done = renewHeld(held).finally(() => {
    if (renewing?.done === done) renewing = undefined;
  });
  renewing = { refreshToken: held.refreshToken, done };
  return done;
}

/** The member's tokens, renewed if `renew` or due; null if they have no session, or it has ended. */
async function valid(uid: string, renew: boolean): Promise<StoredTokens | null> {
  const held = heldOf(uid);
  if (!held) return null;
  return !renew && isFresh(held, Date.now()) ? held : renewOnce(held);
}

/** Opens the session of a login's custom token on this device. @throws NetworkError if Firebase can't be reached */
export async function enter(uid: string, customToken: string): Promise<void> {
  hold(await signedIn(uid, customToken));
}

/** The refresh token that the worker has; empty if it has none of this page. */
let renewalKept = '';

/** Forgets the session on this device. */
export function leave(): void {
  writeLocal(TOKENS_KEY, null);
  notifyFollowers();
}

/** Shares the refresh token with the worker, which sends the outbox while no page is open. */
function shareRenewal({ uid, refreshToken }: StoredTokens): void {
  if (renewalKept === refreshToken || currentUser()?.id !== uid) return;
  renewalKept = refreshToken;
  const isSignedIn = () => currentUser()?.id === uid;
  void storeRenewal({ uid, refreshToken }, isSignedIn).then((isStored) => {
    if (!isStored && renewalKept === refreshToken) renewalKept = '';
  });
}

/**
 * The member's ID token, a new one if `renew`; null if they have no session here, or it has ended.
 * @throws NetworkError if one is due and the server can't be reached
 */
export async function idToken(uid: string, renew: boolean): Promise<string | null> {
  const held = await valid(uid, renew);
  if (held) shareRenewal(held);
  return held?.idToken ?? null;
}

/** The payload of a JSON web token, unverified; undefined if it has none. Source: RFC 7519, section 3 */
function payloadOf(token: string): unknown {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(part), (char) => char.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** The claims in the member's ID token, to be parsed; undefined if they have no session here. Throws as {@link idToken}. */
export async function claims(uid: string, renew: boolean): Promise<unknown> {
  const token = await idToken(uid, renew);
  return token === null ? undefined : payloadOf(token);
}

/** The member whose tokens this device holds; null if it holds none. */
export const holder = (): string | null => heldNow()?.uid ?? null;

/** Shortest time (ms) between two renewals that nobody asked for. */
const RENEW_AGAIN_MS = 60_000;

let renewalTimer: ReturnType<typeof setTimeout> | undefined;

/** Renews before the token ends while somebody follows it: the server closes streams whose token has ended. */
function renewInTime(): void {
  clearTimeout(renewalTimer);
  const held = followers.size > 0 ? heldNow() : null;
  if (!held) return;
  const due = held.issuedAt + held.lifetimeMs - RENEW_BEFORE_MS - Date.now();
  const renew = () => void renewOnce(held).catch(renewInTime);
  renewalTimer = setTimeout(renew, Math.max(due, RENEW_AGAIN_MS));
}

function followOtherTabs({ key }: StorageEvent): void {
  if (key === TOKENS_KEY) notifyFollowers();
}

/** Tells of the ID token soon, and after each change in any tab, until {@link unfollowIdToken}. */
export function followIdToken(follower: Follower): void {
  followers.add(follower);
  addEventListener('storage', followOtherTabs);
  void Promise.resolve().then(notifyFollowers);
}

export function unfollowIdToken(follower: Follower): void {
  followers.delete(follower);
  renewInTime();
}
