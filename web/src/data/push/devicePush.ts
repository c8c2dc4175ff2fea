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
import { withLock } from '../core/withLock';
import { withTimeout } from '../core/withTimeout';
import { call } from '../auth/call';
import { unsubscribePush } from '../auth/endSession';
import { getCurrentUser } from '../auth/currentSession';
import { touchSignal } from '../storage/signalTable';
import { withDatabase } from '../storage/memberDatabase';
import { PUSH_MESSAGE } from '../core/workerProtocol';
import { changePushState, isMuted, readPushState, readPushStateOrThrow } from './pushState';

function hasKey(subscription: PushSubscription, publicKey: string): boolean {
  const key = subscription.options.applicationServerKey;
  if (!key) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey;
}

const toWire = (subscription: PushSubscription): Subscription => {
  const { endpoint, keys } = subscription.toJSON();
  return subscriptionSchema.parse({ endpoint, keys });
};

const READY_TIMEOUT_MS = 20_000;

/** @throws Error if no service worker could be installed; `ready` then stays pending */
async function getPushManager(): Promise<PushManager> {
  const ready: Promise<ServiceWorkerRegistration | null> = navigator.serviceWorker.ready;
  const registration = await withTimeout(READY_TIMEOUT_MS, ready, null);
  if (!registration) throw new Error('No service worker is ready');
  return registration.pushManager;
}

async function ensureSubscription(publicKey: string): Promise<Subscription> {
  const pushManager = await getPushManager();
  const existing = await pushManager.getSubscription();
  if (existing && hasKey(existing, publicKey)) return toWire(existing);
  await existing?.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  return toWire(await pushManager.subscribe(options));
}

export type PushObstacle = 'install' | 'unsupported' | 'blocked';

export function getPushObstacle(): PushObstacle | null {
  const { navigator } = globalThis;
  const isSupported =
    'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
  // Safari on iOS supports push only in installed apps. No other browser has this flag.
  if (!isSupported) return 'standalone' in navigator ? 'install' : 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : null;
}

async function register(): Promise<PushDevice | null> {
  const { publicKey, pairs } = (await call(pushEndpoints.pushSettings, {})).data;
  if (publicKey === null) return null;
  const subscription = await ensureSubscription(publicKey);
  const { subscription: stored } = await readPushState();
  const replaces = stored && stored.endpoint !== subscription.endpoint ? stored.endpoint : null;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const body = { subscription, zone, ...(replaces !== null && { replaces }) };
  const { data: device } = await call(pushEndpoints.subscribe, { body });
  const clockAhead = -(clockOffset.get()?.offset ?? 0);
  // The page now knows the member's access, so the access from pushes no longer applies.
  const memberState = { member: getCurrentUser()?.id ?? null, access: null };
  await changePushState((state) => ({
    ...state,
    ...memberState,
    subscription,
    device,
    pairs,
    clockAhead,
  }));
  return device;
}

/** Covers the wait for the worker, and two calls, which time out after 25 s each. */
const LOCK_TIMEOUT_MS = 80_000;

/** Otherwise another tab may end a subscription that this one hasn't stored yet. */
const withPushLock = <T>(work: () => Promise<T>): Promise<T> =>
  withLock({ name: 'quantalgo-push', mode: 'exclusive', timeoutMs: LOCK_TIMEOUT_MS }, work);

/**
 * Browsers prompt for permission only after a tap, so call it from a click handler.
 * @returns null if this site sends no push; `blocked` if the member or the browser refused
 * @throws ApiError
 * @throws NetworkError
 * @throws DOMException if the browser creates no subscription
 */
export async function enablePush(): Promise<PushDevice | 'blocked' | null> {
  const permission = await Notification.requestPermission();
  return permission === 'granted' ? withPushLock(register) : 'blocked';
}

export async function disablePush(): Promise<void> {
  const { device } = await readPushState();
  if (device) await call(pushEndpoints.unsubscribe, { params: { id: device.id } });
  await unsubscribePush();
}

export const fetchPushDevices = async (): Promise<ListedPush[]> =>
  (await call(pushEndpoints.pushDevices, {})).data;

export async function disablePushElsewhere(id: string): Promise<void> {
  await call(pushEndpoints.unsubscribe, { params: { id } });
}

