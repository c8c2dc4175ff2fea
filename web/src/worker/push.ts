import { audiencesOf } from '@quantalgo/contracts/access/access';
import {
  type PushPayload,
  pushPayloadSchema,
  subscriptionSchema,
} from '@quantalgo/contracts/push/push';
import { signalOfPush } from '@quantalgo/contracts/signals/pushed';
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
  storedPushState,
} from '../data/push/pushState';
import { MUTED_NOW, mutedShown, notificationOf, type Shown } from './notification';
import { tellPages } from './pages';
import { storePushedSignal } from './pushedSignal';

declare const self: ServiceWorkerGlobalScope;

// The site's content security policy forbids code generated at run time.
z.config({ jitless: true });

function payloadIn(data: PushMessageData | null): PushPayload | null {
  try {
    return pushPayloadSchema.parse(data?.json());
  } catch {
    return null;
  }
}

const tookSchema = z.object({ data: z.object({ tookMs: z.number() }) });

/**
 * Reports to the server that a push was shown; returns its delivery time (ms), null if none was requested or the report
 * failed.
 */
async function report(receipt: string | null, shownAt: number): Promise<number | null> {
  if (receipt === null) return null;
  try {
    const body = JSON.stringify({ receipt, shownForMs: performance.now() - shownAt });
    const headers = { 'Content-Type': 'application/json' };
    const reply = await fetch('/api/push/shown', { method: 'POST', headers, body });
    return tookSchema.parse(await reply.json()).data.tookMs;
  } catch {
    return null;
  }
}

/** Longest time (ms) that a database which hangs may delay a notification. */
const NOTED_WITHIN_MS = 300;

/** Longest time (ms) for handling a push. */
const WORK_WITHIN_MS = 20_000;

/** The push state after a push. */
function withPush(kept: PushState, payload: PushPayload | null): PushState {
  if (payload?.access && payload.member === kept.member) return { ...kept, access: payload.access };
  if (payload?.event !== 'signal') return kept;
  const { mute, unopened } = kept;
  const isOver = payload.ended === true;
  if (mute && isMuted(kept, Date.now()))
    return isOver ? kept : { ...kept, mute: { ...mute, came: mute.came + 1 } };
  if (isOver) return { ...kept, mute: null };
  return { ...kept, mute: null, unopened: unopened + 1 };
}

/** Whether a push would take the place of a notification that still stands. */
const replaces = ({ id }: PushPayload): Promise<boolean> =>
  self.registration.getNotifications({ tag: id }).then(
    ({ length }) => length > 0,
    () => false,
  );

/**
 * The notification of a push. Signals that arrive while muted share one line; what ends one whose notification still
 * stands takes its place also then, without a sound, or it would go on saying when to enter.
 */
async function shownOf(
  payload: PushPayload | null,
  { mute, unopened, clockAhead }: PushState,
): Promise<Shown> {
  const now = Date.now() - clockAhead;
  const isSignal = payload?.event === 'signal';
  const isNew = isSignal && payload.ended !== true;
  if (!isSignal || !mute) return notificationOf(payload, now, isNew ? unopened : 0);
  if (!isNew && (await withTimeout(NOTED_WITHIN_MS, replaces(payload), false)))
    return notificationOf({ ...payload, silent: true }, now, 0);
  return mute.came === 0 ? MUTED_NOW : mutedShown(mute.came);
}

/** Stores the signal of a push in its member's database, if they still have access, and sets the icon's badge. */
async function storeCarriedSignal(
  { member, signal: carried, entered }: PushPayload,
  kept: PushState,
) {
  const signal = signalOfPush(carried, entered);
  const isTheirs = member !== undefined && member === kept.member;
  if (!signal || !isTheirs || (kept.access && !audiencesOf(kept.access).includes(signal.audience)))
    return;
  const unseen = await storePushedSignal(member, signal, Date.now() - kept.clockAhead);
  if (unseen === null) return;
  if (unseen > 0 && 'setAppBadge' in navigator)
    await navigator.setAppBadge(unseen).catch(() => undefined);
  await tellPages({ type: PUSH_MESSAGE.shown, stored: signal.id });
}

/** False for a push of somebody who has signed out here: only that there is news may then be shown. */
const isOfMember = async (payload: PushPayload | null): Promise<boolean> => {
  if (payload?.member === undefined) return true;
  return (await storedPushState()).member === payload.member;
};

/** Shows a push, whatever its content, then stores its signal and reports it to the server and the pages. */
async function show(data: PushMessageData | null): Promise<void> {
  const payload = payloadIn(data);
  const noted = changePushState((before) => withPush(before, payload));
  const kept = await withTimeout(NOTED_WITHIN_MS, noted, withPush(EMPTY_STATE, payload));
  const isTheirs = await withTimeout(NOTED_WITHIN_MS, isOfMember(payload), true);
  const { title, options } = await shownOf(isTheirs ? payload : null, kept);
  await self.registration.showNotification(title, options);
  const shownAt = performance.now();
  await closeNotifications(
    self.registration,
    (one, tag) => tag !== options.tag && isExpired(one, Date.now() - kept.clockAhead),
  );
  await tellPages({ type: PUSH_MESSAGE.shown, id: payload?.id, tookMs: null });
  const stored = noted.then((state) => payload && storeCarriedSignal(payload, state));
  const [tookMs] = await Promise.all([
    report(payload?.receipt ?? null, shownAt),
    stored.catch(() => undefined),
  ]);
  if (tookMs !== null) await changePushState((before) => ({ ...before, tookMs }));
  await tellPages({ type: PUSH_MESSAGE.shown, tookMs });
}

self.addEventListener('push', (event) =>
  event.waitUntil(withTimeout(WORK_WITHIN_MS, show(event.data), undefined)),
);

const changeSchema = z.object({ oldSubscription: z.custom<PushSubscription | null>() });

/** The server key of the previous subscription, if the browser provides it; old ones don't. */
function serverKeyOf(event: Event): BufferSource | null {
  const parsed = changeSchema.safeParse(event);
  return parsed.data?.oldSubscription?.options.applicationServerKey ?? null;
}

/**
 * Replaces a subscription that the browser has dropped; the previous one's secret authorizes this to the server. If it
 * fails, the next start of the app repairs it.
 */
async function subscribeAnew(event: Event): Promise<void> {
  const { subscription: before } = await readPushState();
  const applicationServerKey = serverKeyOf(event);
  if (!before || !applicationServerKey) return;
  const how = { userVisibleOnly: true, applicationServerKey };
  const made = await self.registration.pushManager.subscribe(how);
  const { endpoint, keys } = made.toJSON();
  const after = subscriptionSchema.parse({ endpoint, keys });
  const body = JSON.stringify({ before, after });
  const headers = { 'Content-Type': 'application/json' };
  const reply = await fetch('/api/push/moved', { method: 'POST', headers, body });
  if (reply.ok) await changePushState((kept) => ({ ...kept, subscription: after }));
}

self.addEventListener('pushsubscriptionchange', (event: Event) => {
  if (event instanceof ExtendableEvent)
    event.waitUntil(subscribeAnew(event).catch(() => undefined));
});
