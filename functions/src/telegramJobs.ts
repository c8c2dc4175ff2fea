import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { wallClock } from './platform/core/clock';
import { TELEGRAM_OPTIONS, TELEGRAM_RECONCILE_OPTIONS } from './platform/core/deployment';
import { environment } from './platform/core/environment';
import { firestore } from './platform/core/firebase';
import { runSteps } from './platform/core/steps';
import { HEAD_PATH } from './platform/record/ledger';
import { openApi } from './platform/telegram/api';
import {
  syncChannelMembership as sync,
  syncDueChannelMemberships,
} from './platform/telegram/members';
import {
  type PostDeps,
  type PostOutcome,
  syncChannelPosts,
  syncDueChannelPosts,
} from './platform/telegram/posts';
import { setWebhook } from './platform/telegram/webhook';
import { logger } from './platform/core/log';
import { onDocumentWritten, onSchedule } from './platform/core/triggers';

// Separate from the record's jobs, so that a Telegram outage can't delay the record.

let cachedDeps: PostDeps | undefined;

async function getPostDeps(): Promise<PostDeps | null> {
  const { siteUrl, telegram } = environment;
  if (!telegram || telegram.token === null) return null;
  const { apiUrl, channels, token } = telegram;
  return (cachedDeps ??= {
    firestore: firestore(),
    clock: wallClock,
    api: await openApi({ token, apiUrl }),
    channels,
    siteUrl,
  });
}

function logPosts(outcomes: readonly PostOutcome[]): void {
  for (const { target, outcome } of outcomes) {
    if (outcome.type === 'done') logger.info('Channel post', { ...target });
    else logger.error('Channel post failed', { ...target, problem: outcome.problem });
  }
}

/** Each publication, confirmation and settlement moves the ledger's head. */
export const postSignal = onDocumentWritten(
  { ...TELEGRAM_OPTIONS, document: HEAD_PATH },
  async () => {
    const deps = await getPostDeps();
    if (deps) logPosts(await syncChannelPosts(deps));
  },
);

/** Also removes unlinked and erased chats. The event is redelivered if Telegram fails. */
export const syncChannelMembership = onDocumentWritten(
  { ...TELEGRAM_OPTIONS, document: 'telegramChats/{chat}' },
  async ({ params: { chat } }) => {
    const deps = await getPostDeps();
    if (deps) await sync(deps, chat);
  },
);

let webhookSetAt = 0;

// Runs once per instance and hourly, so that a new address or secret needs no manual step.
async function ensureWebhook({ api, siteUrl, clock }: PostDeps): Promise<void> {
  const secret = environment.telegram?.webhookSecret ?? null;
  if (secret === null || clock() - webhookSetAt < HOUR_MS) return;
  const result = await setWebhook(api, { siteUrl, secret });
  if (result.type === 'done') webhookSetAt = clock();
  else logger.error('Failed to set the webhook', { problem: result.problem });
}

export const reconcileTelegram = onSchedule(TELEGRAM_RECONCILE_OPTIONS, async () => {
  const deps = await getPostDeps();
  if (!deps) return;
  await runSteps([
    () => ensureWebhook(deps),
    async () => logPosts(await syncDueChannelPosts(deps)),
    async () => {
      for (const error of await syncDueChannelMemberships(deps))
        logger.error('Failed to check a channel member', { problem: String(error) });
    },
  ]);
});