/** The server doesn't clear a pause that has ended. */
const isDevicePaused = ({ pausedUntil }: PushDevice): boolean =>
  pausedUntil !== null && Date.parse(pausedUntil) > serverNow();

export async function changePush(
  { id }: PushDevice,
  change: { preferences?: PushPreferences; pausedUntil?: string | null; verdicts?: VerdictName[] },
): Promise<PushDevice> {
  const { data: device } = await call(pushEndpoints.changePush, { params: { id }, body: change });
  await changePushState((state) => ({
    ...state,
    device,
    unopened: isDevicePaused(device) ? 0 : state.unopened,
    // A choice in the app overrides the notification's mute button.
    mute: change.pausedUntil === undefined ? state.mute : null,
  }));
  return device;
}

async function sendTest({ id }: PushDevice): Promise<string> {
  return (await call(pushEndpoints.testPush, { params: { id } })).data.push;
}

const shownSchema = z.object({
  type: z.literal(PUSH_MESSAGE.shown),
  id: z.optional(z.string()),
  stored: z.optional(z.string()),
  muted: z.optional(z.boolean()),
});

type ShownMessage = z.infer<typeof shownSchema>;

function followWorker(onShown: (shown: ShownMessage) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const { serviceWorker } = navigator;
  const receive = ({ data }: MessageEvent<unknown>) => {
    const message = shownSchema.safeParse(data);
    if (message.success) onShown(message.data);
  };
  serviceWorker.addEventListener('message', receive);
  return () => serviceWorker.removeEventListener('message', receive);
}

export const followShown = (onShown: (id: string | undefined) => void): (() => void) =>
  followWorker(({ id }) => onShown(id));

async function sendMute(): Promise<void> {
  const state = await readPushState();
  const { device, mute } = state;
  if (!device || isDevicePaused(device) || !mute || !isMuted(state, Date.now())) return;
  const body = { pausedUntil: new Date(mute.until).toISOString() };
  const { data } = await call(pushEndpoints.changePush, { params: { id: device.id }, body });
  await changePushState((current) => ({ ...current, device: data }));
}

async function syncSubscription(): Promise<void> {
  // Throws if the state can't be read, so that the subscription isn't removed by mistake.
  const { subscription } = await readPushStateOrThrow();
  if (getPushObstacle() !== null || Notification.permission !== 'granted') return;
  // The member whose subscription it was has logged out.
  if (!subscription) return unsubscribePush();
  try {
    await register();
  } finally {
    // Needed even if the server currently doesn't register this device.
    await sendMute();
  }
}

/**
 * Restores the subscription if the browser or the server has lost it. Never rejects, because the
 * next start syncs again.
 */
export const syncPush = (): Promise<void> => withPushLock(syncSubscription).catch(ignoreExpected);

let stopFollowing: () => void = () => undefined;

export async function followPush(uid: string): Promise<void> {
  stopFollowing();
  stopFollowing = followWorker(({ stored, muted }) => {
    // If this fails, the next start retries it.
    if (muted === true) sendMute().catch(ignoreExpected);
    if (stored === undefined) return;
    withDatabase(uid, (database) => touchSignal(database, stored)).catch(ignoreExpected);
  });
  await syncPush();
}

const TEST_PUSH_TIMEOUT_MS = 30_000;

/**
 * @returns the time (ms) until this device showed a test notification, by this page's clock; null
 * if it didn't
 */
export async function measureTestPush(device: PushDevice): Promise<number | null> {
  const startedAt = performance.now();
  const shownAt = new Map<string, number>();
  let check: () => void = () => undefined;
  const stop = followShown((id = '') => {
    shownAt.set(id, performance.now());
    check();
  });
  try {
    // The notification may be shown before the server has responded.
    const push = await sendTest(device);
    await new Promise<void>((resolve) => {
      check = () => {
        if (shownAt.has(push)) resolve();
      };
      check();
      setTimeout(resolve, TEST_PUSH_TIMEOUT_MS);
    });
    const testShownAt = shownAt.get(push);
    return testShownAt === undefined ? null : testShownAt - startedAt;
  } finally {
    stop();
  }
}
