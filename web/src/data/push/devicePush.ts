import { pushEndpoints } from '@quantalgo/contracts/push/endpoints';
import {
  type ListedPush,
  type PushDevice,
  type PushPreferences,
  type Subscription,
  subscriptionSchema,
} from '@quantalgo/contracts/push/push';
import type { VerdictName } from '@quantalgo/contracts/signals/verdict';
import * as z from 'zod/mini';
import { ignoreExpected } from '../core/faults';
import { clockOffset, serverNow } from '../core/clock';
import { call } from '../auth/call';
import { unsubscribePush } from '../auth/endSession';
import { currentUser } from '../auth/currentSession';
import { touchSignal } from '../storage/signalTable';
import { withDatabase } from '../storage/memberDatabase';
import { PUSH_MESSAGE } from '../core/workerProtocol';
import { changePushState, isMuted, readPushState, storedPushState } from './pushState';

/** Whether a subscription belongs to this key of the server (base64url). */
function isFor(subscription: PushSubscription, publicKey: string): boolean {
  const key = subscription.options.applicationServerKey;
  if (!key) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey;
}

const wireOf = (subscription: PushSubscription): Subscription => {
  const { endpoint, keys } = subscription.toJSON();
  return subscriptionSchema.parse({ endpoint, keys });
};

/**
 * This browser's subscription for the server's key: the existing one, or a new one.
 * @throws DOMException if the browser creates none
 */
async function subscriptionFor(publicKey: string): Promise<Subscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const there = await pushManager.getSubscription();
  if (there && isFor(there, publicKey)) return wireOf(there);
  await there?.unsubscribe();
  const how = { userVisibleOnly: true, applicationServerKey: publicKey };
  return wireOf(await pushManager.subscribe(how));
}

/**
 * Why notifications aren't possible in this browser; null if they are. `install` if the app has to be installed first.
 */
export type PushObstacle = 'install' | 'unsupported' | 'blocked';

/** The current obstacle to notifications. */
export function pushObstacle(): PushObstacle | null {
  const { navigator } = globalThis;
  const can =
    'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
  // Safari on iOS has push for installed apps only. It alone has this flag.
  if (!can) return 'standalone' in navigator ? 'install' : 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : null;
}

/** Registers this device's subscription with the server; null if this site sends no push. */
async function register(): Promise<PushDevice | null> {
  const { publicKey, pairs } = (await call(pushEndpoints.pushSettings, {})).data;
  if (publicKey === null) return null;
  const subscription = await subscriptionFor(publicKey);
  const { subscription: before } = await readPushState();
  const replaces = before && before.endpoint !== subscription.endpoint ? before.endpoint : null;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const body = { subscription, zone, ...(replaces !== null && { replaces }) };
  const { data: device } = await call(pushEndpoints.subscribe, { body });
  const clockAhead = -(clockOffset.get()?.offset ?? 0);
  // From now on the page knows the member's access.
  const known = { member: currentUser()?.id ?? null, access: null };
  await changePushState((kept) => ({
    ...kept,
    ...known,
    subscription,
    device,
    pairs,
    clockAhead,
  }));
  return device;
}

/**
 * Turns notifications on after the member's tap: asks the browser for permission.
 * @returns null if this site sends no push; `blocked` if the member or the browser refused
 * @throws ApiError
 * @throws NetworkError
 * @throws DOMException if the browser creates no subscription
 */
export async function turnPushOn(): Promise<PushDevice | 'blocked' | null> {
  const permission = await Notification.requestPermission();
  return permission === 'granted' ? register() : 'blocked';
}

/** Turns notifications off on this device. @throws ApiError @throws NetworkError */
export async function turnPushOff(): Promise<void> {
  const { device } = await readPushState();
  if (device) await call(pushEndpoints.unsubscribe, { params: { id: device.id } });
  await unsubscribePush();
}

/** The member's devices that receive notifications. @throws ApiError @throws NetworkError */
export const fetchPushDevices = async (): Promise<ListedPush[]> =>
  (await call(pushEndpoints.pushDevices, {})).data;

/** Turns notifications off on another of the member's devices. @throws ApiError @throws NetworkError */
export async function turnOffElsewhere(id: string): Promise<void> {
  await call(pushEndpoints.unsubscribe, { params: { id } });
}

/** Whether a device's pause still goes on: the server keeps the end of one that is over. */
const isDevicePaused = ({ pausedUntil }: PushDevice): boolean =>
  pausedUntil !== null && Date.parse(pausedUntil) > serverNow();

