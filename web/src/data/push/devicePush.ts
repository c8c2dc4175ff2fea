import type { PushDevice, PushPreferences } from '@quantalgo/contracts';
import { call } from '../api/call';
import { clockOffset } from '../clock/offset';
import { changeKept, readKept } from './kept';
import { leavePush } from './leave';
import { subscriptionFor } from './subscription';

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
  const { publicKey } = (await call('pushSettings', {})).data;
  if (publicKey === null) return null;
  const subscription = await subscriptionFor(publicKey);
  const { subscription: before } = await readKept();
  const replaces = before && before.endpoint !== subscription.endpoint ? before.endpoint : null;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const body = { subscription, zone, ...(replaces !== null && { replaces }) };
  const { data: device } = await call('subscribe', { body });
  const clockAhead = -(clockOffset.get()?.offset ?? 0);
  await changeKept((kept) => ({ ...kept, subscription, device, clockAhead }));
  return device;
}

/**
 * Has this device told, as its member asked for by a tap: the browser is asked for its permission now.
 * @returns null where this site sends no push; `blocked` where the member or the browser said no
 * @throws ApiError @throws NetworkError @throws DOMException where the browser makes no subscription
 */
export async function turnOn(): Promise<PushDevice | 'blocked' | null> {
  const permission = await Notification.requestPermission();
  return permission === 'granted' ? register() : 'blocked';
}

/** Has this device told nothing any more. @throws ApiError @throws NetworkError */
export async function turnOff(): Promise<void> {
  const { device } = await readKept();
  if (device) await call('unsubscribe', { params: { id: device.id } });
  await leavePush();
}

/** Changes what this device is told. @throws ApiError @throws NetworkError */
export async function changePush(
  { id }: PushDevice,
  change: { preferences?: PushPreferences; pausedUntil?: string | null },
): Promise<PushDevice> {
  const { data: device } = await call('changePush', { params: { id }, body: change });
  await changeKept((kept) => ({
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
    const { subscription } = await readKept();
    if (pushObstacle() !== null || Notification.permission !== 'granted') return;
    // A subscription of somebody who has signed out meanwhile is nobody's any more.
    if (subscription) await register();
    else await leavePush();
  } catch {
    // Offline, or refused: the next start compares again.
  }
}
