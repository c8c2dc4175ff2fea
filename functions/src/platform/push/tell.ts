import type { PushPayload } from '@quantalgo/contracts';
import { SEND_ATTEMPTS, waitAfter } from '../../domain/push/sending';
import type { Secrets } from '../secrets';
import type { Message } from './messages';
import type { Push } from './pushes';
import { receiptFor } from './receipts';
import type { Row } from './rows';
import type { Handling, SendPush } from './sender';

interface TellDeps {
  readonly secrets: Secrets;
  readonly clock: () => number;
  readonly send: SendPush;
  readonly sleep: (ms: number) => Promise<unknown>;
}

/** One message for one device. */
export interface Letter {
  readonly push: Pick<Push, 'event' | 'validUntil'> & { readonly id: string };
  readonly row: Row;
  readonly message: Message;
  readonly handling: Pick<Handling, 'urgency' | 'topic'>;
  /** Whether the device is asked to say that it was shown. */
  readonly measured: boolean;
}

function payloadOf({ secrets }: TellDeps, letter: Letter, sentAt: number): string {
  const { push, row, message, measured } = letter;
  const receipt = measured ? receiptFor(secrets, { push: push.id, row: row.id, sentAt }) : null;
  const payload: PushPayload = {
    id: push.id,
    event: push.event,
    ...message,
    sentAt,
    until: push.event === 'signal' ? push.validUntil : null,
    receipt,
  };
  return JSON.stringify(payload);
}

/**
 * Tells one device, with retries while the push service asks for them and there is time. What may have gone out is not
 * sent again.
 */
export async function tell(deps: TellDeps, letter: Letter): Promise<'told' | 'gone' | 'failed'> {
  const { clock, send, sleep } = deps;
  const { validUntil } = letter.push;
  for (let attempt = 1; attempt <= SEND_ATTEMPTS; attempt += 1) {
    const now = clock();
    const ttl = Math.ceil((validUntil - now) / 1000);
    if (ttl <= 0) return 'failed';
    const how = { ...letter.handling, ttl };
    const sent = await send(letter.row, payloadOf(deps, letter, now), how);
    if (sent.type === 'sent') return 'told';
    if (sent.type === 'gone') return 'gone';
    if (sent.type !== 'later') return 'failed';
    const wait = waitAfter(attempt, sent.afterMs);
    if (attempt === SEND_ATTEMPTS || now + wait >= validUntil) return 'failed';
    await sleep(wait);
  }
  return 'failed';
}
