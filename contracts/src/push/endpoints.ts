import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import {
  endpointSchema,
  listedPushSchema,
  pushDeviceSchema,
  pushPreferencesSchema,
  subscriptionSchema,
} from './push';
import { verdictNameSchema, VERDICTS } from '../signals/verdict';
import { timeField } from '../core/time';
import { pairSchema } from '../market/pairs';

export const NOT_SUBSCRIBED = 'This device isn’t subscribed to notifications';

export const UNKNOWN_ZONE = 'Unknown time zone';
const DEVICE_ID = /^[0-9a-f]{64}$/;

const deviceParams = z.strictObject({ id: z.string().check(z.regex(DEVICE_ID, NOT_SUBSCRIBED)) });

export const pushEndpoints = {
  /**
   * The public key for push subscriptions (null if this site sends no pushes), and the pairs with
   * signals.
   */
  pushSettings: endpoint({
    method: 'GET',
    path: '/api/push',
    caller: 'public',
    failure: 'Failed to get the push settings',
    cache: 'public, max-age=300',
    data: z.object({ publicKey: z.nullable(z.string()), pairs: z.array(pairSchema) }),
  }),
  /** The member's devices that get pushes, with browser and platform. */
  pushDevices: endpoint({
    method: 'GET',
    path: '/api/push/subscriptions',
    caller: 'member',
    failure: 'Failed to get the devices',
    cache: NO_STORE,
    data: z.array(listedPushSchema),
  }),
  /** Subscribes this session's device to push. Subscribing again keeps its preferences. */
  subscribe: endpoint({
    method: 'POST',
    path: '/api/push/subscriptions',
    caller: 'member',
    failure: 'Failed to turn on notifications',
    cache: NO_STORE,
    body: z.strictObject({
      subscription: subscriptionSchema,
      /** IANA zone, for quiet hours and daily limits. */
      zone: z.string().check(z.maxLength(64, UNKNOWN_ZONE)),
      replaces: z.optional(endpointSchema),
    }),
    data: pushDeviceSchema,
  }),
  /** Changes what a device receives, or pauses it. Omitted fields keep their values. */
  changePush: endpoint({
    method: 'PATCH',
    path: '/api/push/subscriptions/:id',
    caller: 'member',
    failure: 'Failed to save the notification settings',
    cache: NO_STORE,
    params: deviceParams,
    body: z.strictObject({
      preferences: z.optional(pushPreferencesSchema),
      verdicts: z.optional(z.array(verdictNameSchema).check(z.maxLength(VERDICTS.length))),
      pausedUntil: z.optional(z.nullable(timeField('pausedUntil must be a time'))),
    }),
    data: pushDeviceSchema,
  }),
  /** Unsubscribes a device from pushes. */
  unsubscribe: endpoint({
    method: 'DELETE',
    path: '/api/push/subscriptions/:id',
    caller: 'member',
    failure: 'Failed to turn off notifications',
    cache: NO_STORE,
    params: deviceParams,
    data: z.object({}),
  }),
  /** Sends a test notification to the device. */
  testPush: endpoint({
    method: 'POST',
    path: '/api/push/subscriptions/:id/test',
    caller: 'member',
    failure: 'Failed to send a notification',
    cache: NO_STORE,
    params: deviceParams,
    data: z.object({ push: z.string() }),
  }),
  /**
   * Reports that the push with this receipt was shown, and returns how long it took. Each push
   * counts once.
   */
  pushShown: endpoint({
    method: 'POST',
    path: '/api/push/shown',
    caller: 'public',
    failure: 'Failed to count the notification',
    cache: NO_STORE,
    body: z.strictObject({
      receipt: z.string().check(z.maxLength(300, 'Not a valid receipt')),
      shownForMs: z.number().check(z.gte(0), z.lte(60_000)),
    }),
    data: z.object({ tookMs: z.number() }),
  }),
  /** Replaces a subscription that the browser renewed. The old one’s secret proves ownership. */
  movePush: endpoint({
    method: 'POST',
    path: '/api/push/moved',
    caller: 'public',
    failure: 'Failed to renew the push subscription',
    cache: NO_STORE,
    body: z.strictObject({ before: subscriptionSchema, after: subscriptionSchema }),
    data: z.object({}),
  }),
} as const;
