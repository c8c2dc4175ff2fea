import type { Subscription } from '@quantalgo/contracts/push/push';
import webPush from 'web-push';
import * as z from 'zod/mini';
import { classifyReply, parseRetryAfter } from '../../domain/push/delivery';
import { type PushConnections, NeverSentError, openPushConnections } from './connections';

/** VAPID keys (RFC 8292). */
export interface PushKeys {
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** `ttl` is in seconds. A message replaces an undelivered one with the same `topic`. */
export interface PushHandling {
  readonly ttl: number;
  readonly urgency: 'high' | 'normal';
  readonly topic: string;
}

/** `unknown`: the service didn't confirm, but may have received the message. */
export type SendResult =
  | { readonly type: 'sent' | 'gone' | 'refused' | 'unknown' }
  | { readonly type: 'later'; readonly afterMs: number | null };

export type SendPush = (
  to: Subscription,
  payload: string,
  handling: PushHandling,
) => Promise<SendResult>;

const SIGNATURE_INTERVAL_S = 60 * 60;

/** Reuses signatures for an hour per push service, because signing is the most expensive step. */
function createSigner({ subject, publicKey, privateKey }: PushKeys): (origin: string) => string {
  const signatures = new Map<string, { header: string; until: number }>();
  return (origin) => {
    const now = Math.floor(Date.now() / 1000);
    const signature = signatures.get(origin);
    if (signature && signature.until > now + SIGNATURE_INTERVAL_S) return signature.header;
    const until = now + 2 * SIGNATURE_INTERVAL_S;
    const { Authorization: header } = webPush.getVapidHeaders(
      origin,
      subject,
      publicKey,
      privateKey,
      'aes128gcm',
      until,
    );
    signatures.set(origin, { header, until });
    return header;
  };
}

const headersSchema = z.record(z.string(), z.coerce.string());

/** Sends Web Push (RFC 8030), encrypted for the device (RFC 8291). */
export function createPushSender(
  keys: PushKeys,
  { post }: Pick<PushConnections, 'post'> = openPushConnections(),
): SendPush {
  const authorize = createSigner(keys);
  return async (to, payload, { ttl, urgency, topic }) => {
    try {
      const authorization = authorize(new URL(to.endpoint).origin);
      const { headers, body } = webPush.generateRequestDetails(to, payload, {
        TTL: ttl,
        urgency,
        topic,
        headers: { Authorization: authorization },
      });
      const { 'Content-Length': _, ...messageHeaders } = headersSchema.parse(headers);
      const response = await post(to.endpoint, { headers: messageHeaders, body });
      const type = classifyReply(response.status);
      return type === 'later' ? { type, afterMs: parseRetryAfter(response.retryAfter) } : { type };
    } catch (error) {
      return error instanceof NeverSentError
        ? { type: 'later', afterMs: null }
        : { type: 'unknown' };
    }
  };
}
