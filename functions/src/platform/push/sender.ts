import type { Subscription } from '@quantalgo/contracts';
import webPush from 'web-push';
import * as z from 'zod/mini';
import { classifyReply, wasNeverSent, retryAfterMs } from '../../domain/pushDelivery';

/** The site's own key pair for push (VAPID, RFC 8292), and where its owner is reached. */
export interface PushKeys {
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** How a push service treats a message: for how long (s) it is kept, and what it takes the place of. */
export interface Handling {
  readonly ttl: number;
  readonly urgency: 'high' | 'normal';
  readonly topic: string;
}

/** What became of one message; `unknown` where the service may have it and did not say so. */
export type Sent =
  | { readonly type: 'sent' | 'gone' | 'refused' | 'unknown' }
  | { readonly type: 'later'; readonly afterMs: number | null };

/** Hands a message for one device to its push service. Never rejects. */
export type SendPush = (to: Subscription, payload: string, how: Handling) => Promise<Sent>;

const ANSWERS_WITHIN_MS = 10_000;
const SIGNED_FOR_S = 60 * 60;

const causeSchema = z.object({ cause: z.object({ code: z.string() }) });

/** Signs for each push service once an hour: signing costs more than all else. */
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

/** Sends by the Web Push protocol (RFC 8030), encrypted for the device (RFC 8291). */
export function pushSender(keys: PushKeys): SendPush {
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
      const { 'Content-Length': _, ...rest } = z
        .record(z.string(), z.coerce.string())
        .parse(headers);
      const answer = await fetch(to.endpoint, {
        method: 'POST',
        headers: rest,
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      });
      await answer.body?.cancel();
      const type = classifyReply(answer.status);
      if (type !== 'later') return { type };
      return { type, afterMs: retryAfterMs(answer.headers.get('retry-after')) };
    } catch (error) {
      const code = causeSchema.safeParse(error).data?.cause.code;
      return wasNeverSent(code) ? { type: 'later', afterMs: null } : { type: 'unknown' };
    }
  };
}
