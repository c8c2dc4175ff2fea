import { type User, userSchema } from '@quantalgo/contracts/account/member';
import { ZONE_CHOICES, type ZoneChoice } from '@quantalgo/contracts/settings/settings';
import { useSyncExternalStore } from 'react';
import { setZoneChoice } from '../../core/zone';
import { lastContact } from '../core/clock';
import { deleteScreens } from '../core/firstPaint';
import { observable } from '../core/observable';
import {
  eraseDrafts,
  setDraftOwner,
  readLocal,
  readLocalJson,
  writeLocal,
} from '../core/webStorage';

export const USER_KEY = 'quantalgo.user';

/** An unsent time zone choice and its member, such as `utc ada`. */
const ZONE_KEY = 'quantalgo.zone';

const LOGOUT_PROOF_KEY = 'quantalgo.logout-proof';

export const storeLogoutProof = (proof: string | undefined): void =>
  writeLocal(LOGOUT_PROOF_KEY, proof ?? null);

export const readLogoutProof = (): string | null => readLocal(LOGOUT_PROOF_KEY);

/** Written and removed immediately: the storage event tells other tabs why a session ended. */
const ENDED_KEY = 'quantalgo.ended';

export type EndReason = 'logged-out' | 'expired';

export type Session =
  | { readonly status: 'logged-out'; readonly reason: EndReason | null }
  | { readonly status: 'logged-in'; readonly user: User };

function readUser(): User | null {
  const parsed = userSchema.safeParse(readLocalJson(USER_KEY));
  return parsed.success ? parsed.data : null;
}

const toSession = (user: User | null, reason: EndReason | null): Session =>
  user ? { status: 'logged-in', user } : { status: 'logged-out', reason };

export const session = observable<Session>(toSession(readUser(), null));

export function getCurrentUser(): User | null {
  const current = session.get();
  return current.status === 'logged-in' ? current.user : null;
}

const openCurrentDrafts = () => setDraftOwner(getCurrentUser()?.id ?? null);
openCurrentDrafts();
session.subscribe(openCurrentDrafts);

/** Cached, because the outbox can't be read before the first paint. */
let unsentZone = readLocal(ZONE_KEY);

export function getZoneChoice(): ZoneChoice {
  const user = getCurrentUser();
  if (!user) return 'wat';
  return ZONE_CHOICES.find((zone) => unsentZone === `${zone} ${user.id}`) ?? user.zone;
}

const applyZone = () => setZoneChoice(getZoneChoice());
applyZone();
session.subscribe(applyZone);

export function storeUnsentZone(uid: string, zone: ZoneChoice | null): void {
  const text = zone === null ? null : `${zone} ${uid}`;
  if (text === unsentZone) return;
  deleteScreens();
  writeLocal(ZONE_KEY, text);
  unsentZone = text;
  applyZone();
}

export function storeUser(user: User): void {
  const text = JSON.stringify(user);
  if (text === JSON.stringify(getCurrentUser())) return;
  deleteScreens();
  writeLocal(USER_KEY, text);
  session.set({ status: 'logged-in', user });
}

export function clearUser(reason: EndReason): void {
  writeLocal(ENDED_KEY, reason);
  writeLocal(ENDED_KEY, null);
  writeLocal(USER_KEY, null);
  writeLocal(ZONE_KEY, null);
  storeLogoutProof(undefined);
  unsentZone = null;
  deleteScreens();
  session.set({ status: 'logged-out', reason });
}

function adoptSession(user: User | null, reason: EndReason | null): void {
  if (user?.id !== getCurrentUser()?.id) {
    deleteScreens();
    if (user || reason !== 'expired') eraseDrafts(user?.id);
    // The last contact of the ended session says nothing about the next member's data.
    lastContact.set(null);
  }
  session.set(toSession(user, reason));
}

/**
 * Joins a session that another tab began while this one was suspended and missed the storage event.
 */
export function joinOtherMember(): void {
  const user = readUser();
  if (user) adoptSession(user, null);
}

function handleStorage({ key, newValue }: StorageEvent): void {
  if (key === ENDED_KEY && newValue !== null)
    adoptSession(null, newValue === 'expired' ? 'expired' : 'logged-out');
  unsentZone = readLocal(ZONE_KEY);
  applyZone();
  if (key !== USER_KEY && key !== null) return;
  const previous = session.get();
  adoptSession(readUser(), previous.status === 'logged-out' ? previous.reason : 'logged-out');
}

export function followOtherTabs(): void {
  window.addEventListener('storage', handleStorage);
}

const LOGGED_OUT_SESSION = toSession(null, null);

export const useSession = (): Session =>
  useSyncExternalStore(session.subscribe, session.get, () => LOGGED_OUT_SESSION);

let pendingEnds: Promise<unknown> = Promise.resolve();

export function trackSessionEnd(end: Promise<void>): void {
  pendingEnds = Promise.allSettled([pendingEnds, end]);
}

export const waitForSessionEnd = (): Promise<unknown> => pendingEnds;

/** Loaded only when somebody fills in a form, because it imports the whole API. */
export const loadSessions = () => import('./session');

export function useMember(): User | null {
  const session = useSession();
  return session.status === 'logged-in' ? session.user : null;
}
