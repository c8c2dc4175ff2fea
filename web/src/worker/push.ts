import { getAudiences } from '@quantalgo/contracts/access/access';
import {
  type PushPayload,
  pushPayloadSchema,
  subscriptionSchema,
} from '@quantalgo/contracts/push/push';
import { parsePushedSignal } from '@quantalgo/contracts/signals/pushed';
import * as z from 'zod/mini';
import { withTimeout } from '../data/core/withTimeout';
import { PUSH_MESSAGE } from '../data/core/workerProtocol';
import { closeNotifications, isExpired } from '../data/push/shownNotifications';
import {
  changePushState,
  EMPTY_STATE,
  isMuted,
  type PushState,
  readPushState,
  readPushStateOrThrow,
} from '../data/push/pushState';
import {
  MUTE_CONFIRMATION,
  createMutedNotification,
  toNotification,
  downgradePays,
  type NotificationContent,
} from './notification';
import { postToPages } from './pages';
import { storePushedSignal } from './pushedSignal';

declare const self: ServiceWorkerGlobalScope;

// The content security policy forbids code generated at run time.
z.config({ jitless: true });

function parsePayload(data: PushMessageData | null): PushPayload | null {
  try {
    return pushPayloadSchema.parse(data?.json());
  } catch {
    return null;
  }
}

const receiptSchema = z.object({ data: z.object({ tookMs: z.number() }) });

/**
 * Reports to the server that a push was shown. @returns its delivery time (ms), null if none was
 * requested or the report failed
 */
async function report(receipt: string | null, shownAt: number): Promise<number | null> {
  if (receipt === null) return null;
  try {
    const body = JSON.stringify({ receipt, shownForMs: performance.now() - shownAt });
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch('/api/push/shown', { method: 'POST', headers, body });
    return receiptSchema.parse(await response.json()).data.tookMs;
  } catch {
    return null;
  }
}

/** A hanging database mustn't delay a notification for longer. */
const STORE_TIMEOUT_MS = 300;

/** Longer, because after it the member only sees that there is a notification. */
const MEMBER_TIMEOUT_MS = 3000;

const PUSH_TIMEOUT_MS = 20_000;

function applyPush(state: PushState, payload: PushPayload | null): PushState {
  if (payload?.access && payload.member === state.member)
    return { ...state, access: payload.access };
  if (payload?.event !== 'signal') return state;
  const { mute, unopened } = state;
  const hasEnded = payload.ended === true;
  if (mute && isMuted(state, Date.now()))
    return hasEnded ? state : { ...state, mute: { ...mute, came: mute.came + 1 } };
  if (hasEnded) return { ...state, mute: null };
  return { ...state, mute: null, unopened: unopened + 1 };
}

const isReplacing = ({ id }: PushPayload): Promise<boolean> =>
  self.registration.getNotifications({ tag: id }).then(
    ({ length }) => length > 0,
    () => false,
  );

/**
 * Signals that arrive while muted share one notification. The end of a signal silently replaces its
 * visible notification, which would otherwise still state when to enter.
 */
async function buildNotification(
  payload: PushPayload | null,
  { mute, unopened, clockAhead }: PushState,
): Promise<NotificationContent> {
  const now = Date.now() - clockAhead;
  const isSignal = payload?.event === 'signal';
  const isNew = isSignal && payload.ended !== true;
  if (!isSignal || !mute) return toNotification(payload, now, isNew ? unopened : 0);
  if (!isNew && (await withTimeout(STORE_TIMEOUT_MS, isReplacing(payload), false)))
    return toNotification({ ...payload, silent: true }, now, 0);
  return mute.came === 0 ? MUTE_CONFIRMATION : createMutedNotification(mute.came);
}

async function storeCarriedSignal(
  { member, signal: content, entered }: PushPayload,
  state: PushState,
) {
  const signal = parsePushedSignal(content, entered);
  const isOwn = member !== undefined && member === state.member;
  if (!signal || !isOwn || (state.access && !getAudiences(state.access).includes(signal.audience)))
    return;
  const unseen = await storePushedSignal(member, signal, Date.now() - state.clockAhead);
  if (unseen === null) return;
  if (unseen > 0 && 'setAppBadge' in navigator)
    await navigator.setAppBadge(unseen + state.unread).catch(() => undefined);
  await postToPages({ type: PUSH_MESSAGE.shown, stored: signal.id });
}

/**
 * True if the push's member is logged in on this device. False if the database can't be read in
 * time, because the content must not be shown to anyone else.
 */
async function isForMember(payload: PushPayload): Promise<boolean> {
  if (payload.member === undefined) return true;
  const isOwn = readPushStateOrThrow().then(
    ({ member }) => member === payload.member,
    () => false,
  );
  return withTimeout(MEMBER_TIMEOUT_MS, isOwn, false);
}

async function showPush(data: PushMessageData | null): Promise<void> {
  const payload = parsePayload(data);
  const stateWrite = changePushState((state) => applyPush(state, payload));
  const pushState = await withTimeout(
    STORE_TIMEOUT_MS,
    stateWrite,
    applyPush(EMPTY_STATE, payload),
  );
  const memberPayload = payload && (await isForMember(payload)) ? payload : null;
  const shownPayload =
    memberPayload && pushState.isRefuted ? downgradePays(memberPayload) : memberPayload;
  const { title, options } = await buildNotification(shownPayload, pushState);
  await self.registration.showNotification(title, options);
  const shownAt = performance.now();
  await closeNotifications(
    self.registration,
    (shown, tag) => tag !== options.tag && isExpired(shown, Date.now() - pushState.clockAhead),
  );
  await postToPages({ type: PUSH_MESSAGE.shown, id: payload?.id, tookMs: null });
  const signalWrite = stateWrite.then((state) => payload && storeCarriedSignal(payload, state));
  const [tookMs] = await Promise.all([
    report(payload?.receipt ?? null, shownAt),
    signalWrite.catch(() => undefined),
  ]);
  if (tookMs !== null) await changePushState((state) => ({ ...state, tookMs }));
  await postToPages({ type: PUSH_MESSAGE.shown, tookMs });
}

self.addEventListener('push', (event) =>
  event.waitUntil(withTimeout(PUSH_TIMEOUT_MS, showPush(event.data), undefined)),
);

const changeSchema = z.object({ oldSubscription: z.custom<PushSubscription | null>() });

function getServerKey(event: Event): BufferSource | null {
  const parsed = changeSchema.safeParse(event);
  return parsed.data?.oldSubscription?.options.applicationServerKey ?? null;
}

/**
 * Replaces a subscription that the browser has dropped; the old one's secret authorises this. If it
 * fails, the next start of the app repairs it.
 */
async function renewSubscription(event: Event): Promise<void> {
  const { subscription: before } = await readPushState();
  const applicationServerKey = getServerKey(event);
  if (!before || !applicationServerKey) return;
  const options = { userVisibleOnly: true, applicationServerKey };
  const created = await self.registration.pushManager.subscribe(options);
  const { endpoint, keys } = created.toJSON();
  const after = subscriptionSchema.parse({ endpoint, keys });
  const body = JSON.stringify({ before, after });
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch('/api/push/moved', { method: 'POST', headers, body });
  if (response.ok) await changePushState((state) => ({ ...state, subscription: after }));
}

self.addEventListener('pushsubscriptionchange', (event: Event) => {
  if (event instanceof ExtendableEvent)
    event.waitUntil(renewSubscription(event).catch(() => undefined));
});
