import type { Subscription } from '@quantalgo/contracts/push/push';
import webPush from 'web-push';
import * as z from 'zod/mini';
import { classifyReply, retryAfterMs } from '../../domain/push/delivery';
import { type Connections, NeverSentError, openConnections } from './connections';

/** The site's key pair for push (VAPID, RFC 8292), and its owner's contact address. */
export interface PushKeys {
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** How a push service handles a message: how long (s) it is stored, and the topic whose former message it replaces. */
export interface Handling {
  readonly ttl: number;
  readonly urgency: 'high' | 'normal';
  readonly topic: string;
}

/** The result of one message; `unknown` where the service may have got it but didn't confirm it. */
export type Sent =
  | { readonly type: 'sent' | 'gone' | 'refused' | 'unknown' }
  | { readonly type: 'later'; readonly afterMs: number | null };

/** Sends a message for one device to its push service. Never rejects. */
export type SendPush = (to: Subscription, payload: string, how: Handling) => Promise<Sent>;

const SIGNED_FOR_S = 60 * 60;

/** Signs once an hour for each push service, because signing is the most expensive step. */
function signer({ subject, publicKey, privateKey }: PushKeys): (origin: string) => string {
  const signed = new Map<string, { header: string; until: number }>();
  return (origin) => {
    const now = Math.floor(Date.now() / 1000);
    const known = signed.get(origin);
    if (known && known.until > now + SIGNED_FOR_S) return known.header;
    const until = now + 2 * SIGNED_FOR_S;
    const { Authorization: header } = webPush.getVapidHeaders(
      origin,
      subject,
      publicKey,
      privateKey,
      'aes128gcm',
      until,
    );
    signed.set(origin, { header, until });
    return header;
  };
}

const headersSchema = z.record(z.string(), z.coerce.string());

/** Sends by the Web Push protocol (RFC 8030), encrypted for the device (RFC 8291), over persistent connections. */
export function pushSender(
  keys: PushKeys,
  { post }: Pick<Connections, 'post'> = openConnections(),
): SendPush {
  const authorize = signer(keys);
  return async (to, payload, { ttl, urgency, topic }) => {
    try {
      const authorization = authorize(new URL(to.endpoint).origin);
      const { headers, body } = webPush.generateRequestDetails(to, payload, {
        TTL: ttl,
        urgency,
        topic,
        headers: { Authorization: authorization },
      });
      const { 'Content-Length': _, ...rest } = headersSchema.parse(headers);
      const answer = await post(to.endpoint, { headers: rest, body });
      const type = classifyReply(answer.status);
      return type === 'later' ? { type, afterMs: retryAfterMs(answer.retryAfter) } : { type };
    } catch (error) {
      return error instanceof NeverSentError
        ? { type: 'later', afterMs: null }
        : { type: 'unknown' };
    }
  };
}
