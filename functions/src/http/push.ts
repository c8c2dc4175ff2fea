import { NOT_SUBSCRIBED, UNKNOWN_ZONE } from '@quantalgo/contracts/push/endpoints';
import type { Subscription } from '@quantalgo/contracts/push/push';
import { isPushEndpoint } from '../domain/push/delivery';
import { isZone } from '../domain/push/preferences';
import { toPushFields, getPushesCollection } from '../platform/core/queues';
import { countShown, parseReceipt, RECEIPT_SHARDS } from '../platform/push/receipts';
import { toPushDevice } from '../platform/auth/pushSubscriptions';
import {
  changeSubscription,
  listPushDevices,
  moveSubscription,
  isSubscriptionOwner,
  registerSubscription,
  removeSubscription,
} from '../platform/push/subscriptions';
import { draw } from '../platform/core/secrets';
import { enforceLimits, type EndpointHandlers } from './core/request';
import type { ApiDeps } from './core/deps';
import { HttpError } from './core/reply';
import { requireStaffFactor } from './auth/secondFactor';

type PushEndpoints =
  | 'pushSettings'
  | 'pushDevices'
  | 'subscribe'
  | 'changePush'
  | 'unsubscribe'
  | 'testPush'
  | 'pushShown'
  | 'movePush';

const createNotSubscribedError = () => new HttpError(404, NOT_SUBSCRIBED);

// Without this check, a caller could make the server send requests to any host (SSRF).
function requirePushService({ push: { local } }: ApiDeps, { endpoint }: Subscription): void {
  if (!isPushEndpoint(endpoint, local))
    throw new HttpError(400, 'This browser’s push service isn’t supported');
}

export const createPushHandlers = (deps: ApiDeps): EndpointHandlers<PushEndpoints> => ({
  pushSettings() {
    const { publicKey, pairs } = deps.push;
    return Promise.resolve({ data: { publicKey, pairs: [...pairs] } });
  },

  async pushDevices({ caller: { session } }) {
    return { data: await listPushDevices(deps.firestore, session, deps.clock()) };
  },

  async subscribe({ body: { subscription, zone, replaces }, caller }) {
    if (deps.push.publicKey === null)
      throw new HttpError(409, 'Notifications are not set up on this site');
    requirePushService(deps, subscription);
    if (!isZone(zone)) throw new HttpError(400, UNKNOWN_ZONE);
    requireStaffFactor(deps, caller);
    const { session } = caller;
    await enforceLimits(deps.limiter, ['memberSubscriptions', session.uid]);
    const registration = { session, subscription, zone, replaces };
    const row = await registerSubscription(deps.firestore, registration, deps.clock());
    if (row === 'taken') throw new HttpError(409, 'This subscription belongs to another browser');
    return { data: toPushDevice(row), message: 'Notifications are on' };
  },

  async changePush({ params: { id }, body, caller: { session } }) {
    const { preferences, pausedUntil, verdicts } = body;
    const until = typeof pausedUntil === 'string' ? Date.parse(pausedUntil) : pausedUntil;
    const change = { preferences, verdicts, pausedUntil: until };
    const row = await changeSubscription(deps.firestore, { id, uid: session.uid }, change);
    if (!row) throw createNotSubscribedError();
    return { data: toPushDevice(row) };
  },

  async unsubscribe({ params: { id }, caller: { session } }) {
    if (!(await removeSubscription(deps.firestore, { id, uid: session.uid })))
      throw createNotSubscribedError();
    return { data: {}, message: 'Notifications are off' };
  },

  async testPush({ params: { id }, caller: { session } }) {
    const { clock, firestore, limiter } = deps;
    const { uid } = session;
    if (!(await isSubscriptionOwner(firestore, { id, uid }))) throw createNotSubscribedError();
    await enforceLimits(limiter, ['memberTestPushes', uid]);
    const now = clock();
    const pushEvent = { event: 'test', uid, about: id } as const;
    const { id: push } = await getPushesCollection(firestore).add(toPushFields(pushEvent, now));
    return { data: { push } };
  },

  async pushShown({ body, origin }) {
    const { clock, firestore, limiter, pushSecrets } = deps;
    const receipt = parseReceipt(pushSecrets, body.receipt);
    if (!receipt) throw new HttpError(400, 'Invalid receipt');
    await enforceLimits(limiter, ['originPushes', origin]);
    const tookMs = Math.max(0, clock() - receipt.sentAt - body.shownForMs);
    await countShown(firestore, receipt, { tookMs, shard: draw(RECEIPT_SHARDS) });
    return { data: { tookMs } };
  },

  async movePush({ body, origin }) {
    requirePushService(deps, body.after);
    await enforceLimits(deps.limiter, ['originPushes', origin]);
    if (!(await moveSubscription(deps.firestore, body, deps.clock())))
      throw createNotSubscribedError();
    return { data: {} };
  },
});
