import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { logger } from 'firebase-functions';
import { onDocumentWritten } from 'firebase-functions/firestore';
import { onSchedule } from 'firebase-functions/scheduler';
import { wallClock } from './platform/core/clock';
import { TELEGRAM_OPTIONS, TELEGRAM_RECONCILE_OPTIONS } from './platform/core/deployment';
import { environment } from './platform/core/environment';
import { firestore } from './platform/core/firebase';
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

/* The jobs of the channels on Telegram. Nothing of the record waits for them. */

let cachedDeps: PostDeps | undefined;

/** The dependencies of the channels on Telegram; null on a site without. */
async function postDeps(): Promise<PostDeps | null> {
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
  for (const { place, outcome } of outcomes) {
    if (outcome.type === 'done') logger.info('Post in a channel', place);
    else logger.error('A post in a channel failed', { ...place, problem: outcome.problem });
  }
}

/** On every beat of the record (a publication, with the confirmation of the one before, or a settlement): posts it. */
export const postSignal = onDocumentWritten(
  { ...TELEGRAM_OPTIONS, document: 'status/heartbeat' },
  async () => {
    const deps = await postDeps();
    if (deps) logPosts(await syncChannelPosts(deps));
  },
);

/**
 * On a changed chat: compares it with its member's access. One that was unlinked, or whose member was erased, leaves the
 * channels; the event is delivered again where Telegram didn't do it.
 */
export const syncChannelMembership = onDocumentWritten(
  { ...TELEGRAM_OPTIONS, document: 'telegramChats/{chat}' },
  async ({ params: { chat } }) => {
    const deps = await postDeps();
    if (deps) await sync(deps, chat);
  },
);

/** When (epoch ms) this instance told Telegram last where it may bring updates. */
let webhookSetAt = 0;

/**
 * Tells Telegram where to bring what people do: by each new instance and every hour, so that a deployment, a new address and
 * a new secret need no step of their own.
 */
async function ensureWebhook({ api, siteUrl, clock }: PostDeps): Promise<void> {
  const secret = environment.telegram?.webhookSecret ?? null;
  if (secret === null || clock() - webhookSetAt < HOUR_MS) return;
  const set = await setWebhook(api, { siteUrl, secret });
  if (set.type === 'done') webhookSetAt = clock();
  else logger.error('The webhook was not set', { problem: set.problem });
}

/** Every minute: goes on with posts in the channels on Telegram, and compares linked chats with their members' access. */
export const reconcileTelegram = onSchedule(TELEGRAM_RECONCILE_OPTIONS, async () => {
  const deps = await postDeps();
  if (!deps) return;
  await ensureWebhook(deps);
  logPosts(await syncDueChannelPosts(deps));
  for (const error of await syncDueChannelMemberships(deps))
    logger.error('A member of a channel was not compared', { problem: String(error) });
});
