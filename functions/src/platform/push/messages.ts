import type { PushPayload, Subscription } from '@quantalgo/contracts/push/push';
import { SEND_ATTEMPTS, waitAfter } from '../../domain/push/delivery';
import type { Clock } from '../core/clock';
import type { Push } from '../core/queues';
import type { Digester } from '../core/secrets';
import type { PushContent } from './contents';
import { receiptFor } from './receipts';
import type { Handling, SendPush } from './sender';

export interface SendDeps {
  readonly pushSecrets: Digester;
  readonly clock: Clock;
  readonly send: SendPush;
}

/** One message for one device. */
export interface Message {
  readonly push: Pick<Push, 'validUntil'> & {
    readonly id: string;
    readonly event: PushPayload['event'];
  };
  /** A device, by the id of its subscription. */
  readonly to: Subscription & { readonly id: string };
  readonly content: PushContent;
  readonly handling: Pick<Handling, 'urgency' | 'topic'>;
  /** Whether the device is asked to confirm that it was shown. */
  readonly measured: boolean;
}

/** The result of a message; `later` where its push service asks for a retry after `waitMs`. */
export type PushOutcome =
  | { readonly type: 'sent' | 'gone' | 'failed' }
  | { readonly type: 'later'; readonly waitMs: number };

function payloadOf({ pushSecrets }: SendDeps, message: Message, sentAt: number): string {
  const { push, to, content, measured } = message;
  const receipt = measured ? receiptFor(pushSecrets, { push: push.id, row: to.id, sentAt }) : null;
  const payload: PushPayload = {
    id: push.id,
    event: push.event,
    ...content,
    sentAt,
    until: push.event === 'signal' && content.ended !== true ? push.validUntil : null,
    receipt,
  };
  return JSON.stringify(payload);
}

/**
 * Sends a message; `attempt` counts from 1. A message that may have been delivered is never retried.
 * @returns `later` only while there are attempts and time left
 */
export async function sendMessage(
  deps: SendDeps,
  message: Message,
  attempt: number,
): Promise<PushOutcome> {
  const { validUntil } = message.push;
  const now = deps.clock();
  const ttl = Math.ceil((validUntil - now) / 1000);
  if (ttl <= 0) return { type: 'failed' };
  const how = { ...message.handling, ttl };
  const sent = await deps.send(message.to, payloadOf(deps, message, now), how);
  if (sent.type === 'sent' || sent.type === 'gone') return { type: sent.type };
  if (sent.type !== 'later' || attempt >= SEND_ATTEMPTS) return { type: 'failed' };
  const waitMs = waitAfter(attempt, sent.afterMs);
  return now + waitMs < validUntil ? { type: 'later', waitMs } : { type: 'failed' };
}
