import type { PushPayload, Subscription } from '@quantalgo/contracts/push/push';
import { ENTER_NOW_WINDOW_MS } from '@quantalgo/contracts/signals/signal';
import {
  MAX_RETRY_WAIT_MS,
  MAX_SEND_ATTEMPTS,
  getPushRetryDelay,
} from '../../domain/push/delivery';
import type { Clock } from '../core/clock';
import type { Push } from '../core/queues';
import type { Digester } from '../core/secrets';
import type { PushContent } from './contents';
import { createReceipt } from './receipts';
import type { PushHandling, SendPush } from './sender';

export interface SendDeps {
  readonly pushSecrets: Digester;
  readonly clock: Clock;
  readonly send: SendPush;
}

export interface Message {
  readonly push: Pick<Push, 'validUntil'> & {
    readonly id: string;
    readonly event: PushPayload['event'];
  };
  readonly to: Subscription & { readonly id: string };
  readonly content: PushContent;
  readonly handling: Pick<PushHandling, 'urgency' | 'topic'>;
  /** The device reports when it showed the message. */
  readonly measured: boolean;
}

/** `unknown`: may have been delivered. `later`: the push service requests a retry after `waitMs`. */
export type PushOutcome =
  | { readonly type: 'sent' | 'unknown' | 'gone' | 'failed' }
  | { readonly type: 'later'; readonly waitMs: number };

function buildPayload({ pushSecrets }: SendDeps, message: Message, sentAt: number): string {
  const { push, to, content, measured } = message;
  const receipt = measured
    ? createReceipt(pushSecrets, { push: push.id, row: to.id, sentAt })
    : null;
  const payload: PushPayload = {
    id: push.id,
    event: push.event,
    ...content,
    sentAt,
    until:
      push.event === 'signal' && content.ended !== true
        ? push.validUntil + ENTER_NOW_WINDOW_MS
        : null,
    receipt,
  };
  return JSON.stringify(payload);
}

/**
 * Never retries a message that may have been delivered.
 * @param attempt counted from 1
 * @returns `later` only if attempts and time are left
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
  const handling = { ...message.handling, ttl };
  const result = await deps.send(message.to, buildPayload(deps, message, now), handling);
  if (result.type === 'refused') return { type: 'failed' };
  if (result.type !== 'later') return { type: result.type };
  if (attempt >= MAX_SEND_ATTEMPTS) return { type: 'failed' };
  const waitMs = getPushRetryDelay(attempt, result.afterMs);
  const isWorthWaiting = waitMs <= MAX_RETRY_WAIT_MS && now + waitMs < validUntil;
  return isWorthWaiting ? { type: 'later', waitMs } : { type: 'failed' };
}
