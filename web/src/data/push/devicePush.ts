import {
  type PushDevice,
  type PushPreferences,
  type Subscription,
  subscriptionSchema,
} from '@quantalgo/contracts';
import { clockOffset } from '../core/clock';
import { call } from '../session/call';
import { unsubscribePush } from '../session/endSession';
import { followShown } from './messages';
import { changePushState, readPushState } from './pushState';

/** Whether a subscription was made for this key of the server (base64url). */
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
 * This browser's subscription for the server's key: the one that there is, or a new one.
 * @throws DOMException where the browser makes none
 */
async function subscriptionFor(publicKey: string): Promise<Subscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const there = await pushManager.getSubscription();
  if (there && isFor(there, publicKey)) return wireOf(there);
  await there?.unsubscribe();
  const how = { userVisibleOnly: true, applicationServerKey: publicKey };
  return wireOf(await pushManager.subscribe(how));
}

/** What keeps this browser from notifications; null where nothing does. `install` where the app has to be installed first. */
export type PushObstacle = 'install' | 'unsupported' | 'blocked';

/** What stands in the way right now. */
export function pushObstacle(): PushObstacle | null {
  const { navigator } = globalThis;
  const can =
    'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
  // Safari on a phone has push for installed apps alone, and says by this flag whether it is one.
  if (!can) return 'standalone' in navigator ? 'install' : 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : null;
}

/** The server's side of what this device is told; null where this site sends no push. */
async function register(): Promise<PushDevice | null> {
  const { publicKey, pairs } = (await call('pushSettings', {})).data;
  if (publicKey === null) return null;
  const subscription = await subscriptionFor(publicKey);
  const { subscription: before } = await readPushState();
  const replaces = before && before.endpoint !== subscription.endpoint ? before.endpoint : null;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const body = { subscription, zone, ...(replaces !== null && { replaces }) };
  const { data: device } = await call('subscribe', { body });
  const clockAhead = -(clockOffset.get()?.offset ?? 0);
  await changePushState((kept) => ({ ...kept, subscription, device, pairs, clockAhead }));
  return device;
}

/**
 * Has this device told, as its member asked for by a tap: the browser is asked for its permission now.
 * @returns null where this site sends no push; `blocked` where the member or the browser said no
 * @throws ApiError @throws NetworkError @throws DOMException where the browser makes no subscription
 */
export async function turnPushOn(): Promise<PushDevice | 'blocked' | null> {
  const permission = await Notification.requestPermission();
  return permission === 'granted' ? register() : 'blocked';
}

/** Has this device told nothing any more. @throws ApiError @throws NetworkError */
export async function turnPushOff(): Promise<void> {
  const { device } = await readPushState();
  if (device) await call('unsubscribe', { params: { id: device.id } });
  await unsubscribePush();
}

/** Changes what this device is told. @throws ApiError @throws NetworkError */
export async function changePush(
  { id }: PushDevice,
  change: { preferences?: PushPreferences; pausedUntil?: string | null },
): Promise<PushDevice> {
  const { data: device } = await call('changePush', { params: { id }, body: change });
  await changePushState((kept) => ({
    ...kept,
    device,
    unopened: device.pausedUntil === null ? kept.unopened : 0,
  }));
  return device;
}

/** Has a notification sent to this device; its id. @throws ApiError @throws NetworkError */
export async function sendTest({ id }: PushDevice): Promise<string> {
  return (await call('testPush', { params: { id } })).data.push;
}

/**
 * Compares this browser's subscription with what the server knows of it, once the app has started: what either lost is
 * made anew. Asks nobody for anything; never rejects.
 */
export async function comparePush(): Promise<void> {
  try {
    const { subscription } = await readPushState();
    if (pushObstacle() !== null || Notification.permission !== 'granted') return;
    // A subscription of somebody who has signed out meanwhile is nobody's any more.
    if (subscription) await register();
    else await unsubscribePush();
  } catch {
    // Offline, or refused: the next start compares again.
  }
}

/** A test that is not shown by then (ms) is not waited for any longer. */
const SHOWN_WITHIN_MS = 30_000;

/**
 * Has a notification sent to this device.
 * @returns how long (ms) it took from now on until it was shown, by this page's own clock; null where it was not shown
 * @throws ApiError @throws NetworkError
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