/** Changes this device's notification settings. @throws ApiError @throws NetworkError */
export async function changePush(
  { id }: PushDevice,
  change: { preferences?: PushPreferences; pausedUntil?: string | null; verdicts?: VerdictName[] },
): Promise<PushDevice> {
  const { data: device } = await call(pushEndpoints.changePush, { params: { id }, body: change });
  await changePushState((kept) => ({
    ...kept,
    device,
    unopened: isDevicePaused(device) ? 0 : kept.unopened,
    // A choice in the app overrides the notification's button.
    mute: change.pausedUntil === undefined ? kept.mute : null,
  }));
  return device;
}

/** Sends a test notification to this device; returns its id. @throws ApiError @throws NetworkError */
async function sendTest({ id }: PushDevice): Promise<string> {
  return (await call(pushEndpoints.testPush, { params: { id } })).data.push;
}

const shownSchema = z.object({
  type: z.literal(PUSH_MESSAGE.shown),
  id: z.optional(z.string()),
  stored: z.optional(z.string()),
  muted: z.optional(z.boolean()),
});

type Shown = z.infer<typeof shownSchema>;

/** Reports what the worker does with notifications on this device. @returns the stop */
function followWorker(onShown: (shown: Shown) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const { serviceWorker } = navigator;
  const receive = ({ data }: MessageEvent<unknown>) => {
    const told = shownSchema.safeParse(data);
    if (told.success) onShown(told.data);
  };
  serviceWorker.addEventListener('message', receive);
  return () => serviceWorker.removeEventListener('message', receive);
}

/** Reports each notification that is shown on this device. */
export const followShown = (onShown: (id: string | undefined) => void): (() => void) =>
  followWorker(({ id }) => onShown(id));

/** Sends the server a mute from a notification's button: it pauses signals and sends none. */
async function sendMute(): Promise<void> {
  const kept = await readPushState();
  const { device, mute } = kept;
  if (!device || isDevicePaused(device) || !mute || !isMuted(kept, Date.now())) return;
  const body = { pausedUntil: new Date(mute.until).toISOString() };
  const { data } = await call(pushEndpoints.changePush, { params: { id: device.id }, body });
  await changePushState((now) => ({ ...now, device: data }));
}

async function compare(): Promise<void> {
  // A device that can't tell keeps its subscription.
  const { subscription } = await storedPushState();
  if (pushObstacle() !== null || Notification.permission !== 'granted') return;
  // The subscription's member has signed out meanwhile.
  if (!subscription) return unsubscribePush();
  try {
    await register();
  } finally {
    // Also where the server doesn't register this device for now.
    await sendMute();
  }
}

/**
 * Compares this browser's subscription with the server's and restores what either lost, without asking the member.
 * Never rejects: if offline, or refused, the next start compares again.
 */
export const comparePush = (): Promise<void> => compare().catch(ignoreExpected);

let stopFollowing: () => void = () => undefined;

/** Checks the member's notifications after the app's start, and handles the worker's messages about them. */
export async function followPush(uid: string): Promise<void> {
  stopFollowing();
  stopFollowing = followWorker(({ stored, muted }) => {
    // If this fails, the next start retries it.
    if (muted === true) sendMute().catch(ignoreExpected);
    if (stored === undefined) return;
    withDatabase(uid, (database) => touchSignal(database, stored)).catch(ignoreExpected);
  });
  await comparePush();
}

/** Longest wait (ms) for a test notification. */
const SHOWN_WITHIN_MS = 30_000;

/**
 * Sends a test notification to this device and waits until it is shown.
 * @returns the time (ms) from now until it was shown, by this page's clock; null if it was not shown
 * @throws ApiError
 * @throws NetworkError
 */
export async function measureTestPush(device: PushDevice): Promise<number | null> {
  const askedAt = performance.now();
  const shown = new Map<string, number>();
  let check: () => void = () => undefined;
  const stop = followShown((id = '') => {
    shown.set(id, performance.now());
    check();
  });
  try {
    // It may be shown before the server has answered.
    const push = await sendTest(device);
    await new Promise<void>((resolve) => {
      check = () => {
        if (shown.has(push)) resolve();
      };
      check();
      setTimeout(resolve, SHOWN_WITHIN_MS);
    });
    const at = shown.get(push);
    return at === undefined ? null : at - askedAt;
  } finally {
    stop();
  }
}
