import { type User, userSchema, ZONE_CHOICES, type ZoneChoice } from '@quantalgo/contracts';
import { useSyncExternalStore } from 'react';
import { showZone } from '../../tell';
import { forgetScreen } from '../core/firstPaint';
import { observable } from '../core/observable';
import { readLocal, readLocalJson, writeLocal } from '../core/webStorage';

/** Where localStorage keeps the member. */
export const USER_KEY = 'quantalgo.user';

/** Where localStorage keeps a choice of zone that waits in the outbox, and whose it is: `utc ada`. */
const ZONE_KEY = 'quantalgo.zone';

/** Written and removed at once: only its storage event matters, which tells other tabs why a session ended. */
const ENDED_KEY = 'quantalgo.ended';

export type EndReason = 'signed-out' | 'expired';

/** Who is signed in. `reason`: why the last session of this page ended, null where it had none. */
export type Session =
  | { readonly status: 'signed-out'; readonly reason: EndReason | null }
  | { readonly status: 'signed-in'; readonly user: User };

function storedUser(): User | null {
  const parsed = userSchema.safeParse(readLocalJson(USER_KEY));
  return parsed.success ? parsed.data : null;
}

const sessionOf = (user: User | null, reason: EndReason | null): Session =>
  user ? { status: 'signed-in', user } : { status: 'signed-out', reason };

/** The session of this browser: the same in all of its tabs. */
export const session = observable<Session>(sessionOf(storedUser(), null));

/** The member signed in, null where nobody is. */
export function currentUser(): User | null {
  const now = session.get();
  return now.status === 'signed-in' ? now.user : null;
}

/** The text of {@link ZONE_KEY}: the outbox cannot be read before the first paint. */
let waitingZone = readLocal(ZONE_KEY);

/** The zone that the member of this browser chose, also while the server knows of another. */
export function zoneChoice(): ZoneChoice {
  const user = currentUser();
  if (!user) return 'wat';
  return ZONE_CHOICES.find((zone) => waitingZone === `${zone} ${user.id}`) ?? user.zone;
}

const followZone = () => showZone(zoneChoice());
followZone();
session.subscribe(followZone);

/** Shows times in the zone that a member's outbox says, null where it says none. */
export function storeWaitingZone(uid: string, zone: ZoneChoice | null): void {
  const text = zone === null ? null : `${zone} ${uid}`;
  if (text === waitingZone) return;
  forgetScreen();
  writeLocal(ZONE_KEY, text);
  waitingZone = text;
  followZone();
}

/** Keeps the member as the server last described them; a new one begins a session. */
export function storeUser(user: User): void {
  const text = JSON.stringify(user);
  if (text === JSON.stringify(currentUser())) return;
  forgetScreen();
  writeLocal(USER_KEY, text);
  session.set({ status: 'signed-in', user });
}

/** Forgets the member here and tells the other tabs why. */
export function forgetUser(reason: EndReason): void {
  writeLocal(ENDED_KEY, reason);
  writeLocal(ENDED_KEY, null);
  writeLocal(USER_KEY, null);
  writeLocal(ZONE_KEY, null);
  waitingZone = null;
  forgetScreen();
  session.set({ status: 'signed-out', reason });
}

function followStorage({ key, newValue }: StorageEvent): void {
  if (key === ENDED_KEY && newValue !== null)
    session.set({
      status: 'signed-out',
      reason: newValue === 'expired' ? 'expired' : 'signed-out',
    });
  waitingZone = readLocal(ZONE_KEY);
  followZone();
  if (key !== USER_KEY && key !== null) return;
  const before = session.get();
  session.set(
    sessionOf(storedUser(), before.status === 'signed-out' ? before.reason : 'signed-out'),
  );
}

/** From now on follows what other tabs do to the session. */
export function followOtherTabs(): void {
  window.addEventListener('storage', followStorage);
}

const NOBODY = sessionOf(null, null);

/**
 * The session, read from localStorage in the first render and followed from then on, also when another tab ends it. In
 * what the build draws nobody is signed in.
 */
export const useSession = (): Session =>
  useSyncExternalStore(session.subscribe, session.get, () => NOBODY);

let sessionEnding: Promise<unknown> = Promise.resolve();

/** Notes that a session is being ended on this device. */
export function trackSessionEnd(ended: Promise<void>): void {
  sessionEnding = Promise.allSettled([sessionEnding, ended]);
}

/** Settles once nothing is left here of whoever's session was ended. */
export const sessionEnded = (): Promise<unknown> => sessionEnding;

/** The code that opens and ends sessions, and so knows the whole API: fetched once somebody fills in a form. */
export const loadSessions = () => import('./session');

/** The member signed in, as the server last described them: from storage at first, then live. Null signed out. */
export function useMember(): User | null {
  const session = useSession();
  return session.status === 'signed-in' ? session.user : null;
}
