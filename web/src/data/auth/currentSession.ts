import {
  type User,
  userSchema,
  ZONE_CHOICES,
  type ZoneChoice,
} from '@quantalgo/contracts/account/member';
import { useSyncExternalStore } from 'react';
import { showZone } from '../../core/zone';
import { forgetScreens } from '../core/firstPaint';
import { observable } from '../core/observable';
import {
  eraseDrafts,
  openDraftsOf,
  readLocal,
  readLocalJson,
  writeLocal,
} from '../core/webStorage';

/** localStorage key of the member. */
export const USER_KEY = 'quantalgo.user';

/** localStorage key of a time zone choice that is still in the outbox, with its member: `utc ada`. */
const ZONE_KEY = 'quantalgo.zone';

/** localStorage key of the session's sign-out proof. */
const PROOF_KEY = 'quantalgo.sign-out-proof';

/** Stores the session's sign-out proof, for a sign-out while the server can't be reached. */
export const storeSignOutProof = (proof: string | undefined): void =>
  writeLocal(PROOF_KEY, proof ?? null);

export const storedSignOutProof = (): string | null => readLocal(PROOF_KEY);

/**
 * Written and removed at once: its storage event alone matters, which gives other tabs the reason why a session ended.
 */
const ENDED_KEY = 'quantalgo.ended';

export type EndReason = 'signed-out' | 'expired';

/** The session. `reason`: why the last session of this page ended, null if it had none. */
export type Session =
  | { readonly status: 'signed-out'; readonly reason: EndReason | null }
  | { readonly status: 'signed-in'; readonly user: User };

function storedUser(): User | null {
  const parsed = userSchema.safeParse(readLocalJson(USER_KEY));
  return parsed.success ? parsed.data : null;
}

const sessionOf = (user: User | null, reason: EndReason | null): Session =>
  user ? { status: 'signed-in', user } : { status: 'signed-out', reason };

/** The session of this browser, shared by all tabs. */
export const session = observable<Session>(sessionOf(storedUser(), null));

/** The signed-in member, null if nobody is. */
export function currentUser(): User | null {
  const now = session.get();
  return now.status === 'signed-in' ? now.user : null;
}

const followDrafts = () => openDraftsOf(currentUser()?.id ?? null);
followDrafts();
session.subscribe(followDrafts);

/** The text under {@link ZONE_KEY}, as the outbox can't be read before the first paint. */
let waitingZone = readLocal(ZONE_KEY);

/** The zone that the member chose in this browser, even if the server doesn't have it yet. */
export function zoneChoice(): ZoneChoice {
  const user = currentUser();
  if (!user) return 'wat';
  return ZONE_CHOICES.find((zone) => waitingZone === `${zone} ${user.id}`) ?? user.zone;
}

const followZone = () => showZone(zoneChoice());
followZone();
session.subscribe(followZone);

/** Displays times in the zone in a member's outbox; null if it has none. */
export function storeWaitingZone(uid: string, zone: ZoneChoice | null): void {
  const text = zone === null ? null : `${zone} ${uid}`;
  if (text === waitingZone) return;
  forgetScreens();
  writeLocal(ZONE_KEY, text);
  waitingZone = text;
  followZone();
}

/** Stores the member from the server's latest answer; a different member starts a session. */
export function storeUser(user: User): void {
  const text = JSON.stringify(user);
  if (text === JSON.stringify(currentUser())) return;
  forgetScreens();
  writeLocal(USER_KEY, text);
  session.set({ status: 'signed-in', user });
}

/** Deletes the stored member and gives the other tabs the reason. */
export function forgetUser(reason: EndReason): void {
  writeLocal(ENDED_KEY, reason);
  writeLocal(ENDED_KEY, null);
  writeLocal(USER_KEY, null);
  writeLocal(ZONE_KEY, null);
  storeSignOutProof(undefined);
  waitingZone = null;
  forgetScreens();
  session.set({ status: 'signed-out', reason });
}

/** Takes over a session from another tab. What is still here of a former member goes. */
function adopt(user: User | null, reason: EndReason | null): void {
  if (user?.id !== currentUser()?.id) {
    forgetScreens();
    eraseDrafts();
  }
  session.set(sessionOf(user, reason));
}

/** Joins another member's session, which a tab began while the system suspended this one and its events were lost. */
export function joinOtherMember(): void {
  const user = storedUser();
  if (user) adopt(user, null);
}

function followStorage({ key, newValue }: StorageEvent): void {
  if (key === ENDED_KEY && newValue !== null)
    adopt(null, newValue === 'expired' ? 'expired' : 'signed-out');
  waitingZone = readLocal(ZONE_KEY);
  followZone();
  if (key !== USER_KEY && key !== null) return;
  const before = session.get();
  adopt(storedUser(), before.status === 'signed-out' ? before.reason : 'signed-out');
}

/** Follows the session changes of other tabs from now on. */
export function followOtherTabs(): void {
  window.addEventListener('storage', followStorage);
}

const NOBODY = sessionOf(null, null);

/**
 * The session, read from localStorage in the first render and kept up to date, also when another tab ends it. In
 * prerendered documents nobody is signed in.
 */
export const useSession = (): Session =>
  useSyncExternalStore(session.subscribe, session.get, () => NOBODY);

let sessionEnding: Promise<unknown> = Promise.resolve();

/** Registers the ending of a session on this device. */
export function trackSessionEnd(ended: Promise<void>): void {
  sessionEnding = Promise.allSettled([sessionEnding, ended]);
}

/** Settles once the ended sessions' data is deleted from this device. */
export const sessionEnded = (): Promise<unknown> => sessionEnding;

/** Loads the code that opens and ends sessions, and imports the whole API: only when somebody fills in a form. */
export const loadSessions = () => import('./session');

/** The signed-in member as last received from the server: from storage at first, then live. Null if signed out. */
export function useMember(): User | null {
  const session = useSession();
  return session.status === 'signed-in' ? session.user : null;
}
